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
 * of that tool) in every text of a value. In `values` a text that is one result template and nothing else becomes the
 * value itself, so a number stays a number; everywhere else it is written as text, an object as its JSON. What is
 * missing leaves its braces and is reported with the path below `path`.
 *
 * @param kind `values` for tool inputs, `texts` for everything else
 */
export function fillTemplates(
  value: unknown,
  facts: RequestFacts,
  path: string,
  problems: ScriptProblem[],
  kind: 'values' | 'texts',
  depth = 0,
): unknown {
  if (typeof value === 'string') {
    const parts = fillText(value, facts, path, problems);
    return kind === 'values' && parts.length === 1 ? parts[0] : parts.map(asText).join('');
  }
  if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) {
    return value.map((item, index) => fillTemplates(item, facts, `${path}.${index}`, problems, kind, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      fillTemplates(item, facts, `${path}.${key}`, problems, kind, depth + 1),
    ]),
  );
}

/** The text in parts, templates replaced by their values; empty parts left out. */
function fillText(text: string, facts: RequestFacts, path: string, problems: ScriptProblem[]): unknown[] {
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
  return parts.filter((part) => part !== '');
}

function asText(part: unknown): string {
  return typeof part === 'string' ? part : canonicalJson(part);
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
