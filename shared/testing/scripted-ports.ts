import { encodeSse } from '../messages/sse.ts';
import type { ModelCall, ModelOutcome, ToolCall, ToolOutcome } from '../runner/ports.ts';
import { messageToEvents } from '../scripted/message-events.ts';
import { respond } from '../scripted/respond.ts';
import type { Scenario } from '../scripted/scenario-types.ts';
import { resultFor } from '../scripted/tool-results.ts';
import { FakePorts } from './fake-ports.ts';

/** Ports that answer at once as a script says, without HTTP, SDK or delay. */
export class ScriptedPorts extends FakePorts {
  readonly #scenario: Scenario;
  /** Messages of every request, as many as came. */
  readonly asked: number[] = [];

  constructor(scenario: Scenario) {
    super();
    this.#scenario = scenario;
  }

  override readonly model = { send: (call: ModelCall) => this.#send(call) };
  override readonly tools = {
    waitsFor: (call: Omit<ToolCall, 'signal'>) => this.waitsFor(call),
    run: (call: ToolCall) => this.#run(call),
  };

  async #send(call: ModelCall): Promise<ModelOutcome> {
    this.asked.push(call.body.messages.length);
    const { answer, nextCursor, requestId } = respond(this.#scenario, { body: call.body, cursor: call.scriptCursor });
    if (answer.kind === 'http_error') {
      const error = { kind: 'http', status: answer.status, type: 'api_error', message: '', retryable: false } as const;
      return { ok: false, nextCursor, error };
    }
    call.onHead(200, requestId, nextCursor);
    const chunks =
      answer.kind === 'sse'
        ? answer.chunks
        : messageToEvents(answer.message, answer.stream).map((event) => new TextEncoder().encode(encodeSse(event)));
    for (const chunk of chunks) call.onBytes(chunk);
    return { ok: true, nextCursor, json: false };
  }

  async #run(call: ToolCall): Promise<ToolOutcome> {
    return (
      resultFor(this.#scenario, { id: call.toolUseId, name: call.name, input: call.input }) ?? {
        content: '',
        is_error: true,
      }
    );
  }
}
