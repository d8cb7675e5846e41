import { describe, expect, test } from 'vitest';
import { pathView, type PathView } from './inspect-pairs.ts';
import { editTargetOf, naturalPick, subjectOf, type Pick } from './inspect-subject.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

const view = (builder: LogBuilder): PathView => pathView(builder.log.newest, 'b1') as PathView;
const read = (builder: LogBuilder, pick: Pick | null) => {
  const subject = subjectOf(view(builder), pick);
  return { subject, target: subject && editTargetOf(view(builder), subject) };
};

describe('subjects', () => {
  test('held results: a single one is shown as itself and can be edited', () => {
    const { builder, call } = refundAtResults();
    expect(naturalPick(view(builder))).toEqual({ kind: 'results' });
    const { subject, target } = read(builder, null);
    expect(subject).toMatchObject({ kind: 'pair', face: 'result' });
    expect(target).toEqual({ kind: 'result', call });
  });

  test('a call in the answer is edited as message before its calls are listed, then as result', () => {
    const { builder, answer, call } = refundAtResults();
    expect(read(builder, { kind: 'node', node: answer, block: 1 }).target).toEqual({ kind: 'result', call });
    expect(read(builder, { kind: 'node', node: answer, block: 0 }).target).toEqual({ kind: 'message', node: answer });
    expect(read(builder, { kind: 'node', node: answer }).subject).toMatchObject({ kind: 'message', message: 1 });
  });

  test('a queued call is edited by its input', () => {
    const builder = new LogBuilder([{ role: 'user', content: 'go' }]);
    const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
    const answer = builder.answer([use('a'), use('b')], 'tool_use');
    expect(naturalPick(view(builder))).toEqual({ kind: 'node', node: answer });
    builder.add({ type: 'stopped', reason: 'step', stop: 'tools' });
    expect(read(builder, null).target).toEqual({ kind: 'input', call: `${answer}.0` });
    builder.add({ type: 'tool-call-wait', call: `${answer}.1`, why: 'waiting' });
    expect(read(builder, null).target).toEqual({ kind: 'result', call: `${answer}.1` });
    expect(read(builder, { kind: 'results' }).subject).toMatchObject({ kind: 'results', message: 2 });
  });

  test('after the append the results message is edited', () => {
    const { builder } = refundAtResults();
    const results = builder.results();
    expect(read(builder, { kind: 'results' }).subject).toMatchObject({ kind: 'message', message: 2 });
    expect(read(builder, { kind: 'node', node: results, block: 0 }).target).toEqual({ kind: 'message', node: results });
    expect(read(builder, null)).toEqual({ subject: { kind: 'next' }, target: { kind: 'messages' } });
  });

  test('unknown ids are nothing', () => {
    const { builder } = refundAtResults();
    for (const pick of [
      { kind: 'node', node: 'm99' },
      { kind: 'call', call: 'm99.1' },
      { kind: 'attempt', request: 'q99' },
    ] as Pick[]) {
      expect(subjectOf(view(builder), pick)).toBeNull();
    }
  });

  test('an answer that failed is what one looks at', () => {
    const builder = new LogBuilder([{ role: 'user', content: 'go' }]);
    const start = builder.add({
      type: 'request-start',
      config: 'c1',
      messages: [],
      bodyHash: '0',
      try: 1,
      turn: 1,
      scriptCursor: 0,
    });
    const request = `q${start.seq}`;
    expect(read(builder, null).subject).toMatchObject({ kind: 'attempt', open: true });
    const error = {
      kind: 'http',
      status: 400,
      type: 'invalid_request_error',
      message: 'no',
      retryable: false,
    } as const;
    builder.add({ type: 'request-error', request, error, outcome: 'failed', scriptCursor: 0 });
    builder.add({ type: 'run-end', outcome: { status: 'failed', reason: 'api_error' }, phase: 'sending' });
    expect(read(builder, null).subject).toMatchObject({ kind: 'attempt', open: false });
  });
});
