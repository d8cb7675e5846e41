import { useEffect } from 'react';
import { create } from 'zustand';
import type { ScenarioSummary } from '../../shared/curriculum/scenarios/registry.ts';
import { type Language, LANGUAGES } from '../i18n/messages.ts';
import { useLanguage } from '../i18n/translator.ts';

type Lists = Partial<Record<Language, readonly ScenarioSummary[]>>;

const useLists = create<Lists>()(() => ({}));
const EMPTY: readonly ScenarioSummary[] = [];
let asked = false;

/** The documents of all scenarios come along with their names, so they are fetched after the first picture. */
async function load(): Promise<void> {
  if (asked) return;
  asked = true;
  const { scenarioSummaries } = await import('../../shared/curriculum/scenarios/registry.ts');
  useLists.setState(Object.fromEntries(LANGUAGES.map((language) => [language, scenarioSummaries(language)])));
}

/** The built-in scenarios in the language of the page; empty until they are loaded. */
export function useScenarios(): readonly ScenarioSummary[] {
  const language = useLanguage((state) => state.language);
  useEffect(() => void load(), []);
  return useLists((lists) => lists[language] ?? EMPTY);
}
