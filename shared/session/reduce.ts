import { settleClock } from './clock.ts';
import type { EventOf, EventType, SessionEvent } from './events.ts';
import { reduceAttempt } from './reduce-attempt.ts';
import { reduceBranch } from './reduce-branch.ts';
import { reduceCall } from './reduce-call.ts';
import { reduceRun } from './reduce-run.ts';
import { reduceSession } from './reduce-session.ts';
import { reduceTree } from './reduce-tree.ts';
import type { SessionRecord, SessionState, TableLengths, Tables } from './state.ts';

type Handler = (state: SessionState, event: never) => SessionRecord;

/** Which part of the fold an event belongs to; a new event type fails to compile until it has a row. */
const HANDLERS: Record<EventType, Handler> = {
  'session-create': reduceSession,
  'config-set': reduceBranch,
  'limits-set': reduceSession,
  'source-set': reduceSession,
  'branch-create': reduceBranch,
  'branch-change': reduceBranch,
  'head-move': reduceBranch,
  'history-edit': reduceTree,
  'message-append': reduceTree,
  'breakpoint-set': reduceSession,
  'exception-breakpoints-set': reduceSession,
  'log-point': reduceSession,
  'run-start': reduceRun,
  stopped: reduceRun,
  continued: reduceRun,
  'limit-hit': reduceRun,
  'run-end': reduceRun,
  'request-start': reduceAttempt,
  'response-head': reduceAttempt,
  'response-chunk': reduceAttempt,
  'response-end': reduceAttempt,
  'request-error': reduceAttempt,
  'retry-wait': reduceAttempt,
  'call-set': reduceCall,
  'tool-call-start': reduceCall,
  'tool-call-wait': reduceCall,
  'tool-call-end': reduceCall,
  'tool-call-doubt': reduceCall,
  'result-edit': reduceCall,
  late: reduceCall,
};

/** All types of events there are. */
export const EVENT_TYPES = Object.keys(HANDLERS) as EventType[];

function emptyTables(): Tables {
  return {
    nodes: [],
    attempts: [],
    calls: [],
    configs: [],
    late: [],
    nodeIndex: new Map(),
    attemptIndex: new Map(),
    configIndex: new Map(),
  };
}

/** The state before any event, with tables of its own. */
export function emptyState(): SessionState {
  return {
    tables: emptyTables(),
    record: {
      seq: 0,
      at: 0,
      title: '',
      scenario: null,
      origin: { kind: 'request' },
      createdAt: 0,
      limits: {} as SessionRecord['limits'],
      branches: [],
      breakpoints: [],
      hits: [],
      exceptions: { runFailed: true, failedTry: false, toolError: false },
      sources: [],
      lengths: { nodes: 0, attempts: 0, calls: 0, configs: 0, late: 0 },
    },
  };
}

/**
 * The one fold: the only way a session's state changes, on the server, in the page, in the command line,
 * live or replayed. Pushes finished things to the shared tables and returns a new small record, so it must be
 * applied to the newest state of its tables.
 * Throws when the event's seq does not follow, or when it names something that does not exist: such a log is
 * not one that `transition` wrote. The tables are then as they were.
 */
export function reduce(state: SessionState, event: SessionEvent): SessionState {
  if (event.seq !== state.record.seq + 1) {
    throw new Error(`event ${event.seq} (${event.type}) does not follow event ${state.record.seq}`);
  }
  if (state.tables.nodes.length !== state.record.lengths.nodes) {
    throw new Error(`event ${event.seq}: only the newest state of a fold can take an event`);
  }
  const handler = HANDLERS[event.type] as ((state: SessionState, event: SessionEvent) => SessionRecord) | undefined;
  if (!handler) throw new Error(`event ${event.seq}: unknown type "${(event as EventOf<EventType>).type}"`);
  const { tables } = state;
  const record = orRollBack(tables, state.record.lengths, () => handler(state, event));
  return {
    tables,
    record: {
      ...settleClock(state.record, record, event),
      seq: event.seq,
      at: event.at,
      lengths: {
        nodes: tables.nodes.length,
        attempts: tables.attempts.length,
        calls: tables.calls.length,
        configs: tables.configs.length,
        late: tables.late.length,
      },
    },
  };
}

/** A refused event must leave nothing in the tables: the state before it stays the newest one. */
function orRollBack(tables: Tables, lengths: TableLengths, change: () => SessionRecord): SessionRecord {
  try {
    return change();
  } catch (error) {
    for (const node of tables.nodes.splice(lengths.nodes)) tables.nodeIndex.delete(node.id);
    for (const attempt of tables.attempts.splice(lengths.attempts)) tables.attemptIndex.delete(attempt.id);
    for (const config of tables.configs.splice(lengths.configs)) tables.configIndex.delete(config.id);
    tables.calls.length = lengths.calls;
    tables.late.length = lengths.late;
    throw error;
  }
}
