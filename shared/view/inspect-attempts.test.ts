import { describe, expect, test } from 'vitest';
import { attemptBefore, attemptsOf, requestOf, seenByApi } from './inspect-attempts.ts';
import { pathView, type PathView } from './inspect-pairs.ts';
import { subjectOf, type Pick, type Subject } from './inspect-subject.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

const view = (builder: LogBuilder): PathView => pathView(builder.log.newest, 'b1') as PathView;
const read = (builder: LogBuilder, pick: Pick | null) =>
  requestOf(view(builder), subjectOf(view(builder), pick) as Subject);

/** Two requests: the first asks for the tool, the second carries its result. */
function twoRequests() {
  const { builder, answer, call } = refundAtResults();
  const results = builder.results();
  const second = builder.answer([{ type: 'text', text: 'done' }], 'end_turn');
  return { builder, answer, call, results, second };
}

describe('requestOf', () => {
  test('an answer belongs to its request, a result to the first one that carried it', () => {
    const { builder, answer, results, second, call } = twoRequests();
    const [first, last] = attemptsOf(view(builder));
    expect(read(builder, { kind: 'node', node: answer })).toMatchObject({ attempt: { id: first?.id }, wrote: true });
    expect(read(builder, { kind: 'node', node: second })).toMatchObject({ attempt: { id: last?.id }, wrote: true });
    expect(read(builder, { kind: 'node', node: results, block: 0 })).toMatchObject({
      attempt: { id: last?.id },
      wrote: false,
    });
    expect(read(builder, { kind: 'call', call })).toMatchObject({ attempt: { id: last?.id } });
  });

  test('what was not sent belongs to the next request', () => {
    const { builder, call } = refundAtResults();
    expect(read(builder, { kind: 'call', call })).toEqual({ kind: 'next' });
    expect(read(builder, { kind: 'results' })).toEqual({ kind: 'next' });
    expect(read(builder, { kind: 'next' })).toEqual({ kind: 'next' });
  });

  test('a message of another branch that was never sent belongs to none', () => {
    const { builder } = refundAtResults();
    const results = builder.results();
    builder.add({
      type: 'history-edit',
      base: builder.log.newest.tables.nodes[1]?.id ?? null,
      messages: [],
      why: 'edit',
    });
    expect(read(builder, { kind: 'node', node: results })).toBeNull();
  });
});

test('the try before', () => {
  const { builder } = twoRequests();
  const [first, second] = attemptsOf(view(builder));
  expect(attemptBefore(view(builder), second ?? null)?.id).toBe(first?.id);
  expect(attemptBefore(view(builder), first ?? null)).toBeNull();
  expect(attemptBefore(view(builder), null)?.id).toBe(second?.id);
});

test('the API has seen the newest request and its answer', () => {
  const { builder } = twoRequests();
  expect(seenByApi(view(builder))?.messages.map((message) => message.role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
  ]);
  expect(seenByApi(view(new LogBuilder([{ role: 'user', content: 'x' }])))).toBeNull();
});
