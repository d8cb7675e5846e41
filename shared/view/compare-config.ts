import { canonicalJson } from '../messages/canonical-json.ts';
import type { ToolDefinition } from '../messages/types.ts';
import type { ConfigData } from '../session/events.ts';
import { diffRequests } from './diff-requests.ts';

/** One setting that differs. `name` is the key of the request body, or `tools.<name>`, `policy`, `endpoint`. */
export interface ConfigChange {
  name: string;
  kind: 'new' | 'gone' | 'changed';
  before: unknown;
  after: unknown;
}

/** True when two setups send the same in the same way. */
export function sameConfig(a: ConfigData, b: ConfigData): boolean {
  return a === b || textOf(a) === textOf(b);
}

/** Kept, since each step of a long run is asked for the same few setups. */
const texts = new WeakMap<ConfigData, string>();

function textOf(config: ConfigData): string {
  const { body, endpoint, policy } = config;
  const text = texts.get(config) ?? canonicalJson([body, endpoint, policy]);
  texts.set(config, text);
  return text;
}

/** What differs between two setups, tools one by one. Empty when nothing does. */
export function configChanges(a: ConfigData, b: ConfigData): ConfigChange[] {
  const { keys } = diffRequests({ ...a.body, messages: [] }, { ...b.body, messages: [] });
  const changes = keys.flatMap(({ key, ...change }): ConfigChange[] =>
    key === 'tools' ? toolChanges(change.before, change.after) : [{ name: key, ...change }],
  );
  for (const name of ['endpoint', 'policy'] as const) {
    if (a[name] !== b[name]) changes.push({ name, kind: 'changed', before: a[name], after: b[name] });
  }
  return changes;
}

function toolChanges(before: unknown, after: unknown): ConfigChange[] {
  const [old, next] = [byName(before), byName(after)];
  if (!old || !next) return [{ name: 'tools', kind: kindOf(before, after), before, after }];
  const changes: ConfigChange[] = [];
  for (const name of new Set([...old.keys(), ...next.keys()])) {
    const pair = { before: old.get(name), after: next.get(name) };
    if (canonicalJson(pair.before ?? null) === canonicalJson(pair.after ?? null)) continue;
    changes.push({ name: `tools.${name}`, kind: kindOf(pair.before, pair.after), ...pair });
  }
  // The same tools in another order: the prompt cache sees a difference there.
  return changes.length > 0 ? changes : [{ name: 'tools', kind: 'changed', before, after }];
}

function kindOf(before: unknown, after: unknown): ConfigChange['kind'] {
  if (before === undefined) return 'new';
  return after === undefined ? 'gone' : 'changed';
}

/** Tools by name; null when that would lose one: no list, no name, or a name twice. */
function byName(tools: unknown): Map<string, ToolDefinition> | null {
  if (tools === undefined) return new Map();
  if (!Array.isArray(tools)) return null;
  const map = new Map<string, ToolDefinition>();
  for (const tool of tools as (ToolDefinition | null)[]) {
    if (typeof tool?.name !== 'string' || map.has(tool.name)) return null;
    map.set(tool.name, tool);
  }
  return map;
}
