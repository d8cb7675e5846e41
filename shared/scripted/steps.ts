import type { ApiStep, Scenario, ScenarioStep } from './scenario-types.ts';

/**
 * Where a script stands. The cursor is an index into `steps`, runner steps counted: the API step that answers is the
 * first one at or behind it, and the cursor then stands right behind that step. So `0` is the start, `steps.length`
 * the end, and a runner finds what it has to do next at `steps[cursor]` by the same number.
 */
export function stepsOf(scenario: Scenario): readonly ScenarioStep[] {
  return scenario.steps ?? [];
}

/** Only these answer a request; the others belong to the runner. */
export function isApiStep(step: ScenarioStep): step is ApiStep {
  return (
    step.type === 'response' || step.type === 'response_each_turn' || step.type === 'http_error' || step.type === 'sse'
  );
}

/** Index of the API step that answers at this cursor; null when the script has run out. */
export function nextApiStep(scenario: Scenario, cursor: number): number | null {
  const steps = stepsOf(scenario);
  for (let index = Math.max(0, cursor); index < steps.length; index += 1) if (isApiStep(steps[index]!)) return index;
  return null;
}

/** The cursor after the step at `index` answered: behind it, or still on a step that repeats for ever. */
export function cursorAfter(scenario: Scenario, index: number): number {
  return stepsOf(scenario)[index]?.type === 'response_each_turn' ? index : index + 1;
}

/** Reads `x-loupe-step`; null unless it is a whole number from 0 on. */
export function readCursor(header: string | null | undefined): number | null {
  if (typeof header !== 'string' || !/^\d{1,9}$/.test(header)) return null;
  return Number(header);
}
