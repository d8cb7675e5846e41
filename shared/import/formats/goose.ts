import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { base64Of } from '../apis/convert.ts';
import { conversationOf } from '../conversation.ts';
import { share } from '../detect.ts';
import { baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import { readTime } from '../time.ts';
import { Transcript, callOf, listAt, recordAt, resultOf, stringAt, textOfValue, thinkingOf } from '../transcript.ts';

/** goose sessions: a head row, then messages whose calls and results are wrapped in `{status, value}`. */
export const gooseImporter: Importer = {
  id: 'goose',
  label: 'goose session',
  detect(sample) {
    const rows = sample.rows.flatMap((row) =>
      listAt(row, 'conversation').length > 0 ? listAt(row, 'conversation') : [row],
    );
    return rows.some(isOwn) ? 0.95 * share(rows, (row) => isMessage(row) || stringAt(row, 'working_dir') !== null) : 0;
  },
  async read(input) {
    const transcript = new Transcript();
    let title: string | null = null;
    for await (const { value, ref } of input.rows()) {
      const list = listAt(value, 'conversation');
      const rows: unknown[] = list.length > 0 ? list : [value];
      input.sink.seen += rows.length - 1;
      title ??= stringAt(value, 'description', 'name');
      for (const row of rows) {
        if (!isRecord(row) || !isMessage(row)) input.sink.count('head', 'meta');
        else {
          input.sink.count('message');
          const blocks = listAt(row, 'content').filter(isRecord).flatMap(partOf);
          if (row.role === 'assistant') transcript.assistant(blocks, [ref], { startedAt: readTime(row.created) });
          else transcript.user(blocks, [ref]);
        }
      }
    }
    if (transcript.items.length === 0) return { conversations: [] };
    return {
      conversations: [
        conversationOf(transcript, { id: baseName(input.name), format: 'goose', file: input.name, title }),
      ],
    };
  },
};

function isMessage(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.role === 'string' &&
    typeof value.created === 'number' &&
    Array.isArray(value.content)
  );
}

function isOwn(value: unknown): boolean {
  return (
    isMessage(value) &&
    listAt(value, 'content').some((part) =>
      /^(toolRequest|toolResponse|redactedThinking)$/.test(stringAt(part, 'type') ?? ''),
    )
  );
}

function partOf(part: Record<string, unknown>): ContentBlock[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: textOfValue(part.text) }];
    case 'thinking':
      return thinkingOf(part.thinking, part.signature);
    case 'image':
      return typeof part.data === 'string' ? [base64Of(stringAt(part, 'mimeType') ?? 'image/png', part.data)] : [];
    case 'toolRequest': {
      const call = recordAt(recordAt(part, 'toolCall'), 'value');
      return [callOf(part.id, call?.name, call?.arguments)];
    }
    case 'toolResponse': {
      const result = recordAt(part, 'toolResult');
      const value = result?.value;
      const content = Array.isArray(value) ? value : listAt(value, 'content');
      const texts = content.map((each) => (isRecord(each) ? textOfValue(each.text ?? each) : textOfValue(each)));
      const isError = result?.status === 'error' || recordAt({ value }, 'value')?.isError === true;
      return [
        resultOf({
          id: stringAt(part, 'id'),
          content: isError && texts.length === 0 ? textOfValue(result?.error) : texts.join('\n'),
          isError,
        }),
      ];
    }
    default:
      return [];
  }
}
