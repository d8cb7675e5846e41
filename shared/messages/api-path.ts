import { isRecord } from './blocks.ts';
import type { Path } from './edits.ts';

/** `messages.2.content.0`: the plain path a person and a program can follow. */
export function plainPath(path: Path): string {
  return path.join('.');
}

/**
 * The path as the API writes it in errors: the tag of a union stands behind the place it was chosen at
 * (`messages.2.content.0.tool_result.content`, `tools.0.custom.name`, `thinking.enabled.budget_tokens`).
 * The last segment gets no tag.
 */
export function apiPath(body: unknown, path: Path): string {
  const parts: (string | number)[] = [];
  let value: unknown = body;
  path.forEach((segment, position) => {
    parts.push(segment);
    value = childOf(value, segment);
    if (position === path.length - 1) return;
    const tag = tagOf(value, path, position);
    if (tag !== null) parts.push(tag);
  });
  return parts.join('.');
}

function childOf(value: unknown, segment: string | number): unknown {
  if (Array.isArray(value)) return value[Number(segment)];
  return isRecord(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

const TAGGED_LISTS = new Set<unknown>(['content', 'tools']);
const TAGGED_PLACES = new Set<unknown>(['source', 'thinking', 'tool_choice']);

function tagOf(value: unknown, path: Path, position: number): string | null {
  if (!isRecord(value)) return null;
  const segment = path[position];
  const inTools = typeof segment === 'number' && path[position - 1] === 'tools' && position === 1;
  if (inTools) return typeof value['type'] === 'string' ? value['type'] : 'custom';
  const tagged = typeof segment === 'number' ? TAGGED_LISTS.has(path[position - 1]) : TAGGED_PLACES.has(segment);
  return tagged && typeof value['type'] === 'string' ? value['type'] : null;
}
