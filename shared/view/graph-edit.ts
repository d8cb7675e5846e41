import { format } from 'jsonc-parser';
import type { ContentBlock } from '../messages/types.ts';
import type { CallResult } from '../session/events.ts';

/** A tool result as text that a person can edit, and how to read that text back. */
export interface EditableResult {
  /** `json` is laid out for reading and goes back as compact as it came; `blocks` is the block list itself. */
  kind: 'text' | 'json' | 'blocks';
  text: string;
}

/** Longer texts are not laid out: the person sees them as they are. */
const MOST_LAID_OUT = 200_000;

/** What stands in the editor for a result. JSON texts only get other white space, never other numbers or keys. */
export function editableResult(result: CallResult): EditableResult {
  const { content } = result;
  if (typeof content !== 'string') {
    const only = content.length === 1 ? content[0] : undefined;
    if (only && isPlainText(only)) return editableText(only.text as string);
    return { kind: 'blocks', text: JSON.stringify(content, null, 2) };
  }
  return editableText(content);
}

function isPlainText(block: ContentBlock): boolean {
  return block.type === 'text' && typeof block.text === 'string';
}

function editableText(text: string): EditableResult {
  const laidOut = layOutJson(text);
  return laidOut === null ? { kind: 'text', text } : { kind: 'json', text: laidOut };
}

/** A JSON object or list with one member per line; null when the text is something else or too long. */
export function layOutJson(text: string): string | null {
  const first = text.trimStart()[0];
  if ((first !== '{' && first !== '[') || text.length > MOST_LAID_OUT || !isJson(text)) return null;
  const edits = format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' });
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += text.slice(at, edit.offset) + edit.content;
    at = edit.offset + edit.length;
  }
  return out + text.slice(at);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same JSON text without white space between its tokens. */
export function compactJson(text: string): string {
  let out = '';
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (inString) {
      out += char;
      if (char === '\\') out += text.charAt(++index);
      else if (char === '"') inString = false;
    } else if (char === '"') {
      inString = true;
      out += char;
    } else if (!' \t\r\n'.includes(char)) out += char;
  }
  return out;
}

/** Which lines of `after` differ from `before`, with the old line where one was replaced. Lines count from 0. */
export function changedLines(before: string, after: string): Map<number, string | null> {
  const old = before.split('\n');
  const now = after.split('\n');
  let top = 0;
  while (top < old.length && top < now.length && old[top] === now[top]) top += 1;
  let bottom = 0;
  while (bottom < old.length - top && bottom < now.length - top && old.at(-1 - bottom) === now.at(-1 - bottom))
    bottom += 1;
  const changed = new Map<number, string | null>();
  const same = old.length === now.length;
  for (let line = top; line < now.length - bottom; line++) {
    if (same && old[line] === now[line]) continue;
    changed.set(line, same ? (old[line] ?? null) : null);
  }
  return changed;
}

/** The value of a `"key": value` line, for striking it out beside the new one. */
export function valueOfLine(line: string): string {
  const match = /^\s*"(?:[^"\\]|\\.)*"\s*:\s*(.*?),?\s*$/.exec(line.slice(0, 400));
  return match?.[1] ?? line.trim().slice(0, 200);
}
