import { describe, expect, test } from 'vitest';
import type { Message } from '../messages/types.ts';
import { editProblems } from './inspect-markers.ts';
import { pathView, type PathView } from './inspect-pairs.ts';
import { LogBuilder } from './testing/build-log.ts';

const body = { tools: [{ name: 'f', input_schema: { type: 'object' } }] };
const messages: Message[] = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'r' }] },
];
const view = pathView(new LogBuilder(messages, body).log.newest, 'b1') as PathView;
const edit = (value: unknown) => ({ text: JSON.stringify(value, null, 2), isError: false, keep: true, asText: false });

describe('editProblems', () => {
  test('marks the block, and the repair rewrites the text', () => {
    const target = { kind: 'message', node: view.nodes[2]?.id ?? '' } as const;
    const change = edit({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_9', content: 'r' }] });
    const { here, elsewhere } = editProblems(view, target, change);
    const orphan = here.find((placed) => placed.problem.path === 'messages.2.content.0');
    expect(orphan && change.text.slice(orphan.offset, orphan.offset + orphan.length)).toContain('toolu_9');
    expect(elsewhere.map((problem) => problem.path)).toContain('messages.1.content.0');
  });

  test('in the whole list every problem has its place, and Fix gives the whole list', () => {
    const { here, elsewhere } = editProblems(view, { kind: 'messages' }, edit(messages.slice(0, 2)));
    expect(elsewhere).toEqual([]);
    const open = here.find((placed) => placed.problem.ids?.includes('toolu_1'));
    const fixed = JSON.parse(open?.fixed ?? '[]') as Message[];
    expect(fixed).toHaveLength(3);
    expect(JSON.stringify(fixed[2])).toContain('toolu_1');
  });

  test('a text that is no valid edit has no markers: its fault says why', () => {
    expect(editProblems(view, { kind: 'messages' }, { ...edit([]), text: '[' })).toEqual({ here: [], elsewhere: [] });
    expect(editProblems(view, { kind: 'result', call: 'x' }, edit('x'))).toEqual({ here: [], elsewhere: [] });
  });
});
