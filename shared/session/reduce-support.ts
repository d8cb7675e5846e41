import type { BranchId, SessionEvent, StopName } from './events.ts';
import type {
  Attempt,
  Branch,
  Config,
  Counters,
  MessageNode,
  PhaseName,
  SessionRecord,
  SessionState,
  Tables,
} from './state.ts';
import { branchById } from './tree.ts';

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

/** The stop a branch rests at when its path ends in this node. */
export function stopAt(node: MessageNode | undefined): StopName {
  if (!node || node.role !== 'assistant') return 'request';
  return 'response';
}

const MOVING: readonly PhaseName[] = ['sending', 'backing-off', 'running'];

/** Phases in which something happens by itself. */
export function isMoving(branch: Branch): boolean {
  return MOVING.includes(branch.phase);
}
