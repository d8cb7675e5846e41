import { Pencil, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Breakpoint } from '../../../shared/session/breakpoint-types.ts';
import { removeBreakpoints, saveBreakpoint } from '../../store/toggle-breakpoint.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useWhereText } from './use-where-text.ts';

/** One breakpoint: on or off, what it watches, under which conditions, what it prints, how often it matched. */
export function BreakpointRow(props: {
  breakpoint: Breakpoint;
  hits: number;
  /** It holds the looked-at branch right now. */
  stopped: boolean;
  edited: boolean;
  onEdit(): void;
}) {
  const { breakpoint, hits, stopped } = props;
  const t = useTranslations('rail.breaks');
  const name = useWhereText()(breakpoint.where);
  const { enabled } = breakpoint;
  return (
    <li
      className={classNames(
        '-mx-4 border-b border-hairline px-4 py-1 last:border-b-0',
        stopped && 'bg-now-tint',
        props.edited && 'bg-sunk',
      )}
      title={stopped ? t('stoppedHere') : undefined}
    >
      <div className="flex min-h-7 items-center gap-1">
        <Checkbox
          checked={enabled}
          onChange={(on) => void saveBreakpoint({ ...breakpoint, enabled: on })}
          label={t('enable', { name })}
          className="flex-1"
        >
          <span className={classNames('font-medium', !enabled && 'text-ink-3')}>{name}</span>
        </Checkbox>
        {hits > 0 && <span className="shrink-0 text-label text-ink-2 tabular">{t('hits', { count: hits })}</span>}
        <IconButton
          small
          label={t('change', { name })}
          icon={<Pencil size={13} aria-hidden />}
          onClick={props.onEdit}
        />
        <IconButton
          small
          label={t('remove', { name })}
          icon={<X size={14} aria-hidden />}
          onClick={() => void removeBreakpoints([breakpoint], name)}
        />
      </div>
      <dl className="mb-1 grid grid-cols-[auto_1fr] gap-x-2 pl-6 empty:hidden">
        <Detail word={t('when')} text={breakpoint.condition} />
        <Detail word={t('hit')} text={breakpoint.hitCondition} />
        <Detail word={t('log')} text={breakpoint.logMessage} />
      </dl>
    </li>
  );
}

function Detail({ word, text }: { word: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <>
      <dt className="text-ink-2">{word}</dt>
      <dd className="mono min-w-0 text-code leading-[1.55] [overflow-wrap:anywhere]">{text}</dd>
    </>
  );
}
