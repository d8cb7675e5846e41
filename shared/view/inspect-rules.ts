import type { Problem } from '../messages/problem.ts';
import { RULES } from '../messages/rules/registry.ts';

const TITLES = new Map(RULES.map((rule) => [rule.id, rule.title]));

/** Title of a lint rule in a language; the id itself for a rule that this version does not know. */
export function ruleTitle(id: string, language: 'en' | 'zh-CN'): string {
  return TITLES.get(id)?.[language] ?? id;
}

/** What is wrong, in a sentence. The linter writes English; in Chinese the title says it. */
export function ruleSentence(problem: Problem, language: 'en' | 'zh-CN'): string {
  return language === 'en' ? problem.message : '';
}
