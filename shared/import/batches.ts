import type { EventType, SessionEvent } from '../session/events.ts';

/** Events and characters of JSON that one part holds at most; a single step of the run may be larger. */
export const BATCH_EVENTS = 500;
export const BATCH_CHARS = 1_000_000;
/** The first part holds little, so that the first turn can be looked at while the others are on their way. */
const FIRST_CHARS = 200_000;

/** After these the run rests: a part may end here, and what has arrived is a session by itself. */
const RESTS: ReadonlySet<EventType> = new Set([
  'session-create',
  'message-append',
  'stopped',
  'run-end',
  'branch-create',
  'source-set',
]);

export interface EventBatch {
  events: SessionEvent[];
  /** The events as JSON texts, in order: large sessions are written once. */
  json: string[];
  last: boolean;
}

/** Cuts the events of an import into parts that can be sent one after the other. */
export function* eventBatches(events: Iterable<SessionEvent>): Generator<EventBatch> {
  let batch: EventBatch = { events: [], json: [], last: false };
  let chars = 0;
  let most = FIRST_CHARS;
  let before: SessionEvent | undefined;
  for (const event of events) {
    const full = chars >= most || batch.events.length >= BATCH_EVENTS - 100;
    if (full && before && RESTS.has(before.type)) {
      yield batch;
      batch = { events: [], json: [], last: false };
      chars = 0;
      most = BATCH_CHARS;
    }
    const json = JSON.stringify(event);
    batch.events.push(event);
    batch.json.push(json);
    chars += json.length;
    before = event;
  }
  yield { ...batch, last: true };
}
