import { useEffect, useMemo, useRef, useState } from 'react';
import type { RawFrame } from '../../../shared/session/events.ts';
import type { Attempt, OpenAttempt } from '../../../shared/session/state.ts';
import { StreamReader, type StreamRow } from '../../../shared/view/inspect-stream.ts';
import { getEvents } from '../../api/client.ts';
import { useSession } from '../../store/session-store.ts';
import { useLiveFrames } from './use-live-message.ts';

export interface ReadStream {
  kind: 'ready';
  rows: readonly StreamRow[];
  /** Text behind the last event. */
  leftover: string;
  bytes: number;
  live: boolean;
}

export type RawStream = { kind: 'loading' } | { kind: 'failed'; reason: string; retry(): void } | ReadStream;

interface Loaded {
  id: string;
  frames: RawFrame[] | null;
  reason: string;
}

const LOADING: RawStream = { kind: 'loading' };

/** The events of an attempt: read from the log once it has ended, growing while it is under way. */
export function useRawStream(attempt: Attempt | OpenAttempt | null): RawStream {
  const open = attempt !== null && !('endSeq' in attempt) ? attempt : null;
  const live = useLiveStream(open);
  const logged = useLoggedStream(attempt !== null && 'endSeq' in attempt ? attempt : null);
  return open === null ? logged : live;
}

function useLoggedStream(attempt: Attempt | null): RawStream {
  const session = useSession((state) => state.sessionId);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [asked, ask] = useState(0);
  useEffect(() => {
    if (attempt === null || session === null) return undefined;
    const stop = new AbortController();
    void load(session, attempt, asked).then((result) => {
      if (!stop.signal.aborted) setLoaded(result);
    });
    return () => stop.abort();
  }, [session, attempt, asked]);
  const read = useMemo(() => (loaded?.frames ? readWhole(loaded.frames) : null), [loaded]);
  if (attempt === null || loaded?.id !== attempt.id) return LOADING;
  return read ?? { kind: 'failed', reason: loaded.reason, retry: () => ask(asked + 1) };
}

/** Never rejects: a failure is a result that is shown, with a way to try again (`asked` counts the tries). */
async function load(session: string, attempt: Attempt, asked: number): Promise<Loaded> {
  try {
    const events = await getEvents(session, { from: attempt.seq, to: attempt.endSeq, chunks: true });
    const frames = events.flatMap((event) =>
      event.type === 'response-chunk' && event.request === attempt.id ? event.frames : [],
    );
    return { id: attempt.id, frames, reason: '' };
  } catch (error) {
    return { id: attempt.id, frames: null, reason: `${(error as Error).message} (${asked + 1})` };
  }
}

function readWhole(frames: RawFrame[]): RawStream {
  const reader = new StreamReader();
  reader.push(frames);
  const leftover = reader.end();
  return { kind: 'ready', rows: reader.rows, leftover, bytes: reader.bytes, live: false };
}

/**
 * One reader per answer, so that each frame is decoded once. The list of frames only ever grows at its end: what
 * moves from live to logged keeps its place.
 */
function useLiveStream(open: OpenAttempt | null): RawStream {
  const frames = useLiveFrames(open);
  const id = open?.id ?? null;
  const current = useRef<{ id: string | null; reader: StreamReader }>({ id: null, reader: new StreamReader() });
  const [stream, setStream] = useState<ReadStream | null>(null);
  useEffect(() => {
    if (current.current.id !== id || current.current.reader.taken > frames.length) {
      current.current = { id, reader: new StreamReader() };
    }
    const { reader } = current.current;
    reader.push(frames.slice(reader.taken));
    setStream({ kind: 'ready', rows: [...reader.rows], leftover: '', bytes: reader.bytes, live: true });
  }, [frames, id]);
  return stream ?? LOADING;
}
