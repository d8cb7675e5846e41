import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { hasLoneSurrogate, toWellFormed } from '../strings.ts';

/** Deeper than any legal request; a guard against a walk without end, not a rule. */
const MAX_DEPTH = 512;

interface Place {
  path: Path;
  /** The value to put there: the text, or the whole object where a key is concerned. */
  value: unknown;
  key: boolean;
}

/** A value on the way; paths are built for the few that are broken only. */
interface Step {
  value: unknown;
  key: string | number;
  depth: number;
  parent: Step | null;
}

function pathOf(step: Step): Path {
  const path: (string | number)[] = [];
  for (let at: Step = step; at.parent; at = at.parent) path.push(at.key);
  return path.reverse();
}

/** Every string and every object key with half a surrogate pair, in document order. */
function* brokenStrings(root: unknown): Generator<Place> {
  const stack: Step[] = [{ value: root, key: '', depth: 0, parent: null }];
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { value, depth } = step;
    if (typeof value === 'string') {
      if (hasLoneSurrogate(value)) yield { path: pathOf(step), value: toWellFormed(value), key: false };
    } else if (depth >= MAX_DEPTH) continue;
    else if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index -= 1) push(stack, value[index], index, step);
    } else if (isRecord(value)) {
      const keys = Object.keys(value);
      if (keys.some(hasLoneSurrogate)) yield { path: pathOf(step), value: withWellFormedKeys(value), key: true };
      for (const key of keys.toReversed()) push(stack, value[key], key, step);
    }
  }
}

/** Numbers and the like hold no text. */
function push(stack: Step[], value: unknown, key: string | number, parent: Step): void {
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) {
    stack.push({ value, key, depth: parent.depth + 1, parent });
  }
}

function withWellFormedKeys(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [toWellFormed(key), value]));
}

/** Id of the call or result a path leads through. */
function idsAt(context: LintContext, path: Path): { ids?: string[] } {
  const message = context.messages[Number(path[1])];
  const content = path[0] === 'messages' && isRecord(message) ? message['content'] : undefined;
  const block: unknown = Array.isArray(content) ? content[Number(path[3])] : undefined;
  const id = isRecord(block) ? (block['tool_use_id'] ?? block['id']) : undefined;
  return typeof id === 'string' ? { ids: [toWellFormed(id)] } : {};
}

/**
 * A body is UTF-8, which has no half pairs; they come from text that was cut by length.
 * Seen in anthropics/claude-code#56064 and elsewhere.
 */
export const loneSurrogate: Rule = {
  id: 'lone-surrogate',
  title: { en: 'Half of a surrogate pair', 'zh-CN': '孤立的半个代理对' },
  severity: 'error',
  stage: 'body',
  *check(context): Iterable<Finding> {
    for (const { path, key } of brokenStrings(context.body)) {
      yield {
        at: path,
        message: `${key ? 'A key here' : 'This text'} holds half of a surrogate pair (an emoji that was cut in two), which cannot be sent as UTF-8.`,
        api: 'The request body is not valid JSON: no low surrogate in string',
        ...idsAt(context, path),
      };
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.map((finding) => finding.at.join('\0')));
    const places = [...brokenStrings(context.body)].filter((place) => wanted.has(place.path.join('\0')));
    const keys = places.filter((place) => place.key);
    // Renaming a key replaces its object, so texts inside wait for the next round.
    const inside = (place: Place): boolean =>
      keys.some((outer) => outer !== place && outer.path.every((segment, index) => place.path[index] === segment));
    return places.filter((place) => !inside(place)).map(({ path, value }) => ({ path, value }));
  },
};
