import type { CreateSession } from '../../shared/api/contract.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { ApiError } from '../api/api-error.ts';
import { createSession, getEvents } from '../api/client.ts';
import { followSession } from '../api/session-stream.ts';
import { translator, useLanguage } from '../i18n/translator.ts';
import { goesOn } from './pill.ts';
import { pushEvents, pushLive, resetSession } from './session-actions.ts';
import { useSession } from './session-store.ts';
import { refreshSessions } from './session-list.ts';
import { select } from './selection.ts';
import { showToast } from './toasts.ts';

/** The scenario a new store begins with. */
const FIRST_SCENARIO = 'refund';

let leave: (() => void) | null = null;
let retry: (() => void) | null = null;

/**
 * Opens what a link asks for, else the newest session; an empty store gets the first scenario. Resolves with the
 * id that is open, or null when the server cannot be reached (the page says so and `retryConnection` tries again).
 */
export async function openFirst(wanted: string | null): Promise<string | null> {
  retry = () => void openFirst(wanted);
  try {
    if (wanted && (await openSession(wanted))) return wanted;
    if (wanted) showToast({ role: 'alert', text: translator('state')('noSuchSession') });
    const id = (await newestSession()) ?? (await firstSession());
    return id && (await openSession(id)) ? id : null;
  } catch (error) {
    useSession.setState({ connection: 'lost' });
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

async function newestSession(): Promise<string | null> {
  return (await refreshSessions())?.[0]?.id ?? null;
}

/** `ifEmpty` makes this harmless: when another tab wins the race, its session is the one that is opened. */
async function firstSession(): Promise<string | null> {
  const { language } = useLanguage.getState();
  const reply = await createSession({ id: crypto.randomUUID(), scenario: FIRST_SCENARIO, language, ifEmpty: true });
  return (await newestSession()) ?? reply.id;
}

/**
 * Reads a session whole, then follows it. False when it is not stored; rejects with `ApiError` when the server
 * cannot be reached.
 */
export async function openSession(id: string): Promise<boolean> {
  closeSession();
  resetSession(id);
  try {
    const events = await readEvents(id);
    if (useSession.getState().sessionId !== id) return true;
    pushEvents(events);
  } catch (error) {
    if (error instanceof ApiError) {
      if (error.status !== 404) throw error;
      resetSession(null);
      return false;
    }
    unreadable(error);
    return true;
  }
  follow(id);
  return true;
}

export function closeSession(): void {
  leave?.();
  leave = null;
  select(null);
}

/** Tries at once to reach the server again. */
export function retryConnection(): void {
  const { sessionId, newest } = useSession.getState();
  if (!sessionId || !newest) return retry?.();
  leave?.();
  follow(sessionId);
}

/** Makes a session and opens it. Says in a toast why not, and then resolves with null. */
export async function startSession(body: CreateSession): Promise<string | null> {
  try {
    const { id } = await createSession(body);
    void refreshSessions();
    await openSession(id);
    return id;
  } catch (error) {
    showToast({ role: 'alert', text: (error as Error).message });
    return null;
  }
}

/**
 * All events without the raw stream text, which is read on demand. Only of an answer that is still coming the
 * chunks are needed, because nothing else holds its text yet.
 */
async function readEvents(id: string): Promise<SessionEvent[]> {
  const events = await getEvents(id);
  const open = openSince(events);
  if (open === null) return events;
  const tail = await getEvents(id, { from: open, chunks: true });
  return [...events.filter((event) => event.seq < open), ...tail];
}

/** seq of the oldest `request-start` that has no end yet. */
function openSince(events: readonly SessionEvent[]): number | null {
  const open = new Map<string, number>();
  for (const event of events) {
    if (event.type === 'request-start') open.set(`q${event.seq}`, event.seq);
    if (event.type === 'response-end' || event.type === 'request-error') open.delete(event.request);
  }
  return open.size === 0 ? null : Math.min(...open.values());
}

function follow(id: string): void {
  const here = (): boolean => useSession.getState().sessionId === id;
  leave = followSession(id, {
    newestSeq: () => useSession.getState().log.seq,
    moving: () => useSession.getState().newest?.record.branches.some(goesOn) === true,
    onEvents: (events) => here() && fold(events),
    onLive: ({ request, frames }) => here() && pushLive(request, frames),
    onOpen: () => here() && useSession.setState({ connection: 'open' }),
    onLost: () => here() && void lose(id),
  });
}

/** An event stream breaks without a reason: a plain call tells whether the server, the session or the cookie is gone. */
async function lose(id: string): Promise<void> {
  useSession.setState({ connection: 'lost' });
  try {
    await getEvents(id, { from: useSession.getState().log.seq + 1 });
  } catch (error) {
    const gone = error instanceof ApiError && (error.status === 404 || error.status === 401);
    if (!gone || useSession.getState().sessionId !== id) return;
    closeSession();
    showToast({ role: 'alert', text: error.message });
    if (error.status === 404) await openFirst(null);
  }
}

function fold(events: SessionEvent[]): void {
  try {
    pushEvents(events);
  } catch (error) {
    unreadable(error);
  }
}

/** A log that does not fold is shown as far as it goes, with the reason; nothing is written to it. */
function unreadable(error: unknown): void {
  leave?.();
  leave = null;
  useSession.setState({ connection: 'idle' });
  showToast({ role: 'alert', text: translator('state')('brokenLog', { reason: (error as Error).message }) });
}
