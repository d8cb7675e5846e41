import { isRecord } from '../../messages/blocks.ts';
import { requestOf } from '../apis/convert.ts';
import { addChatMessage, toolsOf } from '../apis/openai-chat.ts';
import { ExchangeTree } from '../exchanges.ts';
import type { Importer } from '../importer.ts';
import { Ids, baseName, documentImporter } from '../importer.ts';
import type { Row } from '../input.ts';
import { Transcript, listAt, stringAt } from '../transcript.ts';

/**
 * ShareGPT-like records, `{conversations: [{role, content}]}` or `{from, value}`, as Harbor exports its traces: one per
 * episode, each repeating the ones before, which are put together.
 */
export const sharegptImporter: Importer = {
  ...documentImporter({ id: 'sharegpt', label: 'ShareGPT conversations (Harbor traces)', matches, convert: () => [] }),
  async read(input) {
    const tree = new ExchangeTree();
    const ids = new Ids(baseName(input.name));
    for await (const row of input.rows()) {
      if (matches(row.value) === 0)
        input.sink.drop(row.ref, 'no-conversation', 'The record holds no list of conversations.');
      else {
        input.sink.count('conversation');
        tree.add(exchangeOf(row));
      }
    }
    return { conversations: tree.conversations({ format: 'sharegpt', file: input.name, ids }) };
  },
};

const ROLES = new Map([
  ['human', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['model', 'assistant'],
  ['bot', 'assistant'],
  ['observation', 'user'],
  ['function_call', 'assistant'],
]);

function matches(value: unknown): number {
  const list = listAt(value, 'conversations');
  const said = list.filter(
    (item) => stringAt(item, 'role', 'from') !== null && isRecord(item) && ('content' in item || 'value' in item),
  );
  return list.length > 0 && said.length === list.length ? 0.95 : 0;
}

function exchangeOf({ value, ref }: Row) {
  const transcript = new Transcript();
  transcript.model = stringAt(value, 'model');
  for (const item of listAt(value, 'conversations').filter(isRecord)) {
    const from = stringAt(item, 'role', 'from') ?? 'user';
    addChatMessage(transcript, { ...item, role: ROLES.get(from) ?? from, content: item.content ?? item.value }, [ref]);
  }
  transcript.tools = toolsOf(listAt(value, 'tool_definitions'));
  return {
    request: requestOf(transcript, {}),
    answer: null,
    startedAt: null,
    durationMs: null,
    refs: [ref],
    title: stringAt(value, 'task'),
  };
}
