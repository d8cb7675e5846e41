import { GitBranch, Square } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { isMoving } from '../../../shared/session/reduce-support.ts';
import type { Branch } from '../../../shared/session/state.ts';
import { sendCommand } from '../../store/send-command.ts';
import { viewBranch } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import { IconButton } from '../../ui/IconButton.tsx';

const NONE: readonly Branch[] = [];

/** Runs that move on branches nobody looks at: toolbar and keys act on the one in view, so each has a Stop of its own. */
export function MovingBranches() {
  const t = useTranslations('commands');
  const branches = useSession((session) => session.newest?.record.branches ?? NONE);
  const home = useSession((session) => session.homeBranch);
  const moving = branches.filter((branch) => branch.id !== home && !branch.deleted && isMoving(branch));
  return moving.map(({ id, name }) => (
    <div
      key={id}
      role="group"
      aria-label={t('movingBranch', { name })}
      className="my-auto flex h-7 min-w-0 items-center border-[length:var(--control-line)] border-control bg-paper"
    >
      <button
        type="button"
        onClick={() => viewBranch(id)}
        className="ring-inside flex h-full min-w-0 items-center gap-1.5 px-2 hover:bg-sunk"
      >
        <GitBranch size={13} aria-hidden />
        <span className="truncate">{t('movingBranch', { name })}</span>
      </button>
      <IconButton
        small
        label={t('stopBranch', { name })}
        icon={<Square size={12} aria-hidden />}
        onClick={() => void sendCommand({ type: 'terminate' }, id)}
      />
    </div>
  ));
}
