import type { Scenario } from '../scripted/scenario-types.ts';
import type { SessionRecord } from '../session/state.ts';

/** Where scripts come from, beside the documents that sessions carry. */
export interface ScenarioSource {
  /** A built-in scenario in a language; null for an unknown id. */
  builtIn(id: string, language: 'en' | 'zh-CN'): Scenario | null;
  ids: readonly string[];
}

/** The script of a session, as its first event names or holds it. */
export function scenarioOfRecord(source: ScenarioSource, scenario: SessionRecord['scenario']): Scenario | null {
  if (scenario === null) return null;
  if ('id' in scenario) return source.builtIn(scenario.id, scenario.language);
  // Judged when the session was made.
  return scenario.document as Scenario;
}
