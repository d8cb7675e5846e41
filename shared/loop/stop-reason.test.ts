import { expect, test } from 'vitest';
import { KNOWN_STOP_REASONS } from '../messages/types.ts';
import { nextStep, outcome } from './stop-reason.ts';

const end = (reason: string, status: string) => ({ kind: 'end', outcome: { status, reason } });
const failed = end('protocol_error', 'failed');

/** MACHINE §2: what follows each stop_reason, without and beside open client calls. */
const TABLE: readonly [stopReason: string | null, without: object, beside: object][] = [
  ['tool_use', failed, { kind: 'run-tools' }],
  ['pause_turn', { kind: 'send-again' }, failed],
  ['compaction', { kind: 'send-again' }, failed],
  ['end_turn', end('end_turn', 'done'), failed],
  ['stop_sequence', end('stop_sequence', 'done'), failed],
  ['refusal', end('refusal', 'stopped'), end('refusal', 'stopped')],
  [
    'model_context_window_exceeded',
    end('model_context_window_exceeded', 'stopped'),
    end('model_context_window_exceeded', 'stopped'),
  ],
  [
    'max_tokens',
    { kind: 'truncated', outcome: outcome('max_tokens') },
    { kind: 'truncated', outcome: outcome('max_tokens') },
  ],
  ['from_the_future', end('unknown_stop_reason', 'stopped'), end('unknown_stop_reason', 'stopped')],
  ['', end('unknown_stop_reason', 'stopped'), end('unknown_stop_reason', 'stopped')],
  ['__proto__', end('unknown_stop_reason', 'stopped'), end('unknown_stop_reason', 'stopped')],
  [null, end('unknown_stop_reason', 'stopped'), end('unknown_stop_reason', 'stopped')],
];

test.each(TABLE)('%s', (stopReason, without, beside) => {
  expect(nextStep(stopReason, 0)).toEqual(without);
  expect(nextStep(stopReason, 2)).toEqual(beside);
});

test('every value the API documents has its row', () => {
  const rows = TABLE.map(([stopReason]) => stopReason);
  expect(KNOWN_STOP_REASONS.filter((value) => !rows.includes(value))).toEqual([]);
});

test('outcomes are classed: done, failed, and stopped for everything else', () => {
  const status = (reason: string) => outcome(reason).status;
  expect(['end_turn', 'stop_sequence'].map(status)).toEqual(['done', 'done']);
  expect(['api_error', 'stream_error', 'protocol_error', 'script_exhausted'].map(status)).toEqual(
    Array.from({ length: 4 }, () => 'failed'),
  );
  expect(['max_tokens', 'refusal', 'cancelled', 'timeout', 'max_turns', 'pause_limit'].map(status)).toEqual(
    Array.from({ length: 6 }, () => 'stopped'),
  );
});
