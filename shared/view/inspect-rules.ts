import type { Problem } from '../messages/lint.ts';

/** Title of a lint rule: its id in words. */
export function ruleTitle(id: string, _language: 'en' | 'zh-CN'): string {
  const words = id.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is wrong, in a sentence. The linter writes English; in Chinese the title says it. */
export function ruleSentence(problem: Problem, language: 'en' | 'zh-CN'): string {
  return language === 'en' ? problem.message : '';
}
