import type { Scenario } from '../../scripted/scenario-types.ts';
import { brokenStream } from './broken-stream.ts';
import type { Language, ScenarioSource } from './building.ts';
import { failingTest } from './failing-test.ts';
import { longHaul } from './long-haul.ts';
import { noTool } from './no-tool.ts';
import { refund } from './refund.ts';
import { refused } from './refused.ts';
import { runaway } from './runaway.ts';
import { threeInParallel } from './three-in-parallel.ts';
import { truncated } from './truncated.ts';
import { weather } from './weather.ts';
import { webResearch } from './web-research.ts';

/** The order of pickers and lists: from the smallest loop to the ways it can end otherwise. */
const SOURCES: readonly ScenarioSource[] = [
  weather,
  noTool,
  refund,
  failingTest,
  threeInParallel,
  webResearch,
  runaway,
  longHaul,
  truncated,
  refused,
  brokenStream,
];

/** Ids of the built-in scenarios. */
export const scenarioIds: readonly string[] = SOURCES.map((source) => source.id);

/** The document of a built-in scenario in one language, made anew; null for an unknown id. */
export function findScenario(id: string, language: Language): Scenario | null {
  const source = SOURCES.find((candidate) => candidate.id === id);
  if (!source) return null;
  return { id: source.id, title: source.title, about: source.about, ...source.build(language) };
}

/** The same for an id that is known to exist; throws for any other. */
export function scenarioFor(id: string, language: Language): Scenario {
  const scenario = findScenario(id, language);
  if (!scenario) throw new Error(`There is no built-in scenario "${id}". Known: ${scenarioIds.join(', ')}.`);
  return scenario;
}

export interface ScenarioSummary {
  id: string;
  title: string;
  about: string;
}

/** Names for a picker, without building the documents. */
export function scenarioSummaries(language: Language): ScenarioSummary[] {
  return SOURCES.map(({ id, title, about }) => ({ id, title: title[language], about: about[language] }));
}
