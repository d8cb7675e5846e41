import type { z } from 'zod';
import { isRecord } from '../messages/blocks.ts';
import { scenarioSchema } from './scenario-schema.ts';
import type { Scenario } from './scenario-types.ts';

export interface ScenarioProblem {
  /** Dotted path in the document, `steps.1.message.stop_reason`; empty for the document itself. */
  path: string;
  message: string;
}

export type ParsedScenario = { ok: true; scenario: Scenario } | { ok: false; problems: ScenarioProblem[] };

/**
 * Judges a document as a scenario. On success `scenario` is the very object that came in, so nothing a schema library
 * might drop is lost. Problems name the place and the key, in document order.
 */
export function parseScenario(json: unknown): ParsedScenario {
  if (!isRecord(json)) {
    return {
      ok: false,
      problems: [{ path: '', message: 'A scenario is a JSON object with `request` and `steps` or `rules`.' }],
    };
  }
  const verdict = scenarioSchema.safeParse(json);
  if (!verdict.success)
    return { ok: false, problems: verdict.error.issues.flatMap((issue) => explain(issue, [], json)) };
  const scenario = json as unknown as Scenario;
  const problems = wholeProblems(scenario);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, scenario };
}

/** What no single field can be blamed for. */
function wholeProblems(scenario: Scenario): ScenarioProblem[] {
  if (scenario.steps || scenario.rules) return [];
  return [{ path: '', message: 'There is no `steps` and no `rules`: nothing says what the model answers.' }];
}

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

function explain(issue: Issue, before: Path, json: unknown): ScenarioProblem[] {
  const path = [...before, ...issue.path];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: dotted([...path, key]),
        message: `Unknown key "${key}"${hint(path, json)}.`,
      }));
    case 'invalid_union':
      return explainUnion(issue, path, json);
    case 'invalid_type':
      return [{ path: dotted(path), message: typeMessage(issue.expected, valueAt(json, path)) }];
    default:
      return [{ path: dotted(path), message: sentence(issue.message) }];
  }
}

/** A union's own message says little: show why the branch that came closest refused. */
function explainUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: Path, json: unknown): ScenarioProblem[] {
  const branches = issue.errors.map((issues) => issues.flatMap((inner) => explain(inner, path, json)));
  const closest = branches.toSorted((left, right) => closeness(right, path) - closeness(left, path))[0];
  if (closest) return closest;
  const found = valueAt(json, path);
  const options =
    'options' in issue && Array.isArray(issue.options) ? issue.options.map((name) => `"${String(name)}"`) : [];
  const expected = options.length > 0 ? `Expected one of ${options.join(', ')}` : 'Unexpected value';
  return [{ path: dotted(path), message: `${expected}; found ${describe(found)}.` }];
}

/** Problems deeper than the union itself mean that its kind of value was right; fewer of them are closer. */
function closeness(problems: readonly ScenarioProblem[], path: Path): number {
  const own = dotted(path);
  const inside = problems.filter((problem) => problem.path !== own).length;
  return (inside === problems.length ? 1_000 : 0) - problems.length;
}

function typeMessage(expected: string, found: unknown): string {
  return found === undefined
    ? `Missing: expected ${article(expected)}.`
    : `Expected ${article(expected)}; found ${describe(found)}.`;
}

function article(name: string): string {
  if (name === 'array') return 'a list';
  if (name === 'record') return 'an object';
  if (name === 'int') return 'a whole number';
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return JSON.stringify(value).slice(0, 60);
}

function hint(path: Path, json: unknown): string {
  const holder = valueAt(json, path);
  const type = isRecord(holder) && typeof holder.type === 'string' ? ` of a "${holder.type}"` : '';
  return path.length === 0 ? ' in the scenario' : `${type} at ${dotted(path)}`;
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function valueAt(json: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    return (value as Record<PropertyKey, unknown>)[key];
  }, json);
}

function dotted(path: Path): string {
  return path.map(String).join('.');
}
