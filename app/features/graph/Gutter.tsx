import { ChevronDown, ChevronRight, Play } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionEvent } from '../../../shared/session/events.ts';
import { type RulerTick, rulerTicks } from '../../../shared/view/graph-ruler.ts';
import type { GraphModel, Level, PlacedSegment } from '../../../shared/view/graph-types.ts';
import { groupDigits } from '../../../shared/view/graph-words.ts';
import { useSession } from '../../store/session-store.ts';
import { toggleAtStop } from '../../store/toggle-breakpoint.ts';
import { setOpened } from './graph-store.ts';

/** The ruler: turn numbers, the four stops, one tick per event, breakpoints, and the flag of the now line. */
export const Gutter = memo(function Gutter(props: { model: GraphModel; visible: readonly PlacedSegment[] }) {
  const { model, visible } = props;
  const log = useSession((session) => session.log);
  const end = useSession((session) => session.viewed?.record.seq ?? 0);
  return (
    <div className="g-gutter" data-move="gutter">
      <div className="g-layer g-gutter-layer" data-move="rows">
        {model.now && <div className="g-gutter-below" style={{ top: model.now.y + model.now.height }} />}
        {visible.map((placed) => (
          <TurnRuler
            key={placed.segment.key}
            placed={placed}
            events={log.events}
            end={end}
            branch={model.branch}
            closable={model.turns > 1 && placed.segment.now === null && placed !== model.segments.at(-1)}
          />
        ))}
        {model.now && (
          <div className="g-flag" style={{ top: model.now.y, height: model.now.height }}>
            <Play size={12} fill="currentColor" strokeWidth={0} aria-hidden />
            <span>{model.now.word}</span>
          </div>
        )}
      </div>
    </div>
  );
});

interface TurnRulerProps {
  placed: PlacedSegment;
  events: readonly SessionEvent[];
  end: number;
  branch: string;
  closable: boolean;
}

function TurnRuler({ placed, events, end, branch, closable }: TurnRulerProps) {
  const t = useTranslations('graph');
  const { y, segment } = placed;
  if (segment.collapsed) {
    const low = segment.height < 30;
    return (
      <button
        type="button"
        className={low ? 'g-row-number g-row-number-low tabular' : 'g-row-number'}
        style={{ top: y, height: segment.height }}
        tabIndex={-1}
        aria-label={t('openTurn', { turn: segment.turn })}
        onClick={() => setOpened(segment.key, true)}
      >
        {groupDigits(segment.turn)}
        <ChevronRight size={13} aria-hidden />
      </button>
    );
  }
  return (
    <>
      {rulerTicks(segment, events, end, branch).map((tick: RulerTick) => (
        <i key={tick.seq} className={`g-tick g-tick-${tick.kind}`} style={{ top: y + tick.y }} />
      ))}
      {segment.levels.map((level) => (
        <LevelMark key={level.stop} level={level} y={y + level.y} />
      ))}
      {segment.numberY !== null && (
        <button
          type="button"
          className={`g-number-big g-digits-${Math.min(4, String(segment.turn).length)}`}
          style={{ top: y + segment.numberY }}
          disabled={!closable}
          aria-label={closable ? t('closeTurn', { turn: segment.turn }) : t('listTurn', { turn: segment.turn })}
          onClick={() => setOpened(segment.key, false)}
        >
          {groupDigits(segment.turn)}
          {closable && <ChevronDown size={12} aria-hidden />}
        </button>
      )}
    </>
  );
}

/** The name of a stop with its tick. A click sets a breakpoint there, or removes those that stand there. */
function LevelMark({ level, y }: { level: Level; y: number }) {
  const t = useTranslations('graph');
  const set = level.breakpoint !== null;
  return (
    <button
      type="button"
      className={`g-stop-name g-break-${level.breakpoint ?? 'none'}`}
      style={{ top: y }}
      tabIndex={-1}
      aria-pressed={set}
      aria-label={t('breakpoint', { stop: level.stop })}
      onClick={() => void toggleAtStop(level.stop, level.breakpoints ?? [])}
    >
      <span>{level.stop}</span>
    </button>
  );
}
