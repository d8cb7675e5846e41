import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Breakpoint } from '../../../shared/session/breakpoint-types.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useWhereText } from './use-where-text.ts';

/** One breakpoint: on or off, what it watches, how often it matched. */
export function BreakpointRow({ breakpoint, hits }: { breakpoint: Breakpoint; hits: number }) {
  const t = useTranslations('rail.breaks');
  const name = useWhereText()(breakpoint.where);
  const set = (enabled: boolean): void =>
    void sendCommand({ type: 'set-breakpoint', breakpoint: { ...breakpoint, enabled } });
  return (
    <li className="flex min-h-9 items-center gap-2 border-b border-hairline">
      <Checkbox checked={breakpoint.enabled} onChange={set} label={t('enable', { name })} className="flex-1">
        <span className={breakpoint.enabled ? '' : 'text-ink-3 line-through'}>{name}</span>
      </Checkbox>
      {hits > 0 && <span className="shrink-0 text-label text-ink-2">{t('hits', { count: hits })}</span>}
      <IconButton
        small
        label={t('remove', { name })}
        icon={<X size={14} aria-hidden />}
        onClick={() => void sendCommand({ type: 'remove-breakpoint', breakpoint: breakpoint.id })}
      />
    </li>
  );
}
