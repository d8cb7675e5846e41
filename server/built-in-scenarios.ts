import { findScenario, scenarioIds } from '../shared/curriculum/scenarios/registry.ts';
import type { ScenarioSource } from './sessions/scenario-source.ts';

/** The scenarios that come with Loupe. */
export const builtInScenarios: ScenarioSource = {
  builtIn: findScenario,
  ids: scenarioIds,
};
