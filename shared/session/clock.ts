import type { SessionEvent } from './events.ts';
import { isMoving } from './reduce-support.ts';
import type { Branch, OpenCall, SessionRecord } from './state.ts';

const UNTIMED: readonly OpenCall['state'][] = ['asks', 'waiting', 'in-doubt'];

/** `timeoutMs` counts moving phases in which no call waits for a person (MACHINE §4). */
export function isTimed(branch: Branch): boolean {
  return isMoving(branch) && !branch.calls.some((call) => UNTIMED.includes(call.state));
}

/** Starts and stops the clock of each branch as its phase demands. `before` is the record without the event. */
export function settleClock(before: SessionRecord, record: SessionRecord, event: SessionEvent): SessionRecord {
  const changed = record.branches.some((branch) => isTimed(branch) !== (branch.movingSince !== null));
  if (!changed) return record;
  const branches = record.branches.map((branch) => {
    const timed = isTimed(branch);
    if (timed === (branch.movingSince !== null)) return branch;
    if (timed) return { ...branch, movingSince: event.at };
    const since = branch.movingSince ?? event.at;
    const was = before.branches.find((each) => each.id === branch.id);
    const until = isInterruption(event) && was ? lastSign(was, since) : event.at;
    const elapsedMs = branch.counters.elapsedMs + Math.max(0, until - since);
    return { ...branch, movingSince: null, counters: { ...branch.counters, elapsedMs } };
  });
  return { ...record, branches };
}

/** Events that say, some time after it happened, that the host had died. */
function isInterruption(event: SessionEvent): boolean {
  if (event.type === 'stopped') return event.reason === 'interrupted';
  return event.type === 'tool-call-doubt' || (event.type === 'request-error' && event.error.kind === 'interrupted');
}

/** Newest sign of life of a branch in the log: the hours until a dead host is started again are no time of the run. */
function lastSign(branch: Branch, since: number): number {
  const { attempt, backoff, calls } = branch;
  const signs = [since, attempt?.startedAt, attempt?.heardAt, backoff ? backoff.until - backoff.ms : undefined];
  for (const call of calls) signs.push(call.startedAt ?? undefined, call.endedAt ?? undefined);
  return Math.max(...signs.filter((sign) => sign !== undefined));
}
