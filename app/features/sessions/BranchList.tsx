import { GitBranch, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { allowed } from '../../../shared/debugger/allowed.ts';
import type { Branch, SessionState } from '../../../shared/session/state.ts';
import { removeBranch } from '../../store/branch-actions.ts';
import { refusalReason } from '../../store/refusal-text.ts';
import { sendCommand } from '../../store/send-command.ts';
import { viewBranch } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** The branches of the open session, each to look at, rename or delete. */
export function BranchList() {
  const t = useTranslations('rail.branches');
  const state = useSession((session) => session.newest);
  const alive = state?.record.branches.filter((branch) => !branch.deleted) ?? [];
  if (!state || alive.length === 0) return null;
  return (
    <ul aria-label={t('label')} className="border-b border-hairline bg-paper pb-1.5">
      {alive.map((branch) => (
        <BranchRow key={branch.id} branch={branch} state={state} />
      ))}
    </ul>
  );
}

function BranchRow({ branch, state }: { branch: Branch; state: SessionState }) {
  const t = useTranslations('rail.branches');
  const home = useSession((session) => session.homeBranch === branch.id);
  const [renaming, setRenaming] = useState(false);
  if (renaming) return <RenameRow branch={branch} onDone={() => setRenaming(false)} />;
  return (
    <li className="flex items-center pr-1.5 pl-6 hover:bg-sunk">
      <button
        type="button"
        aria-current={home ? 'true' : undefined}
        onClick={() => viewBranch(branch.id)}
        className="ring-inside flex min-h-7 min-w-0 flex-1 items-center gap-2 text-left"
      >
        <GitBranch size={13} aria-hidden />
        <span className={classNames('mono truncate text-code', home && 'font-semibold')}>{branch.name}</span>
        <span className="mono shrink-0 text-tag text-ink-2">{branch.outcome?.reason ?? branch.phase}</span>
      </button>
      <IconButton
        small
        label={t('rename', { name: branch.name })}
        icon={<Pencil size={13} aria-hidden />}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        small
        label={t('delete', { name: branch.name })}
        icon={<Trash2 size={13} aria-hidden />}
        disabledReason={refusalReason(allowed(state, branch.id)['delete-branch'])}
        onClick={() => void removeBranch(branch)}
      />
    </li>
  );
}

function RenameRow({ branch, onDone }: { branch: Branch; onDone(): void }) {
  const t = useTranslations('rail.branches');
  const common = useTranslations('common');
  const [name, setName] = useState(branch.name);
  const rename = async (): Promise<void> => {
    const result = await sendCommand({ type: 'rename-branch', name: name.trim() }, branch.id);
    if (result.ok) onDone();
  };
  return (
    <li className="py-1 pr-2 pl-6">
      <form
        className="flex items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void rename();
        }}
      >
        <TextField label={t('name')} value={name} onChange={setName} mono className="flex-1" focused />
        <Button small type="submit" disabledReason={name.trim() === '' ? t('needsName') : null}>
          {common('rename')}
        </Button>
        <Button small look="quiet" onClick={onDone}>
          {common('cancel')}
        </Button>
      </form>
    </li>
  );
}
