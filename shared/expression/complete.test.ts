import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { completeExpression, quoted } from './complete.ts';
import { evaluate } from './evaluate.ts';
import type { KnownName } from './known-names.ts';
import { parseExpression } from './parse.ts';
import { schemaMembers } from './schema-names.ts';
import { completeLogMessage, conditionError, logMessageError } from './template.ts';

const NAMES: KnownName[] = [
  { name: 'tool', type: 'text', values: ['lookup_order', 'process_refund'] },
  {
    name: 'input',
    type: 'object',
    members: schemaMembers([
      {
        properties: {
          amount: { type: 'number' },
          'order-id': { type: 'string' },
          speed: { enum: ['slow', 'fast'] },
          urgent: { type: 'boolean' },
          lines: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } } } },
        },
      },
    ]),
  },
  { name: 'is_error', type: 'boolean' },
  { name: 'tokens', type: 'number' },
];

/** What is offered where `|` stands. */
function offered(marked: string): string[] {
  const caret = marked.indexOf('|');
  return completeExpression(marked.replace('|', ''), caret, NAMES).map((each) => each.label);
}

/** The text after the first offer was taken. */
function taken(marked: string): string {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const [first] = completeExpression(text, caret, NAMES);
  return first ? text.slice(0, first.from) + first.insert + text.slice(first.to) : text;
}

describe('completion', () => {
  test.each([
    ['|', ['tool', 'input', 'is_error', 'tokens', 'not']],
    ['to|', ['tool', 'tokens']],
    ['in|', ['input']],
    ['input|', []],
    ['input.|', ['amount', 'order-id', 'speed', 'urgent', 'lines']],
    ['input.am|', ['amount']],
    ['input.lines[0].|', ['sku']],
    ['input.lines.|', []],
    ['nothing.|', []],
    ['tokens > 3 and input.sp|', ['speed']],
    ['tokens > 3 and input.s|', ['speed', 'lines']],
    ['tokens |', ['==', '!=', '>', '>=', '<', '<=', 'in', 'and', 'or']],
    ['tool |', ['==', '!=', 'contains', 'glob', 'in', 'and', 'or']],
    ['tokens > 3 |', ['and', 'or']],
    ['tokens > 3|', []],
    ['is_error == |', ['true', 'false', 'tool', 'input', 'is_error', 'tokens']],
    ['tool == |', ['"lookup_order"', '"process_refund"', 'tool', 'input', 'is_error', 'tokens']],
    ['tool == "pro|', ['process_refund']],
    ['tool not in ["lookup_order", "|', ['lookup_order', 'process_refund']],
    ['input.speed == "|', ['slow', 'fast']],
    ['input["speed"] == "f|', ['fast']],
    ['(tool == "x") |', ['==', '!=', '>', '>=', '<', '<=', 'contains', 'glob', 'in', 'and', 'or']],
    ['tool = |', []],
  ])('%s', (marked, expected) => {
    expect(offered(marked)).toEqual(expected);
  });

  test.each([
    ['inp|', 'input'],
    ['input.or|', 'input["order-id"]'],
    ['tool == "pro|', 'tool == "process_refund"'],
    ['tool == "pro|" and is_error', 'tool == "process_refund" and is_error'],
    ['tok| > 4', 'tokens > 4'],
  ])('taking the first offer of %s gives %s', (marked, expected) => {
    expect(taken(marked)).toBe(expected);
  });

  test('in log messages only inside braces', () => {
    const at = (marked: string): string[] =>
      completeLogMessage(marked.replace('|', ''), marked.indexOf('|'), NAMES).map((each) => each.label);
    expect(at('refund of inp|')).toEqual([]);
    expect(at('refund of {inp|')).toEqual(['input']);
    expect(at('{tool} and {input.am|}')).toEqual(['amount']);
    expect(at('{{inp|')).toEqual([]);
    const [amount] = completeLogMessage('pays {input.a} now', 13, NAMES);
    expect([amount?.from, amount?.to]).toEqual([12, 13]);
  });

  property.prop([fc.string(), fc.nat(), fc.constantFrom('', 'input.', 'tool == "', 'input["')])(
    'never throws, and what it offers lies within the text',
    (noise, at, start) => {
      const text = start + noise;
      const caret = Math.min(at, text.length);
      return completeExpression(text, caret, NAMES).every(
        ({ from, to }) => from <= caret && caret <= to && to <= text.length,
      );
    },
  );

  property.prop([fc.string()])('a quoted text is read back as itself', (text) => {
    const parsed = parseExpression(quoted(text).length > 2000 ? '""' : quoted(text));
    return parsed.ok && evaluate(parsed.expression, new Map()) === text;
  });
});

describe('faults before anything runs', () => {
  const names = NAMES.map((each) => each.name);

  test.each([
    ['input.amount > 100', null],
    ['amount > 100', { code: 'unknownName', word: 'amount', from: 0, to: 6 }],
    ['tool == "a" and inptu.amount > 1', { code: 'unknownName', word: 'inptu', from: 16, to: 21 }],
    ['input.amount >', { code: 'missingEnd', from: 14 }],
  ])('%s', (source, expected) => {
    const error = conditionError(source, names);
    if (expected === null) expect(error).toBeNull();
    else expect(error).toMatchObject(expected);
  });

  test.each([
    ['pays {input.amount}', null],
    ['plain text, {{braces}} and an open {', null],
    ['pays {input.} now', { code: 'afterDot', from: 12 }],
    ['{tool} pays {sum}', { code: 'unknownName', word: 'sum', from: 13, to: 16 }],
  ])('log message %s', (message, expected) => {
    const error = logMessageError(message, names);
    if (expected === null) expect(error).toBeNull();
    else expect(error).toMatchObject(expected);
  });
});

describe('members of schemas', () => {
  test('several schemas are put together', () => {
    const members = schemaMembers([
      { properties: { id: { type: 'string' }, kind: { enum: ['a'] } } },
      { anyOf: [{ properties: { id: { type: 'integer' }, kind: { const: 'b' } } }, 'nonsense', null] },
    ]);
    expect(members).toEqual([
      { name: 'id', type: 'any' },
      { name: 'kind', type: 'any', values: ['a', 'b'] },
    ]);
  });

  test('what is no schema has no members, foreign keys included', () => {
    expect(schemaMembers([null, 3, 'x', [], { properties: [] }, { properties: 'x' }])).toEqual([]);
    const odd = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as unknown;
    expect(schemaMembers([odd])).toEqual([{ name: '__proto__', type: 'text' }]);
  });

  test('a schema that holds itself ends', () => {
    const circle: Record<string, unknown> = { type: 'object' };
    circle['properties'] = { next: circle };
    circle['anyOf'] = [circle];
    expect(schemaMembers([circle])).toHaveLength(1);
  });
});
