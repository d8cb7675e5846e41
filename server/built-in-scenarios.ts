import { scenarioFor, scenarioIds } from '../shared/curriculum/scenarios/registry.ts';
import type { ScenarioSource } from './sessions/scenario-source.ts';

/** The scenarios that come with Loupe. */
export const builtInScenarios: ScenarioSource = {
  builtIn: (id, language) => scenarioFor(id, language) ?? null,
  ids: scenarioIds,
};
