import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { base64Of, mediaOf } from '../apis/convert.ts';
import type { RecordRef } from '../import-types.ts';
import { callOf, listAt, recordAt, resultOf, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { Transcript } from '../transcript.ts';

/** Whether a value is a `ModelMessage` of the AI SDK: parts with hyphens in their types. */
export function isModelMessage(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.role === 'string' &&
    listAt(value, 'content').some((part) => /^tool-(call|result|error)$|^reasoning$/.test(stringAt(part, 'type') ?? ''))
  );
}

/** Adds a `ModelMessage`. */
export function addModelMessage(
  transcript: Transcript,
  message: Record<string, unknown>,
  refs: readonly RecordRef[],
): void {
  const { role, content } = message;
  const blocks = typeof content === 'string' ? content : listAt(message, 'content').filter(isRecord).flatMap(modelPart);
  if (role === 'system') transcript.instructions(blocks, refs);
  else if (role === 'assistant') transcript.assistant(blocks, refs);
  else transcript.user(blocks, refs);
}

function modelPart(part: Record<string, unknown>): ContentBlock[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: textOfValue(part.text) }];
    case 'reasoning': {
      const options = recordAt(recordAt(part, 'providerOptions') ?? recordAt(part, 'providerMetadata'), 'anthropic');
      return thinkingOf(part.text, options?.signature ?? part.signature);
    }
    case 'tool-call':
      return [callOf(part.toolCallId, part.toolName, part.input ?? part.args)];
    case 'tool-result':
    case 'tool-error': {
      const { content, isError } = outputOf(part.output ?? part.result ?? part.error);
      return [
        resultOf({
          id: stringAt(part, 'toolCallId'),
          name: stringAt(part, 'toolName'),
          content,
          isError: isError || part.isError === true || part.type === 'tool-error',
        }),
      ];
    }
    case 'image':
    case 'file':
      return [fileOf(part)];
    default:
      return [{ type: 'text', text: textOfValue(part.text ?? part) }];
  }
}

/** `{type: "text" | "json" | "error-text" | "content", value}` or, before version 5, any value. */
function outputOf(output: unknown): { content: string | ContentBlock[]; isError: boolean } {
  if (!isRecord(output) || typeof output.type !== 'string' || !('value' in output))
    return { content: textOfValue(output), isError: false };
  const isError = output.type.startsWith('error') || output.type === 'execution-denied';
  if (output.type !== 'content' || !Array.isArray(output.value)) return { content: textOfValue(output.value), isError };
  const parts = output.value.filter(isRecord).map((part: Record<string, unknown>): ContentBlock => {
    if (part.type === 'media' && typeof part.data === 'string')
      return base64Of(stringAt(part, 'mediaType') ?? 'image/png', part.data);
    return { type: 'text', text: textOfValue(part.text ?? part) };
  });
  return { content: parts, isError };
}

function fileOf(part: Record<string, unknown>): ContentBlock {
  const data = part.image ?? part.url ?? part.data;
  const mediaType = stringAt(part, 'mediaType', 'mimeType', 'mediatype') ?? 'image/png';
  if (typeof data !== 'string') return { type: 'text', text: `[${mediaType}]` };
  return /^(data:|https?:)/.test(data) ? mediaOf(data, mediaType) : base64Of(mediaType, data);
}

/** Whether a value is a `UIMessage`: parts with states. */
export function isUiMessage(value: unknown): boolean {
  if (!isRecord(value) || typeof value.role !== 'string') return false;
  if (listAt(value, 'toolInvocations').length > 0) return true;
  return listAt(value, 'parts').some(
    (part) =>
      isRecord(part) &&
      typeof part.type === 'string' &&
      (part.type === 'text'
        ? typeof part.text === 'string'
        : /^(step-start|tool-|dynamic-tool|reasoning|file|source-|data-)/.test(part.type)),
  );
}

/** Adds a `UIMessage`: one may hold several answers with their results, parted by `step-start`. */
export function addUiMessage(
  transcript: Transcript,
  message: Record<string, unknown>,
  refs: readonly RecordRef[],
): void {
  const parts = listAt(message, 'parts').filter(isRecord);
  const list = parts.length > 0 ? parts : legacyParts(message);
  if (message.role !== 'assistant') {
    const blocks = list.flatMap((part) =>
      part.type === 'file' ? [fileOf(part)] : typeof part.text === 'string' ? [{ type: 'text', text: part.text }] : [],
    );
    if (message.role === 'system') transcript.instructions(blocks, refs);
    else transcript.user(blocks, refs);
    return;
  }
  const steps: Record<string, unknown>[][] = [[]];
  for (const part of list) {
    if (part.type === 'step-start') steps.push([]);
    else steps.at(-1)?.push(part);
  }
  for (const step of steps) if (step.length > 0) addStep(transcript, step, refs);
}

/** Before parts: `content` and `toolInvocations`. */
function legacyParts(message: Record<string, unknown>): Record<string, unknown>[] {
  const calls = listAt(message, 'toolInvocations').map((toolInvocation) => ({
    type: 'tool-invocation',
    toolInvocation,
  }));
  const text =
    typeof message.content === 'string' && message.content !== '' ? [{ type: 'text', text: message.content }] : [];
  return [...calls, ...text];
}

function addStep(transcript: Transcript, parts: readonly Record<string, unknown>[], refs: readonly RecordRef[]): void {
  const blocks: ContentBlock[] = [];
  const results: ContentBlock[] = [];
  for (const part of parts) {
    const type = String(part.type);
    if (type === 'text') blocks.push({ type: 'text', text: textOfValue(part.text) });
    else if (type === 'reasoning') blocks.push(...modelPart({ ...part, text: part.text ?? part.reasoning }));
    else if (type === 'file') blocks.push(fileOf(part));
    else if (type === 'tool-invocation' || type === 'dynamic-tool' || type.startsWith('tool-'))
      addTool(part, blocks, results);
  }
  transcript.assistant(blocks, refs);
  if (results.length > 0) transcript.user(results, refs);
}

function addTool(part: Record<string, unknown>, blocks: ContentBlock[], results: ContentBlock[]): void {
  const own = recordAt(part, 'toolInvocation') ?? part;
  const name = stringAt(own, 'toolName') ?? String(part.type).replace(/^tool-/, '');
  const id = stringAt(own, 'toolCallId');
  blocks.push(callOf(id, name, own.input ?? own.args ?? own.rawInput));
  const { state } = own;
  if (state === 'output-available' || state === 'result') {
    results.push(resultOf({ id, name, content: outputOf(own.output ?? own.result).content }));
  } else if (state === 'output-error')
    results.push(resultOf({ id, name, content: textOfValue(own.errorText) || 'error', isError: true }));
  else if (state === 'output-denied')
    results.push(resultOf({ id, name, content: 'The call was denied.', isError: true }));
}
