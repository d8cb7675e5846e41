import { Trash2 } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import type { SessionSummary } from '../../../shared/api/contract.ts';
import { openSession } from '../../store/load-session.ts';
import { removeSession } from '../../store/session-list.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { StateMark } from './StateMark.tsx';

const MINUTE_MS = 60_000;

/** One session: title, where it stands, when it last moved. */
export function SessionRow(props: { session: SessionSummary; open: boolean; onDeleted(): void }) {
  const { session, open } = props;
  const t = useTranslations('rail.list');
  const remove = async (): Promise<void> => {
    if (await removeSession(session)) props.onDeleted();
  };
  return (
    <li
      className={classNames(
        'group relative flex items-center border-b border-hairline pr-1.5',
        open ? 'bg-paper before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ink' : 'hover:bg-sunk',
      )}
    >
      <button
        type="button"
        aria-current={open ? 'true' : undefined}
        onClick={() => void openSession(session.id)}
        className="ring-inside flex min-w-0 flex-1 flex-col gap-1 py-2 pl-4 text-left"
      >
        <span className={classNames('w-full truncate', open && 'font-semibold')}>{session.title}</span>
        <Facts session={session} />
      </button>
      <IconButton
        small
        label={t('delete', { title: session.title })}
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => void remove()}
      />
    </li>
  );
}

function Facts({ session }: { session: SessionSummary }) {
  const t = useTranslations('rail.list');
  const format = useFormatter();
  const now = useNow(MINUTE_MS);
  const age = now - session.updatedAt < MINUTE_MS ? t('now') : format.relativeTime(session.updatedAt, now);
  return (
    <span className="flex w-full min-w-0 items-center gap-1.5 text-label text-ink-2">
      <StateMark session={session} />
      <span className="truncate">
        <span className="mono text-tag">{session.outcome?.reason ?? session.phase}</span>
        {` · ${t('turn', { turn: session.turn })} · ${session.scenario ?? session.model}`}
      </span>
      <span className="ml-auto shrink-0">{age}</span>
    </span>
  );
}
