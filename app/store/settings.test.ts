import { describe, expect, it } from 'vitest';
import { slug } from './export-files.ts';
import { preferredLanguage } from './language.ts';
import { parseSettings } from './settings.ts';
import { resolveTheme } from './theme.ts';

describe('remembered settings', () => {
  it('keep what is usable and default the rest', () => {
    const stored = { theme: 'neon', language: 'zh-CN', presenter: 'yes', sizes: { rail: 300, drawer: 'tall' } };
    expect(parseSettings(stored)).toEqual({
      theme: 'system',
      language: 'zh-CN',
      presenter: false,
      notify: false,
      sizes: { rail: 300 },
    });
    expect(parseSettings(null)).toEqual(parseSettings({}));
  });
});

describe('the theme in force', () => {
  it('follows the browser only where it is asked to', () => {
    const night = { dark: true, contrast: true };
    expect(resolveTheme('system', night)).toEqual({ theme: 'dark', moreContrast: true });
    expect(resolveTheme('light', night)).toEqual({ theme: 'light', moreContrast: false });
    expect(resolveTheme('contrast', { dark: false, contrast: false })).toEqual({ theme: 'light', moreContrast: true });
  });
});

describe('the first language', () => {
  it.each([
    [['zh-TW', 'en'], 'zh-CN'],
    [['fr', 'en-GB', 'zh'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('for %j is %s', (asked, language) => {
    expect(preferredLanguage(asked)).toBe(language);
  });
});

describe('a file name', () => {
  it.each([
    ['Refund for A-1001', 'refund-for-a-1001'],
    ['退款 A-1001', '退款-a-1001'],
    ['../../etc/passwd', 'etc-passwd'],
    ['…', 'session'],
  ])('for %s is %s', (title, name) => {
    expect(slug(title)).toBe(name);
  });
});
