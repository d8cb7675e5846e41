import { canonicalJson } from '../messages/canonical-json.ts';
import type { Breakpoint } from './breakpoint-types.ts';
import type { ConfigId, EventOf } from './events.ts';
import { defaultsOf } from './open-calls.ts';
import { pushConfig, pushNode, turnBehind, zeroCounters } from './reduce-support.ts';
import type { Branch, MessageNode, OpenCall, SessionRecord, SessionState, Tables } from './state.ts';

type SessionLevel =
  | EventOf<'session-create'>
  | EventOf<'limits-set'>
  | EventOf<'source-set'>
  | EventOf<'breakpoint-set'>
  | EventOf<'exception-breakpoints-set'>
  | EventOf<'log-point'>;

/** Events about the whole session. */
export function reduceSession(state: SessionState, event: SessionLevel): SessionRecord {
  const { record } = state;
  switch (event.type) {
    case 'session-create':
      return create(state, event);
    case 'limits-set':
      return { ...record, limits: event.limits };
    case 'source-set':
      return setSource(record, event);
    case 'breakpoint-set':
      return setBreakpoint(record, event);
    case 'exception-breakpoints-set':
      return { ...record, exceptions: event.exceptions };
    case 'log-point':
      return { ...record, hits: countHits(record.hits, [[event.breakpoint, event.hits]]) };
  }
}

/** One that now watches something else, or asks for other hits, counts anew. */
function setBreakpoint(record: SessionRecord, { breakpoint, removed }: EventOf<'breakpoint-set'>): SessionRecord {
  const at = record.breakpoints.findIndex((each) => each.id === breakpoint.id);
  const breakpoints = record.breakpoints.slice();
  if (removed) breakpoints.splice(at, at < 0 ? 0 : 1);
  else breakpoints.splice(at < 0 ? breakpoints.length : at, at < 0 ? 0 : 1, breakpoint);
  const before = record.breakpoints[at];
  const counts = !removed && before !== undefined && countedBy(before) === countedBy(breakpoint);
  return { ...record, breakpoints, hits: counts ? record.hits : record.hits.filter(([id]) => id !== breakpoint.id) };
}

/** What the count of hits depends on. */
function countedBy({ where, condition = '', hitCondition = '' }: Breakpoint): string {
  return canonicalJson([where, condition, hitCondition]);
}

/** A default for calls to come, and for those that have not begun and still had the default before. */
function setSource(record: SessionRecord, { tool, source, injection }: EventOf<'source-set'>): SessionRecord {
  const others = record.sources.filter(([name]) => name !== tool);
  const rule: SessionRecord['sources'] =
    source === null ? [] : [injection === undefined ? [tool, source] : [tool, source, injection]];
  const next: SessionRecord = { ...record, sources: [...others, ...rule] };
  const follow = (call: OpenCall): OpenCall => {
    const before = defaultsOf(record, call.name);
    const follows =
      call.state === 'queued' &&
      call.source === before.source &&
      canonicalJson(call.injection) === canonicalJson(before.injection);
    return follows ? { ...call, ...defaultsOf(next, call.name) } : call;
  };
  const branches = next.branches.map((branch) => {
    const calls = branch.calls.map(follow);
    return calls.some((call, index) => call !== branch.calls[index]) ? { ...branch, calls } : branch;
  });
  return { ...next, branches };
}

/** Adds matches to the counts that `hitCondition` asks about. */
export function countHits(hits: SessionRecord['hits'], more: SessionRecord['hits']): SessionRecord['hits'] {
  if (more.length === 0) return hits;
  const counts = new Map(hits);
  for (const [id, count] of more) counts.set(id, (counts.get(id) ?? 0) + count);
  return [...counts];
}

function create(state: SessionState, event: EventOf<'session-create'>): SessionRecord {
  const config = `c${event.seq}`;
  pushConfig(state.tables, { ...event.config, id: config, seq: event.seq, branch: event.branch });
  const head = pushFirstMessages(state.tables, event, config);
  return {
    ...state.record,
    title: event.title,
    scenario: event.scenario ?? null,
    origin: event.origin,
    createdAt: event.at,
    limits: event.limits,
    branches: [firstBranch(event, config, head)],
  };
}

function pushFirstMessages(
  tables: Tables,
  event: EventOf<'session-create'>,
  config: ConfigId,
): MessageNode | undefined {
  let parent: MessageNode | undefined;
  for (const [index, message] of event.messages.entries()) {
    const { role, content, ...extra } = message;
    parent = {
      id: `m${event.seq}.${index}`,
      seq: event.seq,
      at: event.at,
      parent: parent?.id ?? null,
      branch: event.branch,
      role,
      content,
      ...(Object.keys(extra).length > 0 ? { extra } : {}),
      origin: 'first',
      config,
      turn: turnBehind(parent, role),
      depth: index + 1,
    };
    pushNode(tables, parent);
  }
  return parent;
}

function firstBranch(event: EventOf<'session-create'>, config: ConfigId, head: MessageNode | undefined): Branch {
  return {
    id: event.branch,
    name: 'main',
    deleted: false,
    from: null,
    head: head?.id ?? null,
    config,
    scriptCursor: 0,
    edited: false,
    phase: 'request',
    stopped: { reason: 'entry', seq: event.seq, breakpoints: [], calls: [] },
    passed: false,
    goal: null,
    run: null,
    runs: 0,
    turn: (head?.turn ?? 0) + 1,
    counters: zeroCounters(0),
    attempt: null,
    lastAttempt: null,
    backoff: null,
    tries: 0,
    sentHead: null,
    nextPatch: null,
    calls: [],
    outcome: null,
    limit: null,
    endedIn: null,
    movingSince: null,
    undo: [],
    redo: [],
  };
}
