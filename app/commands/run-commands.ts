import { allowed, type CommandName } from '../../shared/debugger/allowed.ts';
import type { Command } from '../../shared/debugger/command-types.ts';
import { branchById } from '../../shared/session/tree.ts';
import type { Branch } from '../../shared/session/state.ts';
import { translator } from '../i18n/translator.ts';
import { refusalReason } from '../store/refusal-text.ts';
import { type RecordedStop, recordedStops, type ReplayMove, replayStep } from '../store/replay.ts';
import { useReplay } from '../store/replay-state.ts';
import { runToHere, runToHereRefusal } from '../store/run-to-here.ts';
import { sendCommand } from '../store/send-command.ts';
import { setCursor } from '../store/session-actions.ts';
import { useSession } from '../store/session-store.ts';
import type { PageCommand } from './command-types.ts';

interface Verb {
  id: PageCommand['id'];
  keys: readonly string[];
  command: Command & { type: CommandName };
  /** What the same button does while the page shows the past; null = nothing. */
  replay: ReplayMove | null;
}

/** Keys of the browser's own debugger stand second. */
const VERBS: readonly Verb[] = [
  { id: 'continue', keys: ['c', 'F8'], command: { type: 'continue' }, replay: 'continue' },
  { id: 'pause', keys: ['p'], command: { type: 'pause' }, replay: null },
  { id: 'step', keys: ['s', 'F10'], command: { type: 'next', granularity: 'stop' }, replay: 'step' },
  { id: 'stepTurn', keys: ['n'], command: { type: 'next', granularity: 'turn' }, replay: 'stepTurn' },
  { id: 'stepInto', keys: ['i', 'F11'], command: { type: 'stepIn' }, replay: null },
  { id: 'stepOut', keys: ['o', 'Shift+F11'], command: { type: 'stepOut' }, replay: 'stepOut' },
  { id: 'restart', keys: ['r'], command: { type: 'restart' }, replay: 'restart' },
  { id: 'stop', keys: ['.'], command: { type: 'terminate' }, replay: null },
];

/** The debug toolbar: acts on the looked-at branch, or moves over its record while the page shows the past. */
export const RUN_COMMANDS: readonly PageCommand[] = [
  ...VERBS.map((verb): PageCommand => ({
    id: verb.id,
    group: 'run',
    keys: verb.keys,
    run: () => (replaying() ? replay(verb.replay) : void sendCommand(verb.command)),
    refusal: () => (replaying() ? pastRefusal(verb) : refusalNow(verb.command.type)),
  })),
  {
    id: 'stepBack',
    group: 'run',
    keys: ['Shift+s'],
    run: () => replay('stepBack'),
    refusal: () => replayRefusal('stepBack'),
  },
  { id: 'runToHere', group: 'run', keys: ['h'], run: () => void runToHere(), refusal: runToHereRefusal },
  {
    id: 'runOpenCalls',
    group: 'run',
    keys: [],
    run: () => void sendCommand({ type: 'continue', openCalls: 'run' }),
    refusal: () => (replaying() ? translator('state')('notInPast') : openCallsRefusal()),
  },
];

/** The looked-at branch as it is now. */
function newestBranch(): Branch | null {
  const { newest, branch } = useSession.getState();
  return newest && branch ? (branchById(newest, branch) ?? null) : null;
}

function replaying(): boolean {
  return useSession.getState().cursor !== null;
}

/** Why a command cannot act on the looked-at branch now, in words. */
export function refusalNow(name: CommandName): string | null {
  const { newest, branch } = useSession.getState();
  if (!newest || !branch) return translator('state')('noSession');
  return refusalReason(allowed(newest, branch)[name]);
}

function openCallsRefusal(): string | null {
  const branch = newestBranch();
  if (!branch) return translator('state')('noSession');
  const open = branch.phase === 'ended' && branch.calls.length > 0;
  return open ? refusalNow('continue') : translator('state')('noOpenCalls');
}

let known: { key: unknown; branch: string; stops: RecordedStop[] } | null = null;

/** The recorded stops of the looked-at branch; worked out once per state. */
function stopsNow(): RecordedStop[] {
  const { log, newest, homeBranch } = useSession.getState();
  if (!newest || !homeBranch) return [];
  if (known?.key !== newest || known.branch !== homeBranch) {
    known = { key: newest, branch: homeBranch, stops: recordedStops(log, homeBranch) };
  }
  return known.stops;
}

function replay(move: ReplayMove | null): void {
  // Whoever steps or pauses takes over from the playing.
  useReplay.setState({ playing: false });
  const target = move && replayStep(stopsNow(), useSession.getState().cursor, move);
  if (target !== undefined) setCursor(target);
}

/** Nothing runs in the past, but what is played can be paused. */
function pastRefusal({ id, replay: move }: Verb): string | null {
  return id === 'pause' && useReplay.getState().playing ? null : replayRefusal(move);
}

function replayRefusal(move: ReplayMove | null): string | null {
  const t = translator('state');
  if (!move) return t('notInPast');
  const target = replayStep(stopsNow(), useSession.getState().cursor, move);
  if (target !== undefined) return null;
  return t(move === 'stepBack' ? 'replayStart' : 'replayEnd');
}
