import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** Reads a stream of server-sent events message by message. */
export class SseReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #messages: EventSourceMessage[] = [];
  readonly comments: string[] = [];
  readonly #parser = createParser({
    onEvent: (message) => void this.#messages.push(message),
    onComment: (text) => void this.comments.push(text),
  });

  constructor(response: Response) {
    if (response.body === null) throw new Error('the response has no body');
    this.#reader = response.body.getReader();
  }

  /** The next message; null at the end of the stream. */
  async next(): Promise<EventSourceMessage | null> {
    for (;;) {
      const message = this.#messages.shift();
      if (message !== undefined) return message;
      if (!(await this.#more())) return null;
    }
  }

  /** Messages up to and including the first that `found` accepts. */
  async until(found: (message: EventSourceMessage) => boolean): Promise<EventSourceMessage[]> {
    const seen: EventSourceMessage[] = [];
    for (let message = await this.next(); message !== null; message = await this.next()) {
      seen.push(message);
      if (found(message)) return seen;
    }
    throw new Error(`the stream ended; seen: ${seen.map(({ event }) => event).join(', ')}`);
  }

  /** Reads until a comment came. */
  async comment(): Promise<string> {
    while (this.comments.length === 0) if (!(await this.#more())) throw new Error('the stream ended');
    return this.comments[0] ?? '';
  }

  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (!done) this.#parser.feed(new TextDecoder().decode(value));
    return !done;
  }
}
