import { describe, expect, test } from 'vitest';
import { EMPTY_STREAM, accumulate } from './accumulate.ts';
import { STOP, TEXT, close, delta, end, fold, json, open, start, text, tool } from './testing/stream-events.ts';
import type { StreamEvent } from './types.ts';

describe('broken streams', () => {
  const order = (expected: string, got: string, index: number) => ({
    kind: 'event-order',
    severity: 'fatal',
    expected,
    got,
    index,
    retryable: false,
  });

  test.each([
    ['second message_start', [start(), TEXT, start()], order('the rest of the message', 'message_start', 2)],
    ['message_start behind message_delta', [start(), end(), start()], order('message_stop', 'message_start', 2)],
    ['block before message_start', [TEXT], order('message_start', 'content_block_start', 0)],
    ['stop before message_start', [STOP], order('message_start', 'message_stop', 0)],
    ['stop without a stop_reason', [start(), STOP], order('message_delta with a stop_reason', 'message_stop', 1)],
    [
      'a gap in the indexes',
      [start(), open(1, { type: 'text', text: '' })],
      order('content_block_start 0', 'content_block_start 1', 1),
    ],
    ['an index twice', [start(), TEXT, close(0), TEXT], order('content_block_start 1', 'content_block_start 0', 3)],
    ['delta without a block', [start(), text('a')], order('content_block_start 0', 'content_block_delta 0', 1)],
    [
      'delta behind its stop',
      [start(), TEXT, close(0), text('a')],
      order('content_block_start 1', 'content_block_delta 0', 3),
    ],
    [
      'delta for another block',
      [start(), TEXT, text('a', 3)],
      order('an event of block 0', 'content_block_delta 3', 2),
    ],
    ['no message', [{ type: 'message_start' }], { kind: 'bad-event', field: 'message', index: 0 }],
    ['no block', [start(), open(0, 'text')], { kind: 'bad-event', field: 'content_block' }],
    ['no index', [start(), { type: 'content_block_stop' }], { kind: 'bad-event', field: 'index' }],
    ['no delta', [start(), TEXT, { type: 'content_block_delta', index: 0 }], { kind: 'bad-event', field: 'delta' }],
    ['no text', [start(), TEXT, delta(0, { type: 'text_delta' })], { kind: 'bad-event', field: 'delta.text' }],
    [
      'no partial_json',
      [start(), tool(), delta(0, { type: 'input_json_delta' })],
      { kind: 'bad-event', field: 'delta.partial_json' },
    ],
    [
      'message_delta without delta',
      [start(), { type: 'message_delta', usage: {} }],
      { kind: 'bad-event', field: 'delta' },
    ],
    ['nothing', [], { kind: 'cut', after: 'nothing', retryable: true, index: 0 }],
    ['head only', [start()], { kind: 'cut', after: 'message_start', retryable: true }],
    ['cut in content', [start(), TEXT, text('a')], { kind: 'cut', after: 'content', retryable: true, index: 3 }],
    [
      'cut before message_stop',
      [start(), TEXT, close(0), end()],
      { kind: 'cut', after: 'message_delta', retryable: true },
    ],
  ])('%s', (_name, events, problem) => {
    const result = fold(events);
    expect(result).toMatchObject({ complete: false, message: null, problem });
    expect(result.problem?.message).toMatch(/^[A-Z].*\.$/);
  });

  test.each([
    ['overloaded_error', true],
    ['api_error', true],
    ['rate_limit_error', true],
    ['timeout_error', true],
    ['invalid_request_error', false],
    ['authentication_error', false],
    ['something_new_error', false],
  ])('error event %s, retryable %s', (type, retryable) => {
    const error = { type: 'error', error: { type, message: 'Overloaded' } };
    const result = fold([start(), TEXT, text('There are two'), error, text(' more')]);
    expect(result.problem).toMatchObject({ kind: 'error-event', errorType: type, text: 'Overloaded', retryable });
    expect(result.partial?.content).toEqual([{ type: 'text', text: 'There are two' }]);
    expect(result.hasContent).toBe(true);
  });

  test('a stream cut in a tool input keeps the raw text, the block holds {}', () => {
    const result = fold([start(), tool(), json('{"path":"a')]);
    expect(result.partial?.content).toEqual([{ type: 'tool_use', id: 'toolu_1', name: 'write_file', input: {} }]);
    expect([...result.rawInput]).toEqual([['toolu_1', '{"path":"a']]);
  });

  test('nothing after a fatal problem is read, but all is counted', () => {
    const state = [start(), start(), TEXT, text('a')].reduce(accumulate, EMPTY_STREAM);
    expect(state).toMatchObject({ events: 4, started: 0, phase: 'failed' });
  });
});

describe('departures that cost nothing are notes', () => {
  const notes = (events: StreamEvent[]) => {
    const result = fold(events);
    expect(result.complete).toBe(true);
    return { notes: result.notes, content: result.message?.content };
  };

  test('overlapping blocks', () => {
    const found = notes([
      start(),
      TEXT,
      tool('toolu_1', {}, 1),
      json('{}', 1),
      text('a'),
      close(1),
      close(0),
      end(),
      STOP,
    ]);
    expect(found.notes).toMatchObject([
      { expected: 'content_block_stop 0', got: 'content_block_start 1', severity: 'note' },
    ]);
    expect(found.content).toMatchObject([{ type: 'text', text: 'a' }, { type: 'tool_use' }]);
  });

  test('a missing content_block_stop', () => {
    const found = notes([start(), tool(), json('{"a":1}'), end('tool_use'), STOP]);
    expect(found.notes).toMatchObject([{ expected: 'content_block_stop 0', got: 'message_stop' }]);
    expect(found.content).toMatchObject([{ input: { a: 1 } }]);
  });

  test('a block behind message_delta, events behind message_stop', () => {
    expect(notes([start(), end(), TEXT, text('a'), close(0), STOP]).content).toEqual([{ type: 'text', text: 'a' }]);
    expect(notes([start(), end(), STOP, start(), { type: 'error' }]).notes).toMatchObject([
      { got: 'message_start' },
      { got: 'error' },
    ]);
  });

  test('usage missing, where the SDK throws', () => {
    const found = notes([start(null), end('end_turn', null), STOP]);
    expect(found.notes).toMatchObject([
      { kind: 'usage-missing', event: 'message_start', index: 0 },
      { kind: 'usage-missing', event: 'message_delta', index: 1 },
    ]);
  });

  test('a delta its block cannot take is kept', () => {
    const strange = { type: 'hologram_delta', hologram: 1 };
    const result = fold([start(), TEXT, json('{'), delta(0, strange), close(0), end(), STOP]);
    expect(result.notes).toMatchObject([{ kind: 'delta-mismatch', delta: 'input_json_delta', blockType: 'text' }]);
    expect(result.unknownDeltas).toEqual([
      { block: 0, delta: { type: 'input_json_delta', partial_json: '{' } },
      { block: 0, delta: strange },
    ]);
  });

  test('content that stands in message_start is kept', () => {
    const message = { ...(start().message as object), content: [{ type: 'text', text: 'A' }], stop_reason: 'end_turn' };
    expect(notes([{ type: 'message_start', message }, STOP]).content).toEqual([{ type: 'text', text: 'A' }]);
  });
});
