import type { CommandReply, RefusalReply } from '../../shared/api/contract.ts';
import type { Command } from '../../shared/debugger/command-types.ts';
import { ApiError, RefusalError } from '../api/api-error.ts';
import { postCommand } from '../api/client.ts';
import { translator } from '../i18n/translator.ts';
import { eventSentence, QUIET_EVENTS } from './event-sentence.ts';
import { refusalText } from './refusal-text.ts';
import { viewBranch } from './session-actions.ts';
import { useSession } from './session-store.ts';
import { showToast } from './toasts.ts';

export type CommandResult =
  | { ok: true; reply: CommandReply }
  /** Refused, or not delivered; a toast has said so. Editors keep their text. */
  | { ok: false; code: string };

/** Stopping must always get through: these two ignore what the page last saw. */
const WITHOUT_AT: ReadonlySet<Command['type']> = new Set(['pause', 'terminate']);

/**
 * Sends a command for the looked-at branch (or `branch`) and says in a toast why it was refused. When it made
 * a branch, the page goes on looking at that one. Never rejects.
 */
export async function sendCommand(command: Command, branch?: string): Promise<CommandResult> {
  const { sessionId, branch: viewed, newest } = useSession.getState();
  const target = branch ?? viewed;
  if (!sessionId || !target || !newest) return { ok: false, code: 'no-session' };
  const at = WITHOUT_AT.has(command.type) ? {} : { at: newest.record.seq };
  try {
    const reply = await postCommand(sessionId, { ...command, ...at, id: crypto.randomUUID(), branch: target });
    if (reply.branch) await showBranch(reply.branch, reply.seq);
    return { ok: true, reply };
  } catch (error) {
    return refuse(error);
  }
}

/** The reply may overtake the event that makes the branch: wait until it is folded in, at most a second. */
function showBranch(branch: string, seq: number): Promise<void> {
  const there = (): boolean =>
    useSession.getState().newest?.record.branches.some((each) => each.id === branch) ?? false;
  if (there()) return Promise.resolve(viewBranch(branch));
  return new Promise((resolve) => {
    const done = (): void => {
      unsubscribe();
      clearTimeout(timer);
      if (there()) viewBranch(branch);
      resolve();
    };
    const unsubscribe = useSession.subscribe((session) => {
      if (there() || (session.newest?.record.seq ?? 0) > seq) done();
    });
    const timer = setTimeout(done, 1000);
  });
}

function refuse(error: unknown): CommandResult {
  if (error instanceof RefusalError) {
    showToast({ role: 'alert', ...refusalWords(error.refusal) });
    return { ok: false, code: error.refusal.code };
  }
  const unreachable = error instanceof ApiError && error.status === 0;
  showToast({ role: 'alert', text: unreachable ? translator('state')('unreachable') : (error as Error).message });
  return { ok: false, code: error instanceof ApiError ? error.code : 'unknown' };
}

function refusalWords(refusal: RefusalReply['error']): { text: string; detail?: string } {
  const t = translator('state');
  if (refusal.code === 'bad-value') return { text: refusal.message };
  if (refusal.code !== 'stale') return { text: refusalText(refusal.code, refusal.message) };
  const since = whatHappened(refusal);
  const text = t('refusal.stale', { place: refusal.phase });
  return since ? { text, detail: `${t('since')}\n${since}` } : { text };
}

/** What the other tab (or the command line) did, one line per telling event, newest last. */
function whatHappened(refusal: RefusalReply['error']): string {
  const { newest } = useSession.getState();
  const lines = (refusal.since ?? [])
    .filter((event) => !QUIET_EVENTS.has(event.type))
    .map((event) => eventSentence(event, translator('drawer'), newest));
  return [...new Set(lines)].slice(-5).join('\n');
}
