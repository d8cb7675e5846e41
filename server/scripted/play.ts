import type { BodyEnd, Part } from '../../shared/scripted/answer-parts.ts';
import { hang, pause, type WaitClock } from '../../shared/runner/waiting.ts';

export interface Playing {
  parts: readonly Part[];
  end: BodyEnd;
  clock: WaitClock;
  /** Aborts when the client leaves. */
  signal: AbortSignal;
  /** Breaks the connection under the body; null where there is no socket. */
  breakConnection: (() => Promise<void>) | null;
}

/**
 * A response body that keeps the pace of its parts. Each part is made when it is asked for, so a slow reader slows
 * it down, and a reader that leaves stops it.
 */
export function playBody({ parts, end, clock, signal, breakConnection }: Playing): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const stop = AbortSignal.any([signal, left.signal]);
  let next = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const part = parts[next];
    next += 1;
    if (part !== undefined) {
      await pause(clock, part.waitMs, stop);
      if (part.bytes.length > 0) return controller.enqueue(part.bytes);
      return pull(controller);
    }
    if (end === 'eof') return controller.close();
    if (end === 'hang') return hang(clock, stop);
    if (breakConnection === null) return controller.error(brokenConnection());
    await breakConnection();
    return hang(clock, stop);
  };
  return new ReadableStream<Uint8Array>(
    { pull, cancel: () => left.abort() },
    // Nothing is made before somebody reads.
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}

/** What fetch reports for a socket that closed in the middle of a body. */
export function brokenConnection(): TypeError {
  return new TypeError('terminated', {
    cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
  });
}
