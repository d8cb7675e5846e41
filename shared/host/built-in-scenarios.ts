import { findScenario, scenarioIds } from '../curriculum/scenarios/registry.ts';
import type { ScenarioSource } from './scenario-source.ts';

/** The scenarios that come with Loupe. */
export const builtInScenarios: ScenarioSource = {
  builtIn: findScenario,
  ids: scenarioIds,
};
