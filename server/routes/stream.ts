import { type Context, Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { HostedSession } from '../../shared/host/hosted-session.ts';
import type { SessionHost } from '../../shared/host/session-host.ts';
import { readSeq } from './events.ts';

/** A comment line this often keeps proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;
/** Events that travel in one write. */
const EVENTS_AT_ONCE = 200;

export interface StreamSettings {
  keepAliveMs?: number;
}

/**
 * A session's events as they are stored, from `?from=SEQ` (the first one wanted) or behind `Last-Event-ID`, and in
 * between the bytes of an answer that are not in the log yet.
 *
 * Nothing is queued for a reader: it has a place in the log and a place among the live frames, and is written to as
 * fast as it reads. A slow tab costs no memory and skips live frames that have become events meanwhile.
 */
export function streamRoutes(host: SessionHost, { keepAliveMs = KEEP_ALIVE_MS }: StreamSettings = {}): Hono {
  const app = new Hono();
  app.get('/:id/stream', async (context) => {
    const first = firstWanted(context);
    const session = await host.open(context.req.param('id'));
    context.header('x-accel-buffering', 'no');
    return streamSSE(context, (stream) => pump(session, stream, first, keepAliveMs));
  });
  return app;
}

/** A reconnecting EventSource repeats its old address, so `Last-Event-ID` wins. */
function firstWanted(context: Context): number {
  const last = context.req.header('last-event-id');
  const from = readSeq(context, 'from');
  if (last !== undefined && /^\d{1,15}$/.test(last)) return Number(last) + 1;
  return Math.max(from ?? 1, 1);
}

async function pump(
  session: HostedSession,
  stream: SSEStreamingApi,
  first: number,
  keepAliveMs: number,
): Promise<void> {
  const bell = new Bell();
  const unwatch = session.watch(() => bell.ring());
  stream.onAbort(() => bell.ring());
  session.closed.addEventListener('abort', () => bell.ring(), { once: true });
  let [seq, live, caughtUp] = [first, 0, false];
  try {
    while (!stream.aborted) {
      const events = session.eventsFrom(seq, EVENTS_AT_ONCE);
      if (events.length > 0) {
        await stream.write(events.map((event) => frame('event', event, event.seq)).join(''));
        seq = (events.at(-1)?.seq ?? seq) + 1;
        continue;
      }
      if (session.closed.aborted) return;
      const frames = session.liveFrom(live);
      live = session.livePlace;
      if (frames.length > 0) await stream.write(frames.map((each) => frame('live', each)).join(''));
      else if (!caughtUp) {
        caughtUp = true;
        await stream.write(frame('caught-up', { seq: session.stored }));
      } else if (!(await bell.wait(keepAliveMs))) await stream.write(': keep-alive\n\n');
    }
  } finally {
    unwatch();
  }
}

function frame(event: string, data: unknown, id?: number): string {
  // JSON text has no line ends, so one data line holds it.
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Remembers a ring until somebody waits for it. */
class Bell {
  #rung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** True when it rang, false after `ms` of silence. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const rung = this.#rung;
    this.#rung = false;
    this.#wake = null;
    return rung;
  }
}
