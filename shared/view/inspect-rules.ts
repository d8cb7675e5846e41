import type { Problem } from '../messages/problem.ts';
import { ruleById } from '../messages/rules/registry.ts';

/** Title of a lint rule in a language; the id itself for a rule that this version does not know. */
export function ruleTitle(id: string, language: 'en' | 'zh-CN'): string {
  return ruleById(id)?.title[language] ?? id;
}

/** What is wrong, in a sentence. The linter writes English; in Chinese the title says it. */
export function ruleSentence(problem: Problem, language: 'en' | 'zh-CN'): string {
  return language === 'en' ? problem.message : '';
}
