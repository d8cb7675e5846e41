import { canonicalJson } from '../messages/canonical-json.ts';
import { globMatches } from './glob.ts';
import { atPointer } from './json-pointer.ts';
import type { RequestFacts, ResultFact } from './request-facts.ts';
import type { ResultTest, RuleCondition, ScenarioRule, TextTest, ValueTest } from './scenario-types.ts';

/** Whether all parts of a condition hold for a request; without parts it always does. */
export function ruleHolds(when: RuleCondition | undefined, facts: RequestFacts): boolean {
  if (!when) return true;
  return (
    (when.turn === undefined || when.turn === facts.turn) &&
    (when.lastTool === undefined || when.lastTool === facts.lastTool) &&
    (when.hasTool === undefined || facts.tools.has(when.hasTool)) &&
    (when.result === undefined || resultHolds(when.result, facts)) &&
    (when.saidByUser === undefined || (facts.saidByUser !== null && textHolds(when.saidByUser, facts.saidByUser)))
  );
}

/** Index of the first rule that holds, or -1. */
export function firstRule(rules: readonly ScenarioRule[], facts: RequestFacts): number {
  return rules.findIndex((rule) => ruleHolds(rule.when, facts));
}

function resultHolds(test: ResultTest, facts: RequestFacts): boolean {
  const result = test.tool === undefined ? facts.newestResult : (facts.newestResultOf.get(test.tool) ?? null);
  if (!result) return false;
  if (test.isError !== undefined && test.isError !== result.isError) return false;
  return valueHolds(test, subject(test, result)) || (!test.pointer && valueHolds(test, result.text));
}

/** With a pointer the result must be JSON; without one the text and its JSON reading are tested, either may do. */
function subject(test: ResultTest, result: ResultFact): unknown {
  return test.pointer ? result.value : (result.value ?? result.text);
}

function textHolds(test: TextTest, text: string): boolean {
  return (
    (test.equals === undefined || test.equals === text) &&
    (test.contains === undefined || text.includes(test.contains)) &&
    (test.glob === undefined || globMatches(test.glob, text))
  );
}

/**
 * Whether a value, or the one at `pointer` in it, passes. `equals` compares as JSON, key order aside. `contains` looks
 * for a text in a text, else for an element in a list, else for a text in the value's canonical JSON. `glob` takes a
 * text, or the JSON of anything else. A pointer that leads nowhere fails; a test without parts passes.
 */
export function valueHolds(test: ValueTest, value: unknown): boolean {
  const found = atPointer(value, test.pointer ?? '');
  if (!found.found) return false;
  return (
    (test.equals === undefined || canonicalJson(found.value) === canonicalJson(test.equals)) &&
    (test.contains === undefined || contains(found.value, test.contains)) &&
    (test.glob === undefined || globMatches(test.glob, asText(found.value)))
  );
}

function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(value)) {
    const wanted = canonicalJson(part);
    return value.some((element) => canonicalJson(element) === wanted);
  }
  return asText(value).includes(asText(part));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : canonicalJson(value);
}
