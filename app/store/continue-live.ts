import { lint } from '../../shared/messages/lint.ts';
import { livePath, liveTools } from '../../shared/import/go-live.ts';
import { nextRequest } from '../../shared/loop/next-request.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { branchById, configById, messagesOf, path } from '../../shared/session/tree.ts';
import { getSetup } from '../api/client.ts';
import { translator } from '../i18n/translator.ts';
import { forkPlace } from './fork-place.ts';
import { openRail } from './layout.ts';
import { useSelection } from './selection.ts';
import { sendCommand } from './send-command.ts';
import { useSession } from './session-store.ts';
import { showToast } from './toasts.ts';

/**
 * Begins a live branch at the selected message of an imported session, or where the page looks. What no API would take
 * is repaired, tools are described as far as their calls tell, and answers come from the live endpoint from here on;
 * results come from the recording as long as tool and input are the same. Nothing is sent: the branch rests.
 */
export async function continueLive(): Promise<void> {
  const { viewed, branch: id, cursor, homeBranch } = useSession.getState();
  const from = viewed && id ? branchById(viewed, id) : undefined;
  if (!viewed || !from) return;
  const place = forkPlace(viewed, from, useSelection.getState().selection, cursor !== null);
  const forked = await sendCommand(place, homeBranch ?? from.id);
  if (!forked.ok || !forked.reply.branch) return;
  const done = await makeReady(forked.reply.branch);
  const t = translator('import');
  showToast({ role: 'log', text: t('liveReady'), ...(done === '' ? {} : { detail: done }) });
  await tellWhatIsMissing();
}

/** Repairs and settings, one command each, so that each can be undone; resolves with what was done, a line each. */
async function makeReady(id: string): Promise<string> {
  const t = translator('import');
  const lines: string[] = [];
  const start = branchNow(id);
  if (!start) return '';
  const { base, messages, droppedThinking, heldBack } = livePath(path(start.state, start.branch.head));
  if (messages && (await sendCommand({ type: 'edit-history', base, messages }, id)).ok) {
    if (droppedThinking > 0) lines.push(t('liveThinking', { count: droppedThinking }));
    if (heldBack > 0) lines.push(t('liveHeldBack', { count: heldBack }));
  }
  lines.push(...(await goLive(id)));
  const errors = errorsOf(id);
  if (errors > 0 && (await sendCommand({ type: 'fix', rule: 'continue-live' }, id)).ok) {
    lines.push(t('liveRepaired', { count: errors - errorsOf(id) }));
  }
  return lines.join('\n');
}

async function goLive(id: string): Promise<string[]> {
  const now = branchNow(id);
  if (!now) return [];
  const { body, policy } = configById(now.state, now.branch.config);
  const tools = liveTools(body, messagesOf(now.state, now.branch.head));
  const before = Array.isArray(body.tools) ? body.tools.length : 0;
  const config = { body: tools ? { ...body, tools } : body, endpoint: 'live' as const, policy };
  const sent = await sendCommand({ type: 'edit-config', config }, id);
  return sent.ok && tools ? [translator('import')('liveTools', { count: tools.length - before })] : [];
}

function branchNow(id: string): { state: SessionState; branch: Branch } | null {
  const state = useSession.getState().newest;
  const branch = state && branchById(state, id);
  return state && branch ? { state, branch } : null;
}

/** Errors of the next request that have a repair. */
function errorsOf(id: string): number {
  const now = branchNow(id);
  if (!now) return 0;
  const problems = lint({ request: nextRequest(now.state, now.branch) });
  return problems.filter(({ severity, fixable }) => severity === 'error' && fixable).length;
}

async function tellWhatIsMissing(): Promise<void> {
  const t = translator('import');
  const setup = await getSetup().catch(() => null);
  if (setup?.key.present) return;
  const action = { label: t('liveSetup'), run: () => openRail('setup') };
  showToast({ role: 'alert', text: t('liveNeedsKey'), action });
}
