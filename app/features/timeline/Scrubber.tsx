import { type KeyboardEvent, memo, type PointerEvent, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { markAt, stepFrom, type TraceStep } from '../../../shared/view/timeline.ts';
import { scaleOf, sinceStart, type TraceFrame, tracePicture } from '../../../shared/view/timeline-picture.ts';
import { setCursor } from '../../store/session-actions.ts';
import { stopColor } from '../../ui/glyphs/stop-shapes.ts';
import { Overview } from './Overview.tsx';
import type { TimelineView } from './use-timeline.ts';

const LEFT = 102;
const RIGHT = 16;
const TURNS_Y = 12;
const TURN_HEIGHT = 16;
const OVERVIEW = 18;
const LEVELS = { user: 42, assistant: 57, tools: 72 } as const;
const NAMES_Y = 90;
const HEIGHT = 98;

const KEYS: Record<string, TraceStep> = {
  ArrowRight: 'next',
  ArrowUp: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'previous',
  PageDown: 'nextTurn',
  PageUp: 'previousTurn',
  Home: 'first',
  End: 'last',
};
const WITH_SHIFT: Record<string, TraceStep> = {
  ArrowRight: 'nextStop',
  ArrowUp: 'nextStop',
  ArrowLeft: 'previousStop',
  ArrowDown: 'previousStop',
};

/** The slider: a needle over the trace. */
export function Scrubber({ view, width }: { view: TimelineView; width: number }) {
  const t = useTranslations('timeline');
  const { trace, index, count, first, last, past, overview } = view;
  const frame = useMemo(
    (): TraceFrame => ({
      first,
      last,
      left: LEFT + 6,
      width: Math.max(50, width - LEFT - RIGHT - 6),
      levels: LEVELS,
      ahead: !trace.ended && last === trace.turns.length - 1,
    }),
    [trace, first, last, width],
  );
  const { x, units } = scaleOf(trace, frame);
  const mark = trace.marks[index];
  const needle = mark ? x(mark.x) : 0;
  const go = (to: number): void => setCursor(to >= count - 1 ? null : (trace.marks[to]?.seq ?? null));
  const press = (event: KeyboardEvent): void => {
    const step = (event.shiftKey ? WITH_SHIFT : KEYS)[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    go(stepFrom(trace, index, step));
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.buttons !== 1) return;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    const to = markAt(trace, units(event.clientX - box.left));
    if (to !== index) go(to);
  };
  const spoken = {
    at: index + 1,
    count,
    time: sinceStart((mark?.at ?? 0) - (trace.marks[0]?.at ?? 0)),
    turn: trace.turns[mark?.turn ?? 0]?.turn ?? 1,
  };
  return (
    <>
      {overview && (
        <Overview
          view={view}
          left={LEFT}
          width={width - LEFT - RIGHT}
          height={OVERVIEW}
          onTurn={(turn) => go(trace.turns[turn]?.from ?? 0)}
        />
      )}
      <div
        className="t-slider"
        role="slider"
        tabIndex={0}
        aria-label={t('name')}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={index + 1}
        aria-valuetext={mark?.stop ? t('spokenStop', { ...spoken, stop: mark.stop }) : t('spoken', spoken)}
        aria-orientation="horizontal"
        title={t('keys')}
        style={{ height: HEIGHT }}
        onKeyDown={press}
        onPointerDown={drag}
        onPointerMove={drag}
      >
        <svg width={width} height={HEIGHT} aria-hidden>
          <Drawn view={view} frame={frame} width={width} />
          <g className="t-needle" transform={`translate(${Math.round(needle * 2) / 2} 0)`}>
            <path d={`M0 ${TURNS_Y}V${LEVELS.tools + 8}`} className={past ? 't-needle-past' : 't-needle-line'} />
            <path d="M-7 .5H7V11L0 17.5-7 11Z" className="t-flag" />
          </g>
        </svg>
      </div>
    </>
  );
}

/** Everything that does not move with the needle. */
const Drawn = memo(function Drawn({ view, frame, width }: { view: TimelineView; frame: TraceFrame; width: number }) {
  const t = useTranslations('timeline');
  const { trace, index } = view;
  const picture = useMemo(() => tracePicture(trace, frame), [trace, frame]);
  const newest = trace.turns.at(-1);
  // While its tools are to run, the newest turn itself goes on.
  const nextTurn = newest && newest.reason !== null && trace.level === 'user' ? newest.turn + 1 : null;
  return (
    <>
      {(['user', 'assistant', 'tools'] as const).map((level) => (
        <g key={level}>
          <path d={`M${LEFT} ${LEVELS[level]}H${width - RIGHT}`} className="t-level" />
          <text x={LEFT - 14} y={LEVELS[level]} className="t-level-name">
            {t(level)}
          </text>
        </g>
      ))}
      {picture.turns.map((turn) => (
        <g
          key={turn.index}
          style={{
            ['--stop' as string]: turn.failed
              ? 'var(--error)'
              : turn.reason === null
                ? 'var(--ink-2)'
                : stopColor(turn.reason),
          }}
        >
          <rect
            x={turn.x}
            y={TURNS_Y}
            width={turn.width}
            height={TURN_HEIGHT}
            className={turn.reason === null ? 't-turn t-turn-open' : 't-turn'}
          />
          <TurnName turn={turn} />
        </g>
      ))}
      {picture.next !== null && (
        <>
          <rect
            x={picture.next}
            y={TURNS_Y + 0.5}
            width={Math.max(0, width - RIGHT - picture.next)}
            height={TURN_HEIGHT - 1}
            className="t-next"
          />
          {nextTurn !== null && width - RIGHT - picture.next > 96 && (
            <text x={picture.next + 8} y={TURNS_Y + TURN_HEIGHT / 2} className="t-next-name">
              {t('next', { turn: nextTurn })}
            </text>
          )}
        </>
      )}
      <path d={picture.wave} className="t-wave" />
      <path d={picture.ahead} className="t-ahead" />
      <path d={picture.pieces} className="t-pieces" />
      <path d={picture.stops} className="t-stops" />
      <path d={picture.events} className="t-events" />
      <path d={picture.errors} className="t-errors" />
      {picture.names.map((name) => (
        <text
          key={name.index}
          x={name.x}
          y={NAMES_Y}
          className={name.index === index ? 't-name t-name-here' : 't-name'}
        >
          {name.stop}
        </text>
      ))}
    </>
  );
});

/** About the width of a character in the strip, in px. */
const CHAR = 7;

/** The turn in words where they fit, else its number, else nothing. */
function TurnName({ turn }: { turn: { turn: number; reason: string | null; x: number; width: number } }) {
  const t = useTranslations('timeline');
  const full =
    turn.reason === null ? t('turn', { turn: turn.turn }) : t('turnReason', { turn: turn.turn, reason: turn.reason });
  const short = String(turn.turn);
  const text = [full, short].find((each) => each.length * CHAR + 12 < turn.width);
  if (text === undefined) return null;
  return (
    <text
      x={turn.x + 8}
      y={TURNS_Y + TURN_HEIGHT / 2}
      className={turn.reason === null ? 't-turn-name t-turn-name-open' : 't-turn-name'}
    >
      {text}
    </text>
  );
}
