import { describe, expect, it } from 'vitest';
import { breakpointWords as english } from '../../i18n/en/breakpoint-words.ts';
import { breakpointWords as chinese } from '../../i18n/zh-cn/breakpoint-words.ts';
import { SCOPE_NAMES } from '../../../shared/debugger/scope.ts';

describe('the words of the breakpoints panel', () => {
  it.each(Object.entries(english.fault))('the Chinese of %s names the same word', (code, text) => {
    const other = chinese.fault[code as keyof typeof chinese.fault];
    expect(other.includes('{word}')).toBe(text.includes('{word}'));
    expect(other).toMatch(/\p{Script=Han}/u);
  });

  it('explain every name that a condition can use, and no other', () => {
    expect(Object.keys(english.help.names)).toEqual(SCOPE_NAMES.map((each) => each.name));
  });
});
