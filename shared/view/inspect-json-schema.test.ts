import { describe, expect, test } from 'vitest';
import { BLOCKS } from '../messages/block-table.ts';
import { messageSchema, messagesSchema, resultBlocksSchema } from './inspect-json-schema.ts';

describe.each([
  ['message', messageSchema()],
  ['messages', messagesSchema()],
  ['result blocks', resultBlocksSchema()],
])('the schema of %s', (_, schema) => {
  const text = JSON.stringify(schema);

  test('names every block there is', () => {
    for (const type of BLOCKS.keys()) expect(text).toContain(`{"const":"${type}"}`);
  });

  test('refers only to definitions it has', () => {
    const names = Object.keys(schema.definitions as object);
    const references = [...text.matchAll(/#\/definitions\/(\w+)/gu)].map((match) => match[1]);
    expect(references.length).toBeGreaterThan(0);
    expect(references.filter((name) => !names.includes(name ?? ''))).toEqual([]);
  });
});

test('a tool_use is offered to the assistant and not to the user', () => {
  const { definitions } = messageSchema() as { definitions: Record<string, unknown> };
  expect(JSON.stringify(definitions.assistant)).toContain('"tool_use"');
  expect(JSON.stringify(definitions.user)).not.toContain('{"const":"tool_use"}');
});
