import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pythonLiteral, typescriptLiteral } from './code-literals.ts';

const nasty = fc.constantFrom(
  '"""',
  "'''",
  '\\',
  '\\u',
  '`${1}`',
  '</script>',
  '*/',
  '\n',
  '\r\n',
  '\u2028',
  '\u0000',
  '\ud83d',
  '\udc00',
  '😀',
  '__proto__',
  'constructor',
  '{turn}',
  '#',
  'a long line of words that goes on for quite a while and then some more',
);
const text = fc.array(fc.oneof(nasty, fc.string()), { maxLength: 6 }).map((parts) => parts.join(''));
/** JSON with any text as key, an own `__proto__` too. */
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom(null, true, false, 0, -1.5, 1e300, 42),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(text, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries) as unknown),
  ),
})).value;

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('literals', () => {
  test('TypeScript reads any JSON value back as it was', () => {
    fc.assert(
      fc.property(json, (value) => {
        const read: unknown = new Function(`"use strict"; return (${typescriptLiteral(value)});`)();
        expect(JSON.stringify(read)).toBe(JSON.stringify(value));
      }),
    );
  });

  test.skipIf(!hasPython)('Python reads any JSON value back as it was', () => {
    const values = fc.sample(json, { numRuns: 300, seed: 7 });
    const source = `import json, sys\nvalues = [\n${values.map((value) => `  ${pythonLiteral(value, '  ')},\n`).join('')}]\nprint(json.dumps(values))\n`;
    const { stdout, stderr } = spawnSync('python3', ['-'], { input: source, encoding: 'utf8', maxBuffer: 1 << 26 });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(values)));
  });

  test('long texts stand one line per literal, short values on one line', () => {
    const long = `${'word '.repeat(20)}\nsecond\n`;
    expect(typescriptLiteral({ a: long })).toBe(
      `{\n  a: ${JSON.stringify(`${'word '.repeat(20)}\n`)} +\n    "second\\n",\n}`,
    );
    expect(pythonLiteral({ ok: true, none: null, list: [1, false] })).toBe(
      '{"ok": True, "none": None, "list": [1, False]}',
    );
  });
});
