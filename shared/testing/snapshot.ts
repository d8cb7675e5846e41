import type { Branch, SessionState } from '../session/state.ts';

/**
 * All that a state says, as a plain value to compare: the record, and the tables as far as they belong to it. Frames
 * of an open stream are left out: only the newest state of a log knows them.
 */
export function snapshot(state: SessionState): unknown {
  const { tables, record } = state;
  const { lengths } = record;
  return {
    record: { ...record, branches: record.branches.map(withoutFrames) },
    nodes: tables.nodes.slice(0, lengths.nodes),
    attempts: tables.attempts.slice(0, lengths.attempts),
    calls: tables.calls.slice(0, lengths.calls),
    configs: tables.configs.slice(0, lengths.configs),
    late: tables.late.slice(0, lengths.late),
  };
}

function withoutFrames(branch: Branch): Branch {
  return branch.attempt ? { ...branch, attempt: { ...branch.attempt, frames: [] } } : branch;
}
