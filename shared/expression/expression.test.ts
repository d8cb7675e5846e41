import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate, holds, namesIn } from './evaluate.ts';
import { parseExpression } from './parse.ts';
import { fillLogMessage } from './template.ts';

const SCOPE = new Map<string, unknown>([
  ['tool', 'process_refund'],
  ['input', { amount: 129, order: { id: 'A-1001' }, tags: ['vip', 'eu'], path: '/etc/passwd', 'odd key': 1 }],
  ['stop_reason', 'tool_use'],
  ['tokens', 742],
  ['is_error', false],
  ['empty', ''],
]);

function check(text: string): unknown {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return evaluate(parsed.expression, SCOPE);
}

describe('expressions', () => {
  test.each([
    ['input.amount > 100', true],
    ['input.amount > 100 and tool == "process_refund"', true],
    ['input.amount >= 130 or tokens < 1_000', true],
    ['not is_error', true],
    ['not not is_error', false],
    ['tool in ["a", "process_refund"]', true],
    ['tool not in ["a"]', true],
    ['input.tags contains "vip"', true],
    ['"vip" in input.tags', true],
    ['tool contains "refund"', true],
    ['input contains "amount"', true],
    ['input.path glob "/etc/*"', true],
    ['input.path glob "/var/*"', false],
    ['input["odd key"] == 1', true],
    ['input.tags[1] == "eu"', true],
    ['input.tags.length == 2', true],
    ['input.missing.deep == null', true],
    ['input.amount > "100"', false],
    ['input.amount == 129.0', true],
    ['-1 < 0', true],
    ['stop_reason equals "tool_use"', true],
    ['(tokens > 1 and tokens < 2) or tool == "x" or (tokens == 742)', true],
    ["tool == 'process_refund'", true],
    ['__proto__ == null', true],
    ['input.__proto__ == null', true],
    ['input.constructor == null', true],
    ['input.amount', 129],
  ])('%s', (text, expected) => {
    expect(check(text)).toEqual(expected);
  });

  test.each([
    ['input.amount >', 'A value is missing at the end.', 14],
    ['input.amount = 3', '"=" is not part of an expression. Compare with ==.', 13],
    ['tool == "x', 'This text has no closing ".', 8],
    ['a && b', '"&" is not part of an expression. Write and.', 2],
    ['(a', 'A closing ) is missing.', 2],
    ['a b', '"b" does not follow here. Join conditions with and / or.', 2],
    ['a.', 'A name is missing after the dot.', 2],
    ['', 'A value is missing at the end.', 0],
    ['a == {}', '"{" is not part of an expression.', 5],
    ['and a', 'A value is missing before "and".', 0],
  ])('%s is refused in words', (text, message, from) => {
    expect(parseExpression(text)).toMatchObject({ ok: false, error: { message, from } });
  });

  test('names are found with their places', () => {
    const parsed = parseExpression('input.amount > tokens');
    expect(parsed.ok && namesIn(parsed.expression)).toEqual([
      { name: 'input', from: 0, to: 12 },
      { name: 'tokens', from: 15, to: 21 },
    ]);
  });

  test('empty values do not hold', () => {
    expect([holds(''), holds([]), holds(null), holds(0), holds({}), holds('x')]).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  test('nesting is bounded', () => {
    expect(parseExpression('('.repeat(100_000).slice(0, 1999)).ok).toBe(false);
  });

  test('any text parses or says where not, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        const parsed = parseExpression(text);
        if (!parsed.ok) return parsed.error.from <= text.length;
        evaluate(parsed.expression, new Map([['input', JSON.parse(json) as unknown]]));
        return true;
      }),
    );
  });
});

describe('log messages', () => {
  test.each([
    ['refund of {input.amount} for {input.order.id}', 'refund of 129 for A-1001'],
    ['{{literal}} {tool}', '{literal} process_refund'],
    ['{input.tags}', '["vip","eu"]'],
    ['open { brace', 'open { brace'],
    ['{input.}', '{input.: A name is missing after the dot.}'],
  ])('%s', (message, expected) => {
    expect(fillLogMessage(message, SCOPE)).toBe(expected);
  });
});
