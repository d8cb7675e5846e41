import type { ContentBlock, Message, ResponseMessage } from '../../messages/types.ts';
import { sessionCreate } from '../../session/create.ts';
import type { CallResult, EventBody, SessionEvent } from '../../session/events.ts';
import { EventLog } from '../../session/log.ts';

/** Writes a session event by event, one every 10 ms, so that a test reads like the story it tells. */
export class LogBuilder {
  readonly log = new EventLog();
  at = 0;

  constructor(messages: Message[], body: Record<string, unknown> = {}) {
    const config = {
      body: { model: 'claude-opus-5-5', max_tokens: 1024, ...body },
      endpoint: 'scripted',
      policy: 'correct',
    } as const;
    const session = {
      title: 'Refund for A-1001',
      scenario: { id: 'refund', language: 'en' },
      config,
      messages,
    } as const;
    this.log.push(sessionCreate({ ...session, messages, origin: { kind: 'scenario', name: 'refund' } }, 0));
    this.add({ type: 'run-start', mode: 'live', phase: 'request' });
  }

  get seq(): number {
    return this.log.newest.record.seq;
  }

  add(body: EventBody, wait = 10, branch = 'b1'): SessionEvent {
    this.at += wait;
    const event: SessionEvent = { v: 1, seq: this.seq + 1, at: this.at, branch, run: 'r2', ...body };
    this.log.push(event);
    return event;
  }

  /** One request with its whole answer; returns the id of the answer's message. */
  answer(content: ContentBlock[], stop: string, ms = 810): string {
    const nodes = this.log.newest.tables.nodes.map((node) => node.id);
    const turn = this.log.newest.record.branches[0]?.turn ?? 1;
    const start = this.add({
      type: 'request-start',
      config: 'c1',
      messages: nodes,
      bodyHash: '0',
      try: 1,
      turn,
      scriptCursor: 0,
    });
    const request = `q${start.seq}`;
    this.add({ type: 'response-head', request, status: 200, requestId: 'req_1' });
    const message: ResponseMessage = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content,
      stop_reason: stop,
      usage: { input_tokens: 486, output_tokens: 71 },
    };
    this.add({ type: 'response-end', request, message, outcome: 'complete', scriptCursor: 1 }, ms - 10);
    const append = this.add({ type: 'message-append', role: 'assistant', content, origin: 'answer', request }, 0);
    return `m${append.seq}`;
  }

  /** Runs one call to its end. */
  run(call: string, name: string, input: unknown, result: CallResult, ms = 312): void {
    this.add({ type: 'tool-call-start', call, name, input, source: 'scripted' });
    const state = result.is_error ? 'error' : 'ok';
    this.add({ type: 'tool-call-end', call, result, state, source: 'scripted', durationMs: ms }, ms);
  }

  /** Appends what is in as one results message; returns its id. */
  results(): string {
    const open = this.log.newest.record.branches[0]?.calls ?? [];
    const content = open.map((call) => ({
      type: 'tool_result',
      tool_use_id: call.toolUseId,
      content: call.result?.content ?? '',
      ...(call.result?.is_error ? { is_error: true } : {}),
    }));
    const event = this.add({
      type: 'message-append',
      role: 'user',
      content,
      origin: 'results',
      calls: open.map((call) => call.id),
    });
    return `m${event.seq}`;
  }
}

/** The refund session, all results of turn 1 in and nothing appended yet. */
export function refundAtResults(): { builder: LogBuilder; answer: string; call: string } {
  const builder = new LogBuilder([{ role: 'user', content: 'My order A-1001 arrived broken. Please refund it.' }]);
  const use = { type: 'tool_use', id: 'toolu_01Lx7Qd2', name: 'lookup_order', input: { order_id: 'A-1001' } };
  const answer = builder.answer([{ type: 'text', text: 'I’ll look up order A-1001.' }, use], 'tool_use');
  builder.add({ type: 'stopped', reason: 'step', stop: 'tools' });
  builder.add({ type: 'continued', command: 'next', granularity: 'stop' });
  const call = `${answer}.1`;
  builder.run(call, use.name, use.input, { content: '{"order_id":"A-1001","status":"delivered"}', is_error: false });
  builder.add({ type: 'stopped', reason: 'step', stop: 'results' });
  return { builder, answer, call };
}
