import type { HostedSession } from '../../shared/host/hosted-session.ts';
import type { WorkerMessage } from './session-protocol.ts';

const EVENTS_AT_ONCE = 500;

/**
 * Tells what a session brings from seq `from` on: what is stored, then `caught-up`, then everything as it comes.
 * The returned function ends it.
 */
export function tellSession(
  session: HostedSession,
  id: number,
  from: number,
  tell: (message: WorkerMessage) => void,
): () => void {
  let [seq, live, caughtUp] = [from, 0, false];
  const pump = (): void => {
    for (let events = session.eventsFrom(seq, EVENTS_AT_ONCE); events.length > 0;) {
      tell({ kind: 'events', id, events });
      seq = (events.at(-1)?.seq ?? seq) + 1;
      events = session.eventsFrom(seq, EVENTS_AT_ONCE);
    }
    for (const frames of session.liveFrom(live)) tell({ kind: 'live', id, frames });
    live = session.livePlace;
    if (!caughtUp) tell({ kind: 'caught-up', id });
    caughtUp = true;
  };
  const lose = (): void => tell({ kind: 'lost', id });
  const unwatch = session.watch(pump);
  session.closed.addEventListener('abort', lose, { once: true });
  pump();
  return () => {
    unwatch();
    session.closed.removeEventListener('abort', lose);
  };
}
