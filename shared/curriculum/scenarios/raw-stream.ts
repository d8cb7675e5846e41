import { encodeSse } from '../../messages/sse.ts';
import type { ContentBlock, RequestBody, StopReason } from '../../messages/types.ts';
import { scriptedId } from '../../scripted/ids.ts';
import { messageToEvents } from '../../scripted/message-events.ts';
import type { SseStep } from '../../scripted/scenario-types.ts';
import { estimateRequest } from '../../scripted/tokens.ts';

export interface CutCall {
  scenario: string;
  request: RequestBody;
  before: ContentBlock[];
  tool: string;
  /** The input's text as far as it was written. */
  raw: string;
  stop_reason: StopReason;
  output_tokens: number;
}

/** The frames of an answer whose last block is a call that was cut off in the middle of its input. */
function frames({ scenario, request, before, tool, raw, stop_reason, output_tokens }: CutCall): string[] {
  const id = scriptedId('toolu_', scenario, 'cut');
  const events = messageToEvents(
    {
      id: scriptedId('msg_', scenario, 'cut'),
      type: 'message',
      role: 'assistant',
      model: request.model,
      content: [...before, { type: 'tool_use', id, caller: { type: 'direct' }, name: tool, input: {} }],
      stop_reason,
      stop_sequence: null,
      stop_details: null,
      container: null,
      diagnostics: null,
      usage: {
        input_tokens: estimateRequest(request),
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        output_tokens,
        server_tool_use: null,
        service_tier: 'standard',
      },
    },
    { chunkChars: 10, rawInput: new Map([[id, raw]]) },
  );
  return events.map(encodeSse);
}

const DELAY_MS = 25;

/** The stream ends in order, and its stop_reason says why the input is not whole. */
export function endedInsideInput(cut: CutCall): SseStep {
  return { type: 'sse', chunks: frames(cut), end: 'eof', delayMs: DELAY_MS };
}

/** The connection breaks while the input is being written: no stop, no message_delta. */
export function brokenInsideInput(cut: Omit<CutCall, 'stop_reason' | 'output_tokens'>): SseStep {
  const all = frames({ ...cut, stop_reason: 'tool_use', output_tokens: 1 });
  return { type: 'sse', chunks: all.slice(0, -3), end: 'reset', delayMs: DELAY_MS };
}
