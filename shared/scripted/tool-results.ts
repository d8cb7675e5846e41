import type { ContentBlock } from '../messages/types.ts';
import { valueHolds } from './conditions.ts';
import type { Scenario, ScriptedResult, ScriptedResultCase } from './scenario-types.ts';
import { stepsOf } from './steps.ts';
import { DEFAULT_TOOL_MS } from './time.ts';

export interface ScriptedToolResult {
  content: string | ContentBlock[];
  is_error: boolean;
  /** Milliseconds until it is there. */
  delayMs: number;
}

/**
 * What a call returns in this script: by its id, else by its tool's name, else by `*`; where cases are given, by the
 * first one whose test of the input holds. Null if the script has nothing for it.
 */
export function resultFor(
  scenario: Scenario,
  call: { id: string; name: string; input: unknown },
): ScriptedToolResult | null {
  for (const key of [call.id, call.name, '*']) {
    const result = pick(entryOf(scenario, key), call.input);
    if (result) return complete(result);
  }
  return null;
}

function entryOf(scenario: Scenario, key: string): ScriptedResult | ScriptedResultCase[] | undefined {
  const results = scenario.tool_results;
  return results && Object.hasOwn(results, key) ? results[key] : undefined;
}

function pick(entry: ScriptedResult | ScriptedResultCase[] | undefined, input: unknown): ScriptedResult | undefined {
  if (!Array.isArray(entry)) return entry;
  return entry.find(({ when }) => when === undefined || valueHolds(when, input))?.then;
}

function complete({ content = '', is_error = false, delayMs = DEFAULT_TOOL_MS }: ScriptedResult): ScriptedToolResult {
  return { content, is_error, delayMs };
}

/** Ids of the calls that a `tool_done` step at or behind `fromStep` names: they wait for it and get no other result. */
export function callsWaitingFor(scenario: Scenario, fromStep: number): Set<string> {
  const later = stepsOf(scenario).slice(Math.max(0, fromStep));
  return new Set(later.flatMap((step) => (step.type === 'tool_done' ? [step.tool_use_id] : [])));
}
