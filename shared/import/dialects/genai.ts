import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { base64Of, mediaOf } from '../apis/convert.ts';
import type { RecordRef } from '../import-types.ts';
import { callOf, listAt, resultOf, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { Transcript } from '../transcript.ts';

const TYPES = new Set([
  'text',
  'tool_call',
  'tool_call_response',
  'reasoning',
  'thinking',
  'blob',
  'uri',
  'file',
  'server_tool_call',
  'server_tool_call_response',
  'generic',
]);

/** Whether a value is a message of the OpenTelemetry conventions for generative AI: `{role, parts: [{type, content}]}`. */
export function isGenAiMessage(value: unknown): boolean {
  const parts = listAt(value, 'parts');
  return (
    stringAt(value, 'role') !== null &&
    parts.length > 0 &&
    parts.every(
      (part) =>
        TYPES.has(stringAt(part, 'type') ?? '') &&
        isRecord(part) &&
        !('state' in part) &&
        (part.type !== 'text' || 'content' in part),
    )
  );
}

/** Adds a message of the OpenTelemetry conventions. */
export function addGenAiMessage(
  transcript: Transcript,
  message: Record<string, unknown>,
  refs: readonly RecordRef[],
): void {
  const blocks = listAt(message, 'parts').filter(isRecord).flatMap(genAiPart);
  if (message.role === 'system' || message.role === 'developer') transcript.instructions(blocks, refs);
  else if (message.role === 'assistant' || message.role === 'model') transcript.assistant(blocks, refs);
  else transcript.user(blocks, refs);
}

/** Blocks of one part. */
export function genAiPart(part: Record<string, unknown>): ContentBlock[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: textOfValue(part.content) }];
    case 'reasoning':
    case 'thinking':
      return thinkingOf(part.content, part.signature);
    case 'tool_call':
      return [callOf(part.id, part.name, part.arguments)];
    case 'tool_call_response':
      return [
        resultOf({
          id: stringAt(part, 'id'),
          name: stringAt(part, 'name'),
          content: textOfValue(part.response ?? part.result),
        }),
      ];
    case 'blob':
      return typeof part.content === 'string'
        ? [base64Of(stringAt(part, 'mime_type') ?? 'image/png', part.content)]
        : [];
    case 'uri':
      return [mediaOf(part.uri)];
    default:
      return [{ type: 'text', text: textOfValue(part.content ?? part) }];
  }
}
