import type { SessionSummary } from '../api/contract.ts';
import type { EventLog } from '../session/log.ts';
import type { Branch, PhaseName, SessionRecord } from '../session/state.ts';

const MOVING: readonly PhaseName[] = ['sending', 'backing-off', 'running'];

/** The line of the session list, from the newest state. */
export function summarize(id: string, log: EventLog): SessionSummary {
  const { record, tables } = log.newest;
  const branches = record.branches.filter((branch) => !branch.deleted);
  const shown = shownBranch(record, branches, log.events.at(-1)?.branch);
  const config = tables.configs[tables.configIndex.get(shown?.config ?? '') ?? 0];
  return {
    id,
    title: record.title,
    scenario: record.scenario !== null && 'id' in record.scenario ? record.scenario.id : null,
    model: String(config?.body.model ?? ''),
    createdAt: record.createdAt,
    updatedAt: record.at,
    phase: shown?.phase ?? 'request',
    moving: branches.some(isMoving),
    turn: shown?.turn ?? 0,
    outcome: shown?.outcome ?? null,
    branches: branches.length,
    events: record.seq,
  };
}

export function isMoving(branch: Branch): boolean {
  return MOVING.includes(branch.phase);
}

/** A branch that moves, else the one of the newest event, else the first that is left. */
function shownBranch(record: SessionRecord, left: readonly Branch[], newest: string | undefined): Branch | undefined {
  return left.find(isMoving) ?? left.find((branch) => branch.id === newest) ?? left[0] ?? record.branches[0];
}
