import { accumulateFrame, EMPTY_STREAM } from '../messages/accumulate.ts';
import { snapshot } from '../messages/accumulate-finish.ts';
import { isRecord } from '../messages/blocks.ts';
import { SseDecoder } from '../messages/sse.ts';
import { frameBytes } from '../loop/read-answer.ts';
import type { RawFrame, RequestId } from '../session/events.ts';
import type { LiveAnswer } from './graph-growing.ts';

/**
 * Reads the frames of one answer under way, piece by piece: those already read are not read again, so an answer
 * costs its length once, however often it is drawn.
 */
export class LiveReader {
  readonly request: RequestId;
  #decoder = new SseDecoder();
  #state = EMPTY_STREAM;
  #taken = 0;

  constructor(request: RequestId) {
    this.request = request;
  }

  /** Takes all frames so far, of which the first ones are known already. */
  read(logged: readonly RawFrame[], live: readonly RawFrame[]): void {
    const total = logged.length + live.length;
    for (; this.#taken < total; this.#taken++) {
      const frame = logged[this.#taken] ?? live[this.#taken - logged.length];
      if (!frame) break;
      for (const event of this.#decoder.push(frameBytes(frame))) this.#state = accumulateFrame(this.#state, event);
    }
  }

  /** What has come so far; costs the length of the message. */
  get answer(): LiveAnswer {
    const { message, partialInput } = snapshot(this.#state);
    const raw = new Map<string, string>();
    for (const [index, text] of partialInput) {
      const block = message?.content[index];
      if (isRecord(block) && typeof block.id === 'string') raw.set(block.id, text);
    }
    return { request: this.request, message, raw };
  }
}
