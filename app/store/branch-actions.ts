import type { Branch } from '../../shared/session/state.ts';
import { translator } from '../i18n/translator.ts';
import { sendCommand } from './send-command.ts';
import { viewBranch } from './session-actions.ts';
import { showToast } from './toasts.ts';

/** Deletes a branch at once (a run of it is ended first); the toast brings it back. */
export async function removeBranch(branch: Branch): Promise<void> {
  const result = await sendCommand({ type: 'delete-branch' }, branch.id);
  if (!result.ok) return;
  showToast({
    role: 'log',
    text: translator('rail')('branches.deleted', { name: branch.name }),
    action: { label: translator('common')('undo'), run: () => void bringBack(branch) },
  });
}

async function bringBack(branch: Branch): Promise<void> {
  const result = await sendCommand({ type: 'restore-branch' }, branch.id);
  if (result.ok) viewBranch(branch.id);
}
