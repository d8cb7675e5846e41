import { expect, test } from 'vitest';
import { blocksOf } from '../messages/blocks.ts';
import type { Message, ToolResultBlock } from '../messages/types.ts';
import { calls, drive, stepTo, text, use } from '../testing/stories.ts';
import { answerOpenCalls, sendable } from './sendable.ts';

const asks: Message = { role: 'assistant', content: [use('t1'), use('t2'), use('t3')] };
const result = (id: string, content = id): ToolResultBlock => ({ type: 'tool_result', tool_use_id: id, content });
const given = (messages: Message[], known: ToolResultBlock[] = []): Message[] =>
  answerOpenCalls(messages, new Map(known.map((block) => [block.tool_use_id, block])), 'the run was cancelled');

test('legal messages are returned as they are', () => {
  const legal: Message[] = [asks, { role: 'user', content: [result('t1'), result('t2'), result('t3')] }];
  expect(given(legal)).toBe(legal);
  const none: Message[] = [{ role: 'user', content: 'Hi' }];
  expect(given(none)).toBe(none);
});

test('open calls are answered in array order, in front of everything else', () => {
  const [, answered] = given(
    [asks, { role: 'user', content: [{ type: 'text', text: 'And?' }, result('t2')] }],
    [result('t3')],
  );
  expect(answered?.content).toEqual([
    { ...result('t1', 'not run: the run was cancelled'), is_error: true },
    result('t2'),
    result('t3'),
    { type: 'text', text: 'And?' },
  ]);
});

test('a text behind the answer becomes a block behind the results, other fields stay', () => {
  const [, answered] = given([asks, { role: 'user', content: 'And?', extra: 1 }]);
  expect(answered?.extra).toBe(1);
  expect(blocksOf(answered?.content).map((block) => block.text ?? block.tool_use_id)).toEqual([
    't1',
    't2',
    't3',
    'And?',
  ]);
});

test('with no user message behind it one is put in', () => {
  expect(given([asks]).map((message) => message.role)).toEqual(['assistant', 'user']);
  expect(given([asks, { role: 'assistant', content: 'x' }])[1]?.role).toBe('assistant');
});

test('what a branch knows of its calls is told: results, runs that were given up, calls not come to', () => {
  const driver = stepTo(drive([calls('t1', use('t2', 'bash'), use('t3', 'bash')), text('Done.')]), 'tools');
  const results = () => sendable(driver.state, driver.at).at(-1)?.content;
  expect(results()).toMatchObject([{ content: 'not run: the run has not come to it' }, {}, {}]);
  driver.command({ type: 'continue' });
  driver.answerOne();
  driver.command({ type: 'terminate' });
  expect(results()).toEqual([
    { type: 'tool_result', tool_use_id: 't1', content: 'look says ok' },
    {
      type: 'tool_result',
      tool_use_id: 't2',
      content: 'not run to its end: the run was cancelled; it may have done part of its work',
      is_error: true,
    },
    { type: 'tool_result', tool_use_id: 't3', content: 'not run: the run was cancelled', is_error: true },
  ]);
});
