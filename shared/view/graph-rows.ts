import {
  blocksOf,
  isRecord,
  isServerToolUse,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
} from '../messages/blocks.ts';
import type { ContentBlock, MessageContent } from '../messages/types.ts';
import { COLUMN_GAP, fontOf, type GraphMetrics, SIDE_LEFT, SIDE_RIGHT } from './graph-metrics.ts';
import type { CallView, ResultView } from './graph-pairs.ts';
import { nameOf } from './graph-pairs.ts';
import { blockWord, contentPreview, oneLine, shortInput, shortJson } from './graph-preview.ts';
import { fitEnd, fitStart, textWidth, wrap } from './graph-text.ts';
import type { GraphRow, Line, PairRef, Span } from './graph-types.ts';
import { type GraphWords, say } from './graph-words.ts';

/** What every row of a node needs to know. */
export interface RowSpace {
  metrics: GraphMetrics;
  words: GraphWords;
  /** Width of the node in px. */
  width: number;
  /** No type column. */
  compact: boolean;
  /** Width of the type column. */
  column: number;
  /** `messages.3`; the rows' paths begin with it. Empty for what is no message. */
  path: string;
}

/** How many lines of a text are shown. */
export interface RowDepth {
  text: number;
  thinking: number;
}

export type RowDraft = Omit<GraphRow, 'y'>;

/** One span cut to `width`; paths keep their end. */
export function spanOf(
  text: string,
  face: Span['face'],
  width: number,
  metrics: GraphMetrics,
  extra: Partial<Span> & { isPath?: boolean } = {},
): Span {
  const { isPath, ...rest } = extra;
  const font = fontOf(face, metrics);
  const cut = isPath ? fitEnd(text, font, width) : fitStart(text, font, width);
  return { text: cut, face, ...rest };
}

export function pairRef(
  view: { toolUseId: string; label: { tag: string; hue: number } },
  metrics: GraphMetrics,
): PairRef {
  const { tag, hue } = view.label;
  const width = Math.ceil(textWidth(tag, { face: 'mono', size: metrics.tagSize }) + 10);
  return { key: view.toolUseId, tag, hue, width };
}

export function rowHeight(lines: number, metrics: GraphMetrics): number {
  return lines * metrics.leading + metrics.rowPad;
}

/** Body of a row: where it begins and how wide it is. `tag` takes its room from the first line only. */
function bodyOf(space: RowSpace, label: Line | null): { bodyX: number; width: number } {
  if (label === null) return { bodyX: SIDE_LEFT, width: space.width - SIDE_LEFT - SIDE_RIGHT };
  const wide = label.reduce((sum, span) => sum + textWidth(span.text, fontOf(span.face, space.metrics)), 0);
  const bodyX = SIDE_LEFT + Math.max(space.column, Math.ceil(wide)) + COLUMN_GAP;
  return { bodyX, width: space.width - bodyX - SIDE_RIGHT };
}

function labelOf(space: RowSpace, text: string, face: Span['face'] = 'mono', tone?: Span['tone']): Line | null {
  if (space.compact) return null;
  const most = Math.round((space.width - SIDE_LEFT - SIDE_RIGHT) * 0.5);
  return [spanOf(text, face, most, space.metrics, tone ? { tone } : {})];
}

function row(space: RowSpace, id: string, label: Line | null, lines: Line[], more: Partial<RowDraft> = {}): RowDraft {
  const { bodyX } = bodyOf(space, label);
  const height = rowHeight(Math.max(1, lines.length), space.metrics);
  return { id, kind: 'block', height, label, bodyX, lines, ...more };
}

/** A row of words that is no block of the message. */
export function noteRow(
  space: RowSpace,
  id: string,
  text: string,
  extra: Partial<Span> & { lines?: number } = {},
): RowDraft {
  const { lines: most = 2, face = 'mono', ...rest } = extra;
  const width = space.width - SIDE_LEFT - SIDE_RIGHT;
  const lines = wrap(text, fontOf(face, space.metrics), width, most).map((line): Line => [
    { text: line, face, ...rest },
  ]);
  return { id, kind: 'note', height: rowHeight(lines.length, space.metrics), label: null, bodyX: SIDE_LEFT, lines };
}

/** Everything about the calls of the message whose rows are made. */
export interface RowPairs {
  calls: readonly CallView[];
  results: readonly ResultView[];
}

/** The rows of a message, one per block, in order. */
export function messageRows(space: RowSpace, content: MessageContent, pairs: RowPairs, depth: RowDepth): RowDraft[] {
  const blocks = blocksOf(content);
  if (blocks.length === 0)
    return [{ ...noteRow(space, 'empty', say(space.words, 'empty')), path: `${space.path}.content` }];
  return blocks.map((block, index) => {
    const path = typeof content === 'string' ? `${space.path}.content` : `${space.path}.content.${index}`;
    return { ...blockRow(space, block, index, pairs, depth), path, block: index };
  });
}

function blockRow(space: RowSpace, block: ContentBlock, index: number, pairs: RowPairs, depth: RowDepth): RowDraft {
  const id = String(index);
  if (isText(block)) return textRow(space, id, 'text', block.text, depth.text);
  if (isThinking(block)) return textRow(space, id, 'thinking', block.thinking, depth.thinking, 'ink-2');
  const call = pairs.calls.find((each) => each.block === index);
  if (isToolUse(block) && call) return callRow(space, id, call, pairs.calls.length > 1);
  const result = pairs.results.find((each) => each.block === index);
  if (isToolResult(block) && result) return resultRow(space, id, result, block.is_error === true, block.content);
  if (isServerToolUse(block)) return serverRow(space, id, block.type, block.name, block.input);
  return otherRow(space, id, block);
}

function textRow(space: RowSpace, id: string, type: string, text: string, most: number, tone?: Span['tone']): RowDraft {
  // A message that is only text needs no column to say so.
  const label = labelOf(space, type);
  const { width } = bodyOf(space, label);
  const lines = wrap(text, fontOf('text', space.metrics), width, most);
  if (lines.length === 0)
    return row(space, id, label, [
      [spanOf(say(space.words, 'emptyText'), 'text', width, space.metrics, { tone: 'ink-3' })],
    ]);
  return row(
    space,
    id,
    label,
    lines.map((line): Line => [{ text: line, face: 'text', ...(tone ? { tone } : {}) }]),
  );
}

/** A single call has its type in the column and its input below; several are one line each, named in the column. */
function callRow(space: RowSpace, id: string, call: CallView, several: boolean): RowDraft {
  const { metrics } = space;
  const pair = pairRef(call, metrics);
  const cut = call.cut ? { struck: true } : {};
  const more: Partial<RowDraft> = {
    pair,
    port: 'call',
    ...(call.cut ? { mark: 'cut', absence: say(space.words, 'neverRun') } : {}),
  };
  if (several) return severalRow(space, id, call, more);
  const label = labelOf(space, 'tool_use');
  const { width } = bodyOf(space, label);
  const name = [spanOf(call.name, 'mono-strong', width - pair.width - COLUMN_GAP, metrics, cut)];
  const whole = oneLine(call.raw ?? shortJson(call.input));
  if (whole === '{}') return row(space, id, label, [name], more);
  return row(space, id, label, [name, [spanOf(whole, 'mono', width, metrics, cut)]], more);
}

/** The input in a few characters; one that is no whole JSON as far as it came. */
function aboutInput(call: CallView): { text: string; isPath: boolean } {
  return call.raw === undefined ? shortInput(call.input) : { text: oneLine(call.raw), isPath: false };
}

function severalRow(space: RowSpace, id: string, call: CallView, more: Partial<RowDraft>): RowDraft {
  const { metrics } = space;
  const input = aboutInput(call);
  const room = (more.pair?.width ?? 0) + COLUMN_GAP;
  const struck = call.cut ? { struck: true } : {};
  if (space.compact) {
    const width = bodyOf(space, null).width - room;
    return row(space, id, null, [beside(call.name, input, width, metrics, struck)], more);
  }
  const label = labelOf(space, call.name, 'mono-strong');
  const { width } = bodyOf(space, label);
  return row(
    space,
    id,
    label,
    [[spanOf(input.text, 'mono', width - room, metrics, { isPath: input.isPath, ...struck })]],
    more,
  );
}

/** A name in strong type and what is left of the line for something about it. */
function beside(
  name: string,
  about: { text: string; isPath: boolean },
  width: number,
  metrics: GraphMetrics,
  extra: Partial<Span> = {},
): Line {
  const first = spanOf(name, 'mono-strong', width, metrics, extra);
  const left = width - textWidth(first.text, fontOf('mono', metrics)) - COLUMN_GAP;
  if (about.text === '' || left < 4 * metrics.monoSize) return [first];
  return [first, spanOf(about.text, 'mono', left, metrics, { isPath: about.isPath, tone: 'ink-2' })];
}

function resultRow(
  space: RowSpace,
  id: string,
  result: ResultView,
  isError: boolean,
  content: MessageContent | undefined,
): RowDraft {
  const { metrics, words } = space;
  const label = labelOf(space, 'tool_result');
  const ref = { toolUseId: result.toolUseId, label: result.call?.label ?? { tag: tagOf(result.toolUseId), hue: -1 } };
  const pair = pairRef(ref, metrics);
  const width = bodyOf(space, label).width - pair.width - COLUMN_GAP;
  const text = contentPreview(content, words);
  const name = result.call
    ? result.call.label.ordinal === null
      ? result.call.name
      : aboutCall(result.call)
    : tagOf(result.toolUseId);
  const about = isError ? { text: `${say(words, 'error')} · ${text}`, isPath: false } : { text, isPath: false };
  const line = beside(name, about, width, metrics);
  const toned = isError ? line.map((span, at) => (at === 1 ? { ...span, tone: 'error' as const } : span)) : line;
  return row(space, id, label, [toned], { pair, port: 'result', ...(isError ? { mark: 'error' as const } : {}) });
}

/** Tells results of one tool apart by what was asked for; the number alone would say little. */
function aboutCall(call: CallView): string {
  const input = shortInput(call.input);
  const text = input.isPath ? (input.text.split('/').at(-1) ?? input.text) : input.text;
  return text === '' || text.startsWith('{') || text.startsWith('[') ? nameOf(call) : text;
}

/** The end of an id that belongs to no call here. */
export function tagOf(toolUseId: string): string {
  return [...toolUseId].slice(-4).join('') || '?';
}

function serverRow(space: RowSpace, id: string, type: string, name: string, input: unknown): RowDraft {
  const label = labelOf(space, type);
  const { width } = bodyOf(space, label);
  const about = shortInput(input);
  const lines: Line[] = [[spanOf(name, 'mono-strong', width, space.metrics)]];
  if (about.text !== '') lines.push([spanOf(about.text, 'mono', width, space.metrics, { isPath: about.isPath })]);
  return row(space, id, label, lines, { mark: 'server', absence: say(space.words, 'server') });
}

function otherRow(space: RowSpace, id: string, block: ContentBlock): RowDraft {
  const label = labelOf(space, block.type);
  const { width } = bodyOf(space, label);
  const inner = Array.isArray(block.content) ? contentPreview(block.content as ContentBlock[], space.words) : null;
  const rest = Object.fromEntries(Object.entries(block).filter(([key]) => key !== 'type'));
  const known = block.type === 'image' || block.type === 'document';
  const text = known
    ? blockWord(block, space.words)
    : (inner ?? (isRecord(block.content) ? shortJson(block.content) : shortJson(rest)));
  return row(space, id, label, [[spanOf(oneLine(text), 'mono', width, space.metrics, { tone: 'ink-2' })]]);
}

/** Puts rows under each other from `top` on. */
export function stack(rows: readonly RowDraft[], top: number): { rows: GraphRow[]; bottom: number } {
  let y = top;
  const placed = rows.map((draft) => {
    const at = { ...draft, y };
    y += draft.height;
    return at;
  });
  return { rows: placed, bottom: y };
}
