import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { geminiUsage, modelPart } from '../apis/gemini.ts';
import { conversationOf } from '../conversation.ts';
import type { RecordRef } from '../import-types.ts';
import { documentImporter } from '../importer.ts';
import { readTime } from '../time.ts';
import { Transcript, callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from '../transcript.ts';

/** Chats of Gemini CLI: results stand in the same message as the calls, so each message becomes two. */
export const geminiCliImporter = documentImporter({
  id: 'gemini-cli',
  label: 'Gemini CLI chat',
  matches: (value) =>
    isRecord(value) && listAt(value, 'messages').some(isSaid) && ('sessionId' in value || 'projectHash' in value)
      ? 0.97
      : 0,
  convert({ value, ref }, { format, file, ids }) {
    const transcript = new Transcript();
    for (const message of listAt(value, 'messages')) if (isRecord(message)) addMessage(transcript, message, ref);
    if (transcript.items.length === 0) return [];
    return [
      conversationOf(transcript, {
        id: ids.take(stringAt(value, 'sessionId')),
        format,
        file,
        title: stringAt(value, 'summary'),
      }),
    ];
  },
});

function isSaid(value: unknown): boolean {
  return (
    isRecord(value) && (value.type === 'gemini' || value.type === 'user') && 'content' in value && !('message' in value)
  );
}

function addMessage(transcript: Transcript, message: Record<string, unknown>, ref: RecordRef): void {
  const at = readTime(message.timestamp);
  if (message.type === 'user') {
    transcript.user(typeof message.content === 'string' ? message.content : contentOf(message.content), [ref]);
    return;
  }
  if (message.type !== 'gemini') {
    transcript.event(stringAt(message, 'type') ?? 'note', textOfValue(message.content).slice(0, 300), at, ref);
    return;
  }
  const calls = listAt(message, 'toolCalls').filter(isRecord);
  const thoughts = listAt(message, 'thoughts').filter(isRecord);
  const thinking = thoughts
    .map((thought) => `**${textOfValue(thought.subject)}**\n${textOfValue(thought.description)}`)
    .join('\n\n');
  const blocks = [
    ...thinkingOf(thinking),
    ...contentOf(message.content),
    ...calls.map((call) => callOf(call.id, call.name, call.args)),
  ];
  const startedAt = readTime(thoughts[0]?.timestamp);
  transcript.assistant(blocks, [ref], {
    usage: geminiUsage(message.tokens),
    model: stringAt(message, 'model'),
    startedAt,
  });
  for (const call of calls) {
    const content = resultText(call);
    if (content === null) continue;
    const isError = call.status === 'error' || call.status === 'cancelled';
    transcript.result({ id: stringAt(call, 'id'), name: stringAt(call, 'name'), content, isError }, [ref]);
  }
}

/** A call that was not run to its end has no result. */
function resultText(call: Record<string, unknown>): string | null {
  const parts = Array.isArray(call.result) ? call.result.filter(isRecord) : isRecord(call.result) ? [call.result] : [];
  const texts = parts.map((part) => {
    const response = recordAt(part, 'functionResponse')?.response;
    if (isRecord(response)) return stringAt(response, 'output', 'error', 'result') ?? textOfValue(response);
    return textOfValue(part.text);
  });
  if (texts.length > 0) return texts.join('\n');
  if (typeof call.result === 'string') return call.result;
  return stringAt(call, 'resultDisplay') ?? (call.status === 'success' ? '' : null);
}

function contentOf(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  const parts: unknown[] = Array.isArray(content) ? content : [content];
  return parts.flatMap((part): ContentBlock[] =>
    typeof part === 'string' ? [{ type: 'text', text: part }] : isRecord(part) ? modelPart(part) : [],
  );
}
