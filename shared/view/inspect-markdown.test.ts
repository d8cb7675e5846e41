import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markdownOf, type Block } from './inspect-markdown.ts';
import { inlineOf, type Inline } from './inspect-markdown-inline.ts';

const plain = (text: string): Inline => ({ kind: 'text', text });

describe('inline', () => {
  test('marks, code and escapes', () => {
    expect(inlineOf('a **b *c*** `x*y` \\*d\\*')).toEqual([
      plain('a '),
      { kind: 'strong', inline: [plain('b '), { kind: 'em', inline: [plain('c')] }] },
      plain(' '),
      { kind: 'code', text: 'x*y' },
      plain(' *d*'),
    ]);
  });

  test.each(['2 * 3 * 4', 'snake_case_name', 'a ** b', '**open', '`tick', 'x[0](y)', '~/dir'])(
    'leaves %s alone',
    (text) => {
      expect(inlineOf(text)).toEqual([plain(text)]);
    },
  );

  test('links keep their whole address; scripts are text', () => {
    expect(inlineOf('[here](https://a.example/x?y=1)')).toEqual([
      { kind: 'link', label: 'here', href: 'https://a.example/x?y=1' },
    ]);
    expect(inlineOf('[here](javascript:alert(1))')).toEqual([plain('[here](javascript:alert(1))')]);
    expect(inlineOf('![x](data:image/svg+xml,a)')).toEqual([plain('![x](data:image/svg+xml,a)')]);
    expect(inlineOf('see https://a.example/b.')).toEqual([
      plain('see '),
      { kind: 'link', label: 'https://a.example/b', href: 'https://a.example/b' },
      plain('.'),
    ]);
  });

  test('HTML is text', () => {
    expect(inlineOf('<img src=x onerror=alert(1)>')).toEqual([plain('<img src=x onerror=alert(1)>')]);
  });
});

describe('blocks', () => {
  test('headings, lists, code, quotes, tables, rules', () => {
    const text = '# T\npara\nline\n\n- a\n- b\n  - c\n\n2. x\n3. y\n\n```py\n*no*\n```\n> q\n\n|a|b|\n|-|-|\n\n---';
    expect(markdownOf(text)).toEqual([
      { kind: 'heading', level: 1, inline: [plain('T')] },
      { kind: 'paragraph', inline: [plain('para\nline')] },
      {
        kind: 'list',
        ordered: false,
        start: 1,
        items: [
          { blocks: [{ kind: 'paragraph', inline: [plain('a')] }] },
          {
            blocks: [
              { kind: 'paragraph', inline: [plain('b')] },
              {
                kind: 'list',
                ordered: false,
                start: 1,
                items: [{ blocks: [{ kind: 'paragraph', inline: [plain('c')] }] }],
              },
            ],
          },
        ],
      },
      {
        kind: 'list',
        ordered: true,
        start: 2,
        items: [
          { blocks: [{ kind: 'paragraph', inline: [plain('x')] }] },
          { blocks: [{ kind: 'paragraph', inline: [plain('y')] }] },
        ],
      },
      { kind: 'code', language: 'py', text: '*no*' },
      { kind: 'quote', blocks: [{ kind: 'paragraph', inline: [plain('q')] }] },
      { kind: 'table', text: '|a|b|\n|-|-|' },
      { kind: 'rule' },
    ]);
  });

  test('an open fence runs to the end', () => {
    expect(markdownOf('```\na\n\nb')).toEqual([{ kind: 'code', language: '', text: 'a\n\nb' }]);
  });

  test('loses no visible character of any text without marks', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', ' ', '\n', '*', '_', '`', '[', ']', '(', ')', '-', '>', '#', '1', '.', '|', 'é'),
        }),
        (text) => {
          const shown = letters(markdownOf(text));
          expect(shown).toBe(text.replaceAll(/[^aé]/gu, ''));
        },
      ),
    );
  });

  test.each([
    ['*', '*a '],
    ['**', '** a'],
    ['[', '[a]('],
    ['`', '`'],
    ['ticks of growing length', '` `` ``` '],
    ['>', '> '],
    ['- ', '- '],
  ])('stays fast on 200 kB of %s', (_, piece) => {
    const text = piece.repeat(200_000 / piece.length);
    const before = performance.now();
    markdownOf(text);
    expect(performance.now() - before).toBeLessThan(1500);
  });
});

function letters(blocks: Block[]): string {
  return JSON.stringify(blocks, (key, value: unknown) => (key === 'kind' || key === 'href' ? undefined : value))
    .replaceAll(/"(?:paragraph|inline|text|label|blocks|items|language|ordered|start|level)":|true|false/gu, '')
    .replaceAll(String.raw`\n`, '')
    .replaceAll(/[^aé]/gu, '');
}
