import { blocksOf, isToolUse } from '../messages/blocks.ts';
import type { BranchId, NodeId, SessionEvent, StopName } from './events.ts';
import type {
  Attempt,
  Branch,
  Config,
  Counters,
  MessageNode,
  OpenCall,
  PhaseName,
  SessionRecord,
  SessionState,
  Tables,
} from './state.ts';
import { attemptById, branchById, nodeById } from './tree.ts';

/** Counters of a run that has done nothing yet. */
export function zeroCounters(sinceDepth: number): Counters {
  return {
    requests: 0,
    turns: 0,
    toolRuns: 0,
    tokens: 0,
    inputTokens: 0,
    outputTokens: 0,
    pausesInRow: 0,
    toolErrorsInRow: 0,
    autoContinues: 0,
    elapsedMs: 0,
    sinceDepth,
  };
}

/** The record with one branch changed. Throws when the event names a branch that does not exist. */
export function withBranch(record: SessionRecord, id: BranchId, change: (branch: Branch) => Branch): SessionRecord {
  const at = record.branches.findIndex((branch) => branch.id === id);
  const branch = record.branches[at];
  if (!branch) throw new Error(`branch ${id} is not in the session`);
  const branches = record.branches.slice();
  branches[at] = change(branch);
  return { ...record, branches };
}

/** The branch an event acts on. */
export function branchOf(state: SessionState, event: SessionEvent): Branch {
  const branch = branchById(state, event.branch);
  if (!branch) throw new Error(`event ${event.seq}: branch ${event.branch} is not in the session`);
  return branch;
}

export function pushNode(tables: Tables, node: MessageNode): void {
  tables.nodeIndex.set(node.id, tables.nodes.length);
  tables.nodes.push(node);
}

export function pushAttempt(tables: Tables, attempt: Attempt): void {
  tables.attemptIndex.set(attempt.id, tables.attempts.length);
  tables.attempts.push(attempt);
}

export function pushConfig(tables: Tables, config: Config): void {
  tables.configIndex.set(config.id, tables.configs.length);
  tables.configs.push(config);
}

/** Turn of a message put behind `parent`: answers begin a new one, everything else belongs to the newest. */
export function turnBehind(parent: MessageNode | undefined, role: MessageNode['role']): number {
  const turn = parent?.turn ?? 0;
  return role === 'assistant' ? turn + 1 : turn;
}

/**
 * The calls that an answer leaves open. Only `tool_use` makes them runnable: beside any other stop_reason a call
 * may be half written and is marked `cut` (curriculum §2, messages-api §1).
 */
export function openCallsOf(state: SessionState, node: MessageNode): OpenCall[] {
  const raw = new Map(attemptById(state, node.request)?.rawInput ?? []);
  const runnable = node.stopReason === 'tool_use' || node.stopReason === undefined;
  const sources = new Map(state.record.sources);
  return blocksOf(node.content).flatMap((block, index) => {
    if (!isToolUse(block)) return [];
    const source = sources.get(block.name) ?? sources.get(null) ?? defaultSource(state.record);
    const rawInput = raw.get(block.id);
    return [
      {
        id: `${node.id}.${index}`,
        node: node.id,
        block: index,
        toolUseId: block.id,
        name: block.name,
        input: block.input,
        inputEdited: false,
        ...(rawInput === undefined ? {} : { rawInput }),
        source,
        injection: null,
        decision: 'ask' as const,
        state: runnable ? ('queued' as const) : ('cut' as const),
        effect: null,
        startedAt: null,
        endedAt: null,
        durationMs: 0,
        result: null,
        original: null,
      },
    ];
  });
}

/** A session with a script answers from it; any other waits for a person until real tools are switched on. */
function defaultSource(record: SessionRecord): OpenCall['source'] {
  return record.scenario ? 'scripted' : 'typed';
}

/** The stop a branch rests at when its path ends in this node. */
export function stopAt(node: MessageNode | undefined): StopName {
  if (!node || node.role !== 'assistant') return 'request';
  return 'response';
}

const TIMED: readonly PhaseName[] = ['sending', 'backing-off', 'running'];

/** Phases in which something happens by itself. */
export function isMoving(branch: Branch): boolean {
  return TIMED.includes(branch.phase);
}

/** `timeoutMs` counts moving phases in which no call waits for a person (MACHINE §4). */
export function isTimed(branch: Branch): boolean {
  if (!isMoving(branch)) return false;
  return !branch.calls.some((call) => call.state === 'asks' || call.state === 'waiting');
}

/** Starts and stops the clock of each branch as its phase demands. */
export function settleClock(record: SessionRecord, event: SessionEvent): SessionRecord {
  const stale = record.branches.some((branch) => isTimed(branch) !== (branch.movingSince !== null));
  if (!stale) return record;
  const branches = record.branches.map((branch) => {
    const timed = isTimed(branch);
    if (timed === (branch.movingSince !== null)) return branch;
    if (timed) return { ...branch, movingSince: event.at };
    const elapsedMs = branch.counters.elapsedMs + Math.max(0, event.at - (branch.movingSince ?? event.at));
    return { ...branch, movingSince: null, counters: { ...branch.counters, elapsedMs } };
  });
  return { ...record, branches };
}

/** Number of messages on the path that ends in this node. */
export function depthOf(state: SessionState, head: NodeId | null): number {
  return nodeById(state, head)?.depth ?? 0;
}
