import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeSpan, fenced, plainLine, quotedMarkdown } from './markdown-safe.ts';

describe('quotedMarkdown', () => {
  test.each([
    ['<img src=x>', String.raw`> \<img src=x>`],
    ['a < b', '> a < b'],
    ['![x](http://evil/leak)', String.raw`> !\[x](http://evil/leak)`],
    ['`<b>` and <b>', String.raw`> ${'`<b>`'} and \<b>`],
    ['open ` only\n` <img> `', '> open \\` only\n> ` <img> `'],
    ['\\` <img> `', '> \\` \\<img> \\`'],
    ['```\n<img>\n```\n<img>', '> ```\n> <img>\n> ```\n> \\<img>'],
    ['- x\n  ```\n<img>', '> - x\n>   \\`\\`\\`\n> \\<img>'],
    ['```js\n<b>\n~~~\n<i>', '> ```js\n> <b>\n> ~~~\n> <i>'],
    ['a\r\n\rb', '> a\n>\n> b'],
  ])('%j', (text, expected) => {
    expect(quotedMarkdown(text)).toBe(expected);
  });

  test('every line stays inside the quotation', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('`', '~', '<', 'b', '>', ' ', '\n', '\\', '!', '[', '#') }),
        (text) => {
          for (const line of quotedMarkdown(text).split('\n')) expect(line.startsWith('>')).toBe(true);
        },
      ),
    );
  });

  test('takes linear time on runs of backticks', () => {
    const line = Array.from({ length: 600 }, (_, index) => '`'.repeat(index + 1)).join(' ');
    expect(quotedMarkdown(line.repeat(2)).length).toBeGreaterThan(line.length);
  });
});

describe('fenced', () => {
  test('no text ends its own block', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', '\n', 'x', ' ') }), (text) => {
        const lines = fenced(text).split('\n');
        const fence = lines[0]!;
        expect(lines.at(-1)).toBe(fence);
        expect(text).not.toContain(fence);
        expect(lines.slice(1, -1).join('\n')).toBe(text.endsWith('\n') ? text.slice(0, -1) : text);
      }),
    );
  });
});

test('names on one line', () => {
  expect(codeSpan('a`b')).toBe('``a`b``');
  expect(codeSpan('`')).toBe('`` ` ``');
  expect(plainLine(' # a\n<b> ')).toBe(String.raw`\# a \<b\>`);
});
