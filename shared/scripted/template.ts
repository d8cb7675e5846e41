import { canonicalJson } from '../messages/canonical-json.ts';
import { atPointer } from './json-pointer.ts';
import type { RequestFacts } from './request-facts.ts';
import type { ScriptProblem } from './scenario-types.ts';

const OPEN = '{{result.';
const TURN = '{turn}';
/** Deeper values are left as they are: no script needs templates there, and the walk is recursive. */
const MAX_DEPTH = 500;

/**
 * Fills `{turn}` (the turn number) and `{{result.TOOL/POINTER}}` (the value at that JSON pointer in the newest result
 * of that tool) in every text of a value. A text that is one result template and nothing else becomes the value
 * itself, so a number stays a number; inside a longer text it is written as text. What is missing leaves its braces
 * and is reported with the path below `path`.
 */
export function fillTemplates(
  value: unknown,
  facts: RequestFacts,
  path: string,
  problems: ScriptProblem[],
  depth = 0,
): unknown {
  if (typeof value === 'string') return fillText(value, facts, path, problems);
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => fillTemplates(item, facts, `${path}.${index}`, problems, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      fillTemplates(item, facts, `${path}.${key}`, problems, depth + 1),
    ]),
  );
}

function fillText(text: string, facts: RequestFacts, path: string, problems: ScriptProblem[]): unknown {
  const parts: unknown[] = [];
  let from = 0;
  for (let open = text.indexOf(OPEN); open !== -1; open = text.indexOf(OPEN, from)) {
    const close = text.indexOf('}}', open);
    if (close === -1) break;
    parts.push(fillTurn(text.slice(from, open), facts));
    const template = text.slice(open, close + 2);
    const found = lookUp(text.slice(open + OPEN.length, close), facts);
    if (!found.found) problems.push(missing(path, template));
    parts.push(found.found ? found.value : template);
    from = close + 2;
  }
  parts.push(fillTurn(text.slice(from), facts));
  const filled = parts.filter((part) => part !== '');
  if (filled.length === 1) return filled[0];
  return filled.map((part) => (typeof part === 'string' ? part : canonicalJson(part))).join('');
}

function fillTurn(text: string, facts: RequestFacts): string {
  return text.replaceAll(TURN, String(facts.turn));
}

function lookUp(reference: string, facts: RequestFacts) {
  const slash = reference.indexOf('/');
  const tool = slash === -1 ? reference : reference.slice(0, slash);
  const result = facts.newestResultOf.get(tool);
  if (!result) return { found: false as const };
  return slash === -1 ? { found: true as const, value: result.text } : atPointer(result.value, reference.slice(slash));
}

function missing(path: string, template: string): ScriptProblem {
  const message = `${template} at ${path} has no value in this request, so the braces were sent as they are.`;
  return { kind: 'template-missing', path, template, message };
}
