import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { mediaOf, tokensAt, usageOf } from '../apis/convert.ts';
import { conversationOf } from '../conversation.ts';
import type { RecordRef } from '../import-types.ts';
import { documentImporter } from '../importer.ts';
import { between, readTime } from '../time.ts';
import { Transcript, callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from '../transcript.ts';
import type { TurnDraft } from '../transcript.ts';

/** opencode exports (`opencode export`): a message holds several answers with their results, parted by steps. */
export const opencodeImporter = documentImporter({
  id: 'opencode',
  label: 'opencode export',
  matches(value) {
    const messages = Array.isArray(value) ? value : listAt(value, 'messages');
    const own = messages.filter(
      (message) =>
        stringAt(recordAt(message, 'info'), 'role') !== null && Array.isArray(recordAt({ message }, 'message')?.parts),
    );
    return messages.length > 0 && own.length === messages.length ? 0.98 : 0;
  },
  convert({ value, ref }, { format, file, ids }) {
    const transcript = new Transcript();
    for (const message of Array.isArray(value) ? value : listAt(value, 'messages'))
      if (isRecord(message)) addMessage(transcript, message, ref);
    if (transcript.items.length === 0) return [];
    const info = recordAt(value, 'info');
    return [
      conversationOf(transcript, { id: ids.take(stringAt(info, 'id')), format, file, title: stringAt(info, 'title') }),
    ];
  },
});

function addMessage(transcript: Transcript, message: Record<string, unknown>, ref: RecordRef): void {
  const info = recordAt(message, 'info') ?? {};
  const parts = listAt(message, 'parts').filter(isRecord);
  if (info.role !== 'assistant') {
    transcript.user(parts.flatMap(userPart), [ref]);
    return;
  }
  const time = recordAt(info, 'time');
  const startedAt = readTime(time?.created);
  const head: TurnDraft = {
    model: stringAt(info, 'modelID'),
    startedAt,
    durationMs: between(startedAt, readTime(time?.completed)),
  };
  const error = recordAt(info, 'error');
  if (error)
    transcript.event(
      'api_error',
      stringAt(recordAt(error, 'data'), 'message') ?? stringAt(error, 'name') ?? 'error',
      startedAt,
      ref,
    );
  addSteps(transcript, parts, { ...head, usage: usageIn(info.tokens) }, ref);
}

/** `step-finish` tells the tokens of each call; without steps the message's own count. */
function addSteps(
  transcript: Transcript,
  parts: readonly Record<string, unknown>[],
  head: TurnDraft,
  ref: RecordRef,
): void {
  const steps: Record<string, unknown>[][] = [[]];
  for (const part of parts) {
    if (part.type === 'step-start') steps.push([]);
    steps.at(-1)?.push(part);
  }
  const filled = steps.filter((step) =>
    step.some((part) => part.type === 'text' || part.type === 'tool' || part.type === 'reasoning'),
  );
  for (const step of filled) {
    const end = step.find((part) => part.type === 'step-finish');
    const usage = end ? usageIn(end.tokens) : filled.length === 1 ? head.usage : null;
    transcript.assistant(step.flatMap(answerPart), [ref], {
      ...head,
      ...(filled.length > 1 ? { startedAt: null, durationMs: null } : {}),
      usage: usage ?? null,
    });
    for (const part of step) if (part.type === 'tool') addResult(transcript, part, ref);
  }
}

function usageIn(tokens: unknown) {
  const [cached, written] = [tokensAt(tokens, 'cache.read'), tokensAt(tokens, 'cache.write')];
  const input = tokensAt(tokens, 'input');
  const output = tokensAt(tokens, 'output');
  // Here the input does not contain what was cached.
  const prompt = input === null ? null : input + (cached ?? 0) + (written ?? 0);
  return usageOf({
    prompt,
    output: output === null ? null : output + (tokensAt(tokens, 'reasoning') ?? 0),
    cached,
    written,
  });
}

function userPart(part: Record<string, unknown>): ContentBlock[] {
  if (part.type === 'text') return [{ type: 'text', text: textOfValue(part.text) }];
  return part.type === 'file' ? [mediaOf(part.url, stringAt(part, 'mime') ?? undefined)] : [];
}

function answerPart(part: Record<string, unknown>): ContentBlock[] {
  if (part.type === 'text') return [{ type: 'text', text: textOfValue(part.text) }];
  if (part.type === 'reasoning')
    return thinkingOf(part.text, recordAt(recordAt(part, 'metadata'), 'anthropic')?.signature);
  return part.type === 'tool' ? [callOf(part.callID, part.tool, recordAt(part, 'state')?.input)] : [];
}

function addResult(transcript: Transcript, part: Record<string, unknown>, ref: RecordRef): void {
  const state = recordAt(part, 'state');
  if (state?.status !== 'completed' && state?.status !== 'error') return;
  const isError = state.status === 'error';
  transcript.result(
    {
      id: stringAt(part, 'callID'),
      name: stringAt(part, 'tool'),
      content: textOfValue(isError ? state.error : state.output),
      isError,
    },
    [ref],
  );
}
