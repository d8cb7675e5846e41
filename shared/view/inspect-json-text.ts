import { findNodeAtLocation, parse, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { layOutJson } from './graph-edit.ts';
import { jsonDepth } from './inspect-text.ts';

/** Where a JSON text breaks, 1-based; `code` names the fault for a sentence. */
export interface JsonFault {
  code: 'empty' | 'syntax' | 'too-deep';
  line: number;
  column: number;
  offset: number;
}

export type JsonVerdict = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

const DEPTH_LIMIT = 512;

/** Reads strict JSON (no comments, no trailing commas) and says where it breaks. */
export function readJson(text: string): JsonVerdict {
  if (text.trim() === '') return { ok: false, fault: { code: 'empty', line: 1, column: 1, offset: 0 } };
  if (jsonDepth(text, DEPTH_LIMIT) >= DEPTH_LIMIT) {
    return { ok: false, fault: { code: 'too-deep', line: 1, column: 1, offset: 0 } };
  }
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false, fault: faultAt(text, firstError(text)) };
  }
}

/** JSON.parse words its errors differently in each engine and often without a place. */
function firstError(text: string): number {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors[0]?.offset ?? text.length;
}

function faultAt(text: string, offset: number): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { code: 'syntax', line, column: offset - before.lastIndexOf('\n'), offset };
}

/** A JSON object or list, laid out for reading, with every number and string as written; null for anything else. */
export function prettyJson(text: string): string | null {
  return jsonDepth(text, DEPTH_LIMIT) >= DEPTH_LIMIT ? null : layOutJson(text);
}

/** A stretch of text, in UTF-16 units. */
export interface Span {
  offset: number;
  length: number;
}

/**
 * Finds the place of a dotted path such as `content.0.tool_use_id` in a JSON text. When the member itself is
 * missing, the nearest container that exists is meant; null when the text is no JSON.
 */
export function spanOf(text: string, path: readonly string[]): Span | null {
  if (jsonDepth(text, DEPTH_LIMIT) >= DEPTH_LIMIT) return null;
  const root = parseTree(text);
  if (root === undefined) return null;
  let node: Node = root;
  for (const step of path) {
    const next = findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step]);
    if (next === undefined) break;
    node = next;
  }
  return { offset: node.offset, length: node.length };
}
