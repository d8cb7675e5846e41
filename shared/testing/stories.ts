import type { ContentBlock, RequestBody, ToolDefinition } from '../messages/types.ts';
import type { HttpErrorStep, ResponseStep, Scenario, ScenarioStep, SseStep } from '../scripted/scenario-types.ts';
import type { CallId } from '../session/events.ts';
import { SessionDriver } from './session-driver.ts';

/** Short builders for scripts that a test drives through the machine. */
const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: name,
  input_schema: { type: 'object' },
  ...more,
});

export const TOOLS: readonly ToolDefinition[] = [tool('look'), tool('pay'), { type: 'bash_20250124', name: 'bash' }];

export function requestOf(question = 'Where is my order?', more: Partial<RequestBody> = {}): RequestBody {
  return {
    model: 'claude-sonnet-4-5',
    max_tokens: 1000,
    stream: true,
    tools: [...TOOLS],
    messages: [{ role: 'user', content: question }],
    ...more,
  };
}

/** A scenario of these steps; every tool answers `<name> says ok` unless told otherwise. */
export function story(steps: ScenarioStep[], more: Partial<Scenario> = {}): Scenario {
  return {
    id: 'story',
    request: requestOf(),
    tool_results: {
      look: { content: 'look says ok' },
      pay: { content: 'pay says ok' },
      bash: { content: 'bash says ok' },
    },
    steps,
    ...more,
  };
}

export const drive = (steps: ScenarioStep[], more: Partial<Scenario> = {}): SessionDriver =>
  new SessionDriver(story(steps, more));

export function answer(content: ContentBlock[], stop_reason: string | null, usage?: [number, number]): ResponseStep {
  const counted = usage ? { usage: { input_tokens: usage[0], output_tokens: usage[1] } } : {};
  return { type: 'response', message: { content, stop_reason, ...counted } };
}

export const text = (words: string, stop: string | null = 'end_turn'): ResponseStep =>
  answer([{ type: 'text', text: words }], stop);

export const use = (id: string, name = 'look', input: unknown = { q: id }): ContentBlock => ({
  type: 'tool_use',
  id,
  name,
  input,
});

/** An answer that asks for these calls: ids, or whole blocks. */
export const calls = (...list: (string | ContentBlock)[]): ResponseStep =>
  answer(
    list.map((each) => (typeof each === 'string' ? use(each) : each)),
    'tool_use',
  );

export const OVERLOADED: HttpErrorStep = { type: 'http_error', status: 529 };
export const BAD_REQUEST: HttpErrorStep = { type: 'http_error', status: 400 };

const START =
  'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_cut","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":5,"output_tokens":1}}}\n\n';
const SOME_TEXT =
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n' +
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Half an ans"}}\n\n';

/** A stream that ends in the middle of a text. */
export const CUT_STREAM: SseStep = { type: 'sse', chunks: [START, SOME_TEXT], end: 'eof' };
/** A stream that breaks the order of events. */
export const WRONG_STREAM: SseStep = { type: 'sse', chunks: [SOME_TEXT], end: 'eof' };

/** Id of the open call with this `tool_use` id on the driven branch. */
export function callId(driver: SessionDriver, toolUseId: string): CallId {
  const call = driver.at.calls.find((each) => each.toolUseId === toolUseId);
  if (!call) throw new Error(`${toolUseId} is not open`);
  return call.id;
}

/** Steps to a phase by `next stop`, answering what leaves. Throws when it does not come there. */
export function stepTo(driver: SessionDriver, phase: SessionDriver['at']['phase']): SessionDriver {
  for (let step = 0; step < 20 && driver.at.phase !== phase; step++) {
    const refusal = driver.command({ type: 'next', granularity: 'stop' });
    if (refusal) throw new Error(`${refusal.code} at ${driver.at.phase}`);
    if (driver.at.phase !== phase) driver.run();
  }
  if (driver.at.phase !== phase) throw new Error(`came to ${driver.at.phase}, not to ${phase}`);
  return driver;
}
