import { useTranslations } from 'use-intl';
import { setCursor } from '../../store/session-actions.ts';
import { classNames } from '../../ui/class-names.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import type { LogLine } from './log-lines.ts';

/** One event: number, seconds since the first one, what happened. A click looks at the state after it. */
export function LogRow(props: { line: LogLine; top: number; here: boolean; time: string }) {
  const t = useTranslations('drawer.log');
  const { event, text } = props.line;
  const failed = event.type === 'request-error' || event.type === 'limit-hit';
  return (
    <li className="absolute inset-x-0 h-6" style={{ transform: `translateY(${props.top}px)` }}>
      <button
        type="button"
        title={t('go', { seq: event.seq })}
        onClick={() => setCursor(event.seq)}
        className={classNames(
          'ring-inside flex h-full w-full items-center gap-3 px-4 text-left hover:bg-sunk',
          props.here && 'bg-now-tint',
        )}
      >
        <span className="mono w-10 shrink-0 text-right text-path text-ink-2 tabular">{event.seq}</span>
        <span className="mono w-16 shrink-0 text-right text-path text-ink-2 tabular">{`+${props.time} s`}</span>
        <span className="mono w-10 shrink-0 truncate text-path text-ink-2">{event.branch}</span>
        <span className="flex w-3.5 shrink-0 justify-center">
          {failed && <SeverityGlyph severity="error" size={12} />}
          {event.type === 'response-end' && <StopGlyph reason={event.message.stop_reason} size={12} />}
        </span>
        <span className={classNames('truncate', failed && 'text-error')}>{text}</span>
        <span className="mono ml-auto shrink-0 pl-3 text-path text-ink-2">{event.type}</span>
      </button>
    </li>
  );
}
