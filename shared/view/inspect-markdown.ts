import { inlineOf, type Inline } from './inspect-markdown-inline.ts';

/**
 * Text of a model as blocks to draw. This is a small, safe part of Markdown: there is no raw HTML, images become
 * links, and every scan is linear, because the text is untrusted.
 */
export type Block =
  | { kind: 'paragraph'; inline: Inline[] }
  | { kind: 'heading'; level: number; inline: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; ordered: boolean; start: number; items: ListItem[] }
  | { kind: 'table'; text: string }
  | { kind: 'rule' };

export interface ListItem {
  blocks: Block[];
}

const DEPTH_LIMIT = 6;

/** Parses `text` into blocks. Lines that fit no form are paragraphs with their line breaks kept. */
export function markdownOf(text: string): Block[] {
  return blocksOfLines(text.replaceAll('\r\n', '\n').split('\n'), 0);
}

function blocksOfLines(lines: string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let index = 0;
  while (index < lines.length) {
    if (isBlank(lines[index])) {
      index++;
      continue;
    }
    const [block, next] = blockAt(lines, index, depth);
    blocks.push(block);
    index = next;
  }
  return blocks;
}

function blockAt(lines: string[], index: number, depth: number): [Block, number] {
  const line = lines[index] ?? '';
  const fence = fenceOf(line);
  if (fence !== null) return codeBlock(lines, index, fence);
  const heading = headingOf(line);
  if (heading !== null) return [heading, index + 1];
  if (isRule(line)) return [{ kind: 'rule' }, index + 1];
  if (depth < DEPTH_LIMIT && isQuote(line)) return quoteBlock(lines, index, depth);
  if (depth < DEPTH_LIMIT && markerOf(line) !== null) return listBlock(lines, index, depth);
  if (isTableRow(line)) return tableBlock(lines, index);
  return paragraphBlock(lines, index, depth);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

interface Fence {
  mark: string;
  language: string;
}

function fenceOf(line: string): Fence | null {
  const body = line.trim();
  const char = body[0];
  if (char !== '`' && char !== '~') return null;
  let length = 0;
  while (body[length] === char) length++;
  const language = body.slice(length).trim();
  return length < 3 || language.includes('`') ? null : { mark: char.repeat(length), language };
}

function codeBlock(lines: string[], index: number, fence: Fence): [Block, number] {
  const indent = indentOf(lines[index] ?? '');
  const body: string[] = [];
  let next = index + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? '';
    const closing = line.trim();
    if (closing.startsWith(fence.mark) && closing === (fence.mark[0] ?? '').repeat(closing.length)) break;
    body.push(line.slice(Math.min(indent, indentOf(line))));
  }
  return [{ kind: 'code', language: fence.language, text: body.join('\n') }, next + 1];
}

function headingOf(line: string): Block | null {
  let level = 0;
  while (line[level] === '#') level++;
  if (level < 1 || level > 6 || line[level] !== ' ') return null;
  return { kind: 'heading', level, inline: inlineOf(line.slice(level + 1).trim()) };
}

function isRule(line: string): boolean {
  const body = line.trim();
  const char = body[0];
  return body.length >= 3 && (char === '-' || char === '*' || char === '_') && body === char.repeat(body.length);
}

function isQuote(line: string): boolean {
  return line.trimStart().startsWith('>');
}

function quoteBlock(lines: string[], index: number, depth: number): [Block, number] {
  const body: string[] = [];
  let next = index;
  for (; next < lines.length && isQuote(lines[next] ?? ''); next++) {
    const line = (lines[next] ?? '').trimStart().slice(1);
    body.push(line.startsWith(' ') ? line.slice(1) : line);
  }
  return [{ kind: 'quote', blocks: blocksOfLines(body, depth + 1) }, next];
}

interface Marker {
  ordered: boolean;
  start: number;
  /** Columns before the item's text. */
  width: number;
  indent: number;
}

function markerOf(line: string): Marker | null {
  const indent = indentOf(line);
  const body = line.slice(indent);
  const char = body[0] ?? '';
  if ((char === '-' || char === '*' || char === '+') && body[1] === ' ') {
    return { ordered: false, start: 1, width: indent + 2, indent };
  }
  let digits = 0;
  while (digits < 9 && isDigit(body[digits])) digits++;
  const closed = body[digits] === '.' || body[digits] === ')';
  if (digits === 0 || !closed || body[digits + 1] !== ' ') return null;
  return { ordered: true, start: Number(body.slice(0, digits)), width: indent + digits + 2, indent };
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9';
}

function listBlock(lines: string[], index: number, depth: number): [Block, number] {
  const first = markerOf(lines[index] ?? '') as Marker;
  const items: ListItem[] = [];
  let next = index;
  while (next < lines.length) {
    const marker = markerOf(lines[next] ?? '');
    if (marker === null || marker.ordered !== first.ordered || marker.indent > first.indent + 1) break;
    if (marker.indent < first.indent) break;
    const [item, after] = listItem(lines, next, marker);
    items.push({ blocks: blocksOfLines(item, depth + 1) });
    next = after;
  }
  return [{ kind: 'list', ordered: first.ordered, start: first.start, items }, next];
}

/** Lines of one item: what is indented under its marker, and a blank line only when such a line follows. */
function listItem(lines: string[], index: number, marker: Marker): [string[], number] {
  const body = [(lines[index] ?? '').slice(marker.width)];
  let next = index + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? '';
    if (isBlank(line)) {
      const after = lines[next + 1];
      if (isBlank(after) || indentOf(after ?? '') <= marker.indent) {
        return [body, isBlank(after) || markerOf(after ?? '') === null ? next : next + 1];
      }
      body.push('');
    } else if (indentOf(line) > marker.indent) body.push(line.slice(Math.min(marker.width, indentOf(line))));
    else if (startsBlock(line)) break;
    else body.push(line);
  }
  return [body, next];
}

function startsBlock(line: string): boolean {
  return markerOf(line) !== null || fenceOf(line) !== null || headingOf(line) !== null || isRule(line) || isQuote(line);
}

function isTableRow(line: string): boolean {
  const body = line.trim();
  return body.length > 1 && body.startsWith('|') && body.endsWith('|');
}

function tableBlock(lines: string[], index: number): [Block, number] {
  let next = index;
  while (next < lines.length && isTableRow(lines[next] ?? '')) next++;
  return [{ kind: 'table', text: lines.slice(index, next).join('\n') }, next];
}

function paragraphBlock(lines: string[], index: number, depth: number): [Block, number] {
  let next = index + 1;
  while (next < lines.length) {
    const line = lines[next] ?? '';
    if (isBlank(line) || isTableRow(line) || (depth < DEPTH_LIMIT && startsBlock(line))) break;
    next++;
  }
  const text = lines.slice(index, next).join('\n').trim();
  return [{ kind: 'paragraph', inline: inlineOf(text) }, next];
}
