import type { Command } from '../debugger/command-types.ts';
import { encodeSse } from '../messages/sse.ts';
import type { ContentBlock, ResponseMessage } from '../messages/types.ts';
import { SessionRunner } from '../runner/session-runner.ts';
import type { SubmitResult } from '../runner/session-runner.ts';
import { messageToEvents } from '../scripted/message-events.ts';
import { EventLog } from '../session/log.ts';
import type { Branch } from '../session/state.ts';
import { FakePorts } from './fake-ports.ts';
import { drive } from './stories.ts';

/** A runner over fake ports, and the few moves a test makes with it. */
export class Bench {
  readonly ports = new FakePorts();
  readonly runner: SessionRunner;
  #command = 0;

  constructor(log = EventLog.of(drive([]).log.events)) {
    this.runner = new SessionRunner({ sessionId: 's', log, ports: this.ports });
  }

  get branch(): Branch {
    const [first] = this.runner.log.newest.record.branches;
    if (!first) throw new Error('no branch');
    return first;
  }

  async submit(command: Command, at?: number): Promise<SubmitResult> {
    this.#command += 1;
    const more = at === undefined ? {} : { at };
    const done = await this.runner.submit({ ...command, id: `c${this.#command}`, branch: 'b1', ...more });
    await this.settle();
    return done;
  }

  /** Everything that follows by itself has come to the log. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn++) {
      await Promise.resolve();
      await this.runner.idle();
    }
  }

  /** The newest request is answered by a stream of this message. */
  async answer(content: ContentBlock[], stop_reason: string): Promise<void> {
    const sent = this.ports.sent.at(-1);
    if (!sent) throw new Error('nothing was sent');
    sent.call.onHead(200, 'req_1', 1);
    for (const event of messageToEvents(message(content, stop_reason), { chunkChars: 100 })) {
      sent.call.onBytes(new TextEncoder().encode(encodeSse(event)));
    }
    sent.answer({ ok: true, nextCursor: 1, json: false });
    await this.settle();
  }
}

/** A `continue` whose batch is being stored until `store` is called. */
export async function storingSlowly(bench: Bench): Promise<{ submitted: Promise<unknown>; store: () => void }> {
  let store = (): void => {};
  const asked = new Promise<void>((begun) => {
    bench.ports.storing = () =>
      new Promise((resolve) => {
        store = resolve;
        begun();
      });
  });
  const submitted = bench.runner.submit({ type: 'continue', id: 'c', branch: 'b1' });
  await asked;
  return { submitted, store };
}

export const message = (content: ContentBlock[], stop_reason: string): ResponseMessage => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content,
  stop_reason,
  usage: { input_tokens: 1, output_tokens: 1 },
});

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
