import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { compare } from './en/compare.ts';
import { en, LANGUAGES } from './messages.ts';
import { loadMessages } from './load-messages.ts';
import { zhCN } from './zh-cn/all.ts';

/** Every text of a table with its dotted key. */
function flat(table: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}

const names = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))].toSorted();
/** Values a text names; the words of a plural's branches (`one {is}`) are none. */
const slots = (text: string): string[] =>
  names(text, /(?<!\b(?:zero|one|two|few|many|other|=\d+)\s*)\{\s*(\w+)\s*[,}]/g);
/** Those that only choose a plural form: a language without plurals may leave them out. */
const counts = (text: string): string[] => names(text, /\{\s*(\w+)\s*,\s*(?:plural|selectordinal)/g);
const tags = (text: string): string[] => names(text, /<(\w+)>/g);

const english = new Map(flat({ ...en, compare }));
const chinese = new Map(flat(zhCN));

describe('the texts', () => {
  it('have the same keys in both languages', () => {
    expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it.each([...english])('%s names the same values and tags in both languages', (key, text) => {
    const other = chinese.get(key) ?? '';
    const needed = slots(text).filter((slot) => !counts(text).includes(slot));
    expect(slots(text)).toEqual(expect.arrayContaining(slots(other)));
    expect(slots(other)).toEqual(expect.arrayContaining(needed));
    expect(tags(other)).toEqual(tags(text));
  });

  it.each(LANGUAGES)('can all be formatted in %s', async (locale) => {
    const messages: object = Object.assign({ compare }, await loadMessages(locale));
    const onError = (error: Error): never => {
      throw error;
    };
    const t = createTranslator({ locale, messages: messages as Record<string, unknown>, onError });
    for (const [key, text] of flat(messages)) {
      const values = Object.fromEntries(slots(text).map((slot) => [slot, 3]));
      const chunks = Object.fromEntries(tags(text).map((tag) => [tag, (inner: string) => inner]));
      const shown = t.markup(key as never, { ...values, ...chunks } as never);
      expect([key, shown]).not.toContain('');
    }
  });

  it('hold no Chinese in the English table', () => {
    expect([...english].filter(([, text]) => /\p{Script=Han}/u.test(text))).toEqual([]);
  });
});
