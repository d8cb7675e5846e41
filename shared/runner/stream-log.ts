import type { BranchId, RawFrame, RequestId } from '../session/events.ts';
import { CHUNK_MS, FrameBuffer, toFrame } from './frame-buffer.ts';
import type { Clock } from './ports.ts';

interface Held {
  branch: BranchId;
  startedAt: number;
  buffer: FrameBuffer;
  cancel: (() => void) | null;
}

/** Frames of one answer, ready to be written. */
export interface Gathered {
  branch: BranchId;
  request: RequestId;
  frames: RawFrame[];
}

/** The streams that are coming in: shows each piece at once and gathers it for the log. */
export class StreamLog {
  readonly #clock: Clock;
  readonly #show: (request: RequestId, frames: RawFrame[]) => void;
  readonly #write: (gathered: Gathered) => void;
  readonly #held = new Map<RequestId, Held>();

  /** `write` takes what was gathered for `CHUNK_MS` or up to `CHUNK_BYTES`. */
  constructor(
    clock: Clock,
    show: (request: RequestId, frames: RawFrame[]) => void,
    write: (gathered: Gathered) => void,
  ) {
    this.#clock = clock;
    this.#show = show;
    this.#write = write;
  }

  /** An answer is on its way; the times of its frames count from now. */
  open(branch: BranchId, request: RequestId): void {
    this.#held.set(request, { branch, startedAt: this.#clock.now(), buffer: new FrameBuffer(), cancel: null });
  }

  /** Bytes of an open answer; those of any other are dropped. */
  hear(request: RequestId, bytes: Uint8Array): void {
    const held = this.#held.get(request);
    if (!held) return;
    const frame = toFrame(Math.round(this.#clock.now() - held.startedAt), bytes);
    this.#show(request, [frame]);
    if (!held.buffer.fits(bytes.length)) this.#flush(request, held);
    held.buffer.add(frame, bytes.length);
    if (held.buffer.isFull) this.#flush(request, held);
    else held.cancel ??= this.#clock.timer(CHUNK_MS, () => this.#flush(request, held));
  }

  /** Hands over what the streams of a branch have gathered, so that it comes to the log before what follows. */
  take(branch: BranchId | null): Gathered[] {
    const gathered: Gathered[] = [];
    for (const [request, held] of this.#held) {
      if (held.branch !== branch || held.buffer.isEmpty) continue;
      gathered.push({ branch: held.branch, request, frames: this.#empty(held) });
    }
    return gathered;
  }

  /** No more will come of this answer. */
  close(request: RequestId): void {
    this.#held.get(request)?.cancel?.();
    this.#held.delete(request);
  }

  /** Drops everything. */
  clear(): void {
    for (const request of this.#held.keys()) this.close(request);
  }

  #flush(request: RequestId, held: Held): void {
    const frames = this.#empty(held);
    if (frames.length > 0) this.#write({ branch: held.branch, request, frames });
  }

  #empty(held: Held): RawFrame[] {
    held.cancel?.();
    held.cancel = null;
    return held.buffer.take();
  }
}
