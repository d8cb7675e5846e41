import { encodeSse } from '../../messages/sse.ts';
import type { ContentBlock, Message, RequestBody } from '../../messages/types.ts';
import { messageToEvents } from '../message-events.ts';
import type { ScriptedAnswer } from '../respond.ts';
import type { ResponseStep, Scenario, ScenarioStep, SseStep } from '../scenario-types.ts';

/** Short builders for scripts and requests, for tests. */
export const say = (text: string, stop_reason = 'end_turn'): ResponseStep => ({
  type: 'response',
  message: { content: [{ type: 'text', text }], stop_reason },
});
export const call = (id?: string, input: unknown = {}): ResponseStep => ({
  type: 'response',
  message: {
    content: [{ type: 'tool_use', ...(id === undefined ? {} : { id }), name: 'lookup', input }],
    stop_reason: 'tool_use',
  },
});
export const OVERLOADED: ScenarioStep = { type: 'http_error', status: 529 };
export const USER: ScenarioStep = { type: 'user', text: 'Next.' };

export const request: RequestBody = {
  model: 'claude-opus-5-5',
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Hi' }],
};
export const script = (steps: ScenarioStep[], more: Partial<Scenario> = {}): Scenario => ({
  id: 'test',
  request,
  steps,
  ...more,
});
export const ask = (...turns: (string | ContentBlock[])[]): RequestBody => ({
  ...request,
  messages: [
    ...request.messages,
    ...turns.flatMap((content): Message[] => [
      { role: 'assistant', content },
      { role: 'user', content: 'ok' },
    ]),
  ],
});

export function said(answer: ScriptedAnswer): string {
  if (answer.kind === 'http_error') return `error ${answer.status}`;
  if (answer.kind === 'sse') return `sse ${answer.end}`;
  return answer.message.content.map((block) => block.text ?? block.name).join('');
}

export const stream = (text: string, stop_reason: string, rawInput?: Map<string, string>): SseStep => {
  const content: ContentBlock[] = rawInput
    ? [{ type: 'tool_use', id: 'toolu_cut', name: 'lookup', input: {} }]
    : [{ type: 'text', text }];
  const message = {
    id: 'msg_raw',
    type: 'message' as const,
    role: 'assistant' as const,
    model: 'm',
    content,
    stop_reason,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  return {
    type: 'sse',
    chunks: messageToEvents(message, { chunkChars: 5, ...(rawInput ? { rawInput } : {}) }).map(encodeSse),
  };
};
