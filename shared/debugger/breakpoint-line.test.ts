import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BreakpointWhere } from '../session/breakpoint-types.ts';
import { parseBreakpointLine } from './breakpoint-line.ts';
import { completeBreakpointLine } from './breakpoint-line-complete.ts';
import type { BreakpointDraft } from './check-breakpoint.ts';

const TOOLS = [
  { name: 'lookup_order', input_schema: { properties: { order_id: { type: 'string' } } } },
  { name: 'process_refund', input_schema: { properties: { amount: { type: 'number' } } } },
];

const READ: [line: string, where: BreakpointWhere, rest?: Partial<BreakpointDraft>][] = [
  [
    'tool process_refund when input.amount > 100',
    { kind: 'tool', name: 'process_refund' },
    { condition: 'input.amount > 100' },
  ],
  ['tool web_*', { kind: 'tool', name: 'web_*' }],
  ['  tool   "my tool"  ', { kind: 'tool', name: 'my tool' }],
  ['request', { kind: 'stop', stop: 'request' }],
  ['stop tools', { kind: 'stop', stop: 'tools' }],
  ['at results hit % 2', { kind: 'stop', stop: 'results' }, { hitCondition: '% 2' }],
  ['response hit == 2', { kind: 'stop', stop: 'response' }, { hitCondition: '== 2' }],
  ['stop_reason max_tokens', { kind: 'stop_reason', value: 'max_tokens' }],
  ['stop_reason == "pause_turn"', { kind: 'stop_reason', value: 'pause_turn' }],
  ['error', { kind: 'error-result' }],
  ['error result when tool == "bash"', { kind: 'error-result' }, { condition: 'tool == "bash"' }],
  ['tokens > 50_000', { kind: 'tokens', over: 50_000 }],
  ['tokens over 1,000', { kind: 'tokens', over: 1000 }],
  ['tokens >500', { kind: 'tokens', over: 500 }],
  ['cost > $0.25', { kind: 'cost', over: 0.25 }],
  ['same call', { kind: 'same-call', times: 2 }],
  ['same call 3 times', { kind: 'same-call', times: 3 }],
  ['same call twice', { kind: 'same-call', times: 2 }],
  ['problem', { kind: 'problem', severity: 'error' }],
  ['problem warning', { kind: 'problem', severity: 'warning' }],
  ['text "when it hit the log"', { kind: 'text', contains: 'when it hit the log' }],
  ['text two words', { kind: 'text', contains: 'two words' }],
  [
    'tool pay when input.sum > 3 hit >= 2 log pays {input.sum} when asked, don’t "stop',
    { kind: 'tool', name: 'pay' },
    { condition: 'input.sum > 3', hitCondition: '>= 2', logMessage: 'pays {input.sum} when asked, don’t "stop' },
  ],
  [
    'tool pay when input.log > 3 and input.hit == "log x" log {tool}',
    { kind: 'tool', name: 'pay' },
    { condition: 'input.log > 3 and input.hit == "log x"', logMessage: '{tool}' },
  ],
  ['tool pay when (is_error) hit 2', { kind: 'tool', name: 'pay' }, { condition: '(is_error)', hitCondition: '2' }],
  [
    'tool pay when is_error == true log x',
    { kind: 'tool', name: 'pay' },
    { condition: 'is_error == true', logMessage: 'x' },
  ],
];

describe('a breakpoint in one line', () => {
  test.each(READ)('%s', (line, where, rest = {}) => {
    expect(parseBreakpointLine(line)).toEqual({ ok: true, breakpoint: { where, enabled: true, ...rest } });
  });

  test.each([
    ['', 'what', 0, 1],
    ['process_refund', 'unknownWhat', 0, 14],
    ['"tool" x', 'unknownWhat', 0, 6],
    ['stop everywhere', 'notStop', 5, 15],
    ['tool', 'toolName', 4, 5],
    ['tool when tokens > 3', 'toolName', 4, 5],
    ['tool pay if input.sum > 3', 'tooMuch', 9, 11],
    ['stop_reason', 'reasonMissing', 11, 12],
    ['tokens > many', 'numberMissing', 9, 13],
    ['tokens > 1.2.3', 'numberMissing', 9, 14],
    ['same call 1', 'numberMissing', 10, 11],
    ['same tool', 'unknownWhat', 0, 4],
    ['problem fatal', 'notSeverity', 8, 13],
    ['text', 'textMissing', 4, 5],
    ['text "a" b', 'tooMuch', 9, 10],
    ['tool pay when', 'conditionMissing', 9, 13],
    ['tool pay when input.sum >', 'missingEnd', 25, 26],
    ['tool pay when   sum > 3', 'unknownName', 16, 19],
    ['tool pay when input.sum = 3', 'useEquals', 24, 25],
    ['tool pay hit', 'hitMissing', 9, 12],
    ['tool pay hit often', 'hitCondition', 13, 18],
    ['tool pay log', 'logMissing', 9, 12],
    ['tool pay log pays {input.}', 'afterDot', 25, 26],
    ['tool pay hit 1 hit 2', 'twice', 15, 18],
  ])('%s is refused as %s', (line, code, from, to) => {
    const read = parseBreakpointLine(line);
    expect(read).toMatchObject({ ok: false, error: { code, from, to } });
    expect(!read.ok && read.error.message).not.toContain('{word}');
  });

  test('any line is read or says where not', () => {
    const word = fc.constantFrom(
      'tool',
      'when',
      'hit',
      'log',
      'input.a',
      '>',
      '3',
      '"',
      '(',
      'text',
      'same',
      'call',
      '{',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 12 }), (words) => {
        const line = words.join(' ');
        const read = parseBreakpointLine(line);
        if (!read.ok) expect(read.error.from).toBeLessThanOrEqual(line.length);
        for (const each of completeBreakpointLine(line, line.length >> 1, TOOLS)) {
          expect(each.from).toBeLessThanOrEqual(line.length >> 1);
          expect(each.to).toBeLessThanOrEqual(line.length);
        }
      }),
    );
  });
});

describe('completion of a line', () => {
  const offered = (marked: string): string[] =>
    completeBreakpointLine(marked.replace('|', ''), marked.indexOf('|'), TOOLS).map((each) => each.label);

  test.each([
    ['to|', ['tool', 'tools', 'tokens', 'stop_reason']],
    ['tool |', ['lookup_order', 'process_refund']],
    ['tool pro|', ['process_refund']],
    ['tool process_refund |', ['when', 'hit', 'log']],
    ['tool process_refund wh|', ['when']],
    ['tool process_refund when input.|', ['amount']],
    ['tool * when input.|', ['order_id', 'amount']],
    ['tool * when input.amount > 3 |', ['and', 'or', 'hit', 'log']],
    ['tool * log pays {inp|', ['input']],
    ['tool * log pays |', []],
    ['stop_reason max|', ['max_tokens']],
    ['problem w|', ['warning', 'when']],
    ['response hit == 2 |', ['when', 'log']],
  ])('%s', (marked, expected) => {
    expect(offered(marked)).toEqual(expected);
  });
});
