import type { CommandReply, RefusalReply } from '../../shared/api/contract.ts';
import type { Command, CommandEnvelope } from '../../shared/debugger/command-types.ts';
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

/** Stopping must always get through: these two ignore what the page last saw and wait for nothing. */
const AT_ONCE: ReadonlySet<Command['type']> = new Set(['pause', 'terminate']);
/** A second press while the first is on its way is not meant as a second step. */
const ONE_AT_A_TIME: ReadonlySet<Command['type']> = new Set(['continue', 'next', 'stepIn', 'stepOut', 'restart']);
const FOLD_WAIT_MS = 1000;
const RETRY_AFTER_MS = 400;

/** Settles when the newest command is answered and its events are folded in. */
let underWay: Promise<unknown> | null = null;

/**
 * Sends a command for the looked-at branch (or `branch`) and says in a toast why it was refused. Commands go one
 * after another, each with what the page saw once the one before was folded in. When one made a branch, the page
 * goes on looking at that. Never rejects.
 */
export async function sendCommand(command: Command, branch?: string): Promise<CommandResult> {
  if (AT_ONCE.has(command.type)) return deliver(command, branch);
  if (underWay && ONE_AT_A_TIME.has(command.type)) return { ok: false, code: 'busy' };
  const mine: Promise<CommandResult> = (underWay ?? Promise.resolve()).then(() => deliver(command, branch));
  underWay = mine;
  const result = await mine;
  if (underWay === mine) underWay = null;
  return result;
}

async function deliver(command: Command, branch: string | undefined): Promise<CommandResult> {
  const { sessionId, branch: viewed, newest } = useSession.getState();
  const target = branch ?? viewed;
  if (!sessionId || !target || !newest) return { ok: false, code: 'no-session' };
  const at = AT_ONCE.has(command.type) ? {} : { at: newest.record.seq };
  try {
    const reply = await post(sessionId, { ...command, ...at, id: crypto.randomUUID(), branch: target });
    await folded(reply.seq);
    if (reply.branch) showBranch(reply.branch);
    return { ok: true, reply };
  } catch (error) {
    return refuse(error);
  }
}

/** A lost connection is tried once more: the id makes a repeat harmless. */
async function post(sessionId: string, envelope: CommandEnvelope): Promise<CommandReply> {
  try {
    return await postCommand(sessionId, envelope);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
    return postCommand(sessionId, envelope);
  }
}

/** The reply may overtake its events: waits until they are folded in, at most a second. */
function folded(seq: number): Promise<void> {
  const there = (): boolean => (useSession.getState().newest?.record.seq ?? 0) >= seq;
  if (there()) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      unsubscribe();
      clearTimeout(timer);
      resolve();
    };
    const unsubscribe = useSession.subscribe(() => there() && done());
    const timer = setTimeout(done, FOLD_WAIT_MS);
  });
}

function showBranch(branch: string): void {
  const { newest } = useSession.getState();
  if (newest?.record.branches.some((each) => each.id === branch)) viewBranch(branch);
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
