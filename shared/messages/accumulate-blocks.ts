import { classifyJsonObject } from './accumulate-json-prefix.ts';
import type { InputProblem } from './accumulate-problems.ts';
import { isRecord } from './blocks.ts';
import type { ContentBlock } from './types.ts';

/**
 * One content block while its deltas come in. Immutable: every delta makes a new record. `text` and `json` grow by
 * `+`, which engines keep as a rope until somebody reads the text, so n deltas cost O(n).
 */
export interface OpenBlock {
  readonly index: number;
  /** The block as `content_block_start` brought it. */
  readonly start: ContentBlock;
  /** Text or thinking so far. */
  readonly text: string;
  /** Raw text of a tool input so far. */
  readonly json: string;
  readonly citations: Chain<unknown>;
  /** Fields that deltas assign: `signature`, the fields of a compaction. */
  readonly assigned: Readonly<Record<string, unknown>>;
}

/** A list that grows at its end in O(1) without being changed. */
export type Chain<T> = { readonly last: T; readonly before: Chain<T> } | null;

export function chainToList<T>(chain: Chain<T>): T[] {
  const list: T[] = [];
  for (let link = chain; link; link = link.before) list.push(link.last);
  return list.toReversed();
}

export function openBlock(index: number, start: ContentBlock): OpenBlock {
  const text = start.type === 'thinking' ? start.thinking : start.text;
  return { index, start, text: typeof text === 'string' ? text : '', json: '', citations: null, assigned: {} };
}

/** `bad`: the delta lacks this field. `mismatch`: a delta this kind of block does not take, or an unknown one. */
export type DeltaResult =
  | { kind: 'ok'; block: OpenBlock }
  | { kind: 'bad'; field: string }
  | { kind: 'mismatch'; known: boolean };

type Delta = Record<string, unknown>;

/** Folds one `content_block_delta.delta` into its block; block types and deltas as in the SDK's `#accumulateMessage`. */
export function applyDelta(block: OpenBlock, delta: Delta): DeltaResult {
  const type = block.start.type;
  switch (delta.type) {
    case 'text_delta':
      return type === 'text' ? grow(block, 'text', delta.text) : { kind: 'mismatch', known: true };
    case 'thinking_delta':
      return type === 'thinking' ? grow(block, 'thinking', delta.thinking) : { kind: 'mismatch', known: true };
    case 'input_json_delta':
      return 'input' in block.start ? growInput(block, delta.partial_json) : { kind: 'mismatch', known: true };
    case 'signature_delta':
      if (type !== 'thinking') return { kind: 'mismatch', known: true };
      return typeof delta.signature === 'string'
        ? assign(block, { signature: delta.signature })
        : { kind: 'bad', field: 'delta.signature' };
    case 'citations_delta':
      if (type !== 'text') return { kind: 'mismatch', known: true };
      return { kind: 'ok', block: { ...block, citations: { last: delta.citation, before: block.citations } } };
    case 'compaction_delta':
      return type === 'compaction' ? assign(block, withoutType(delta)) : { kind: 'mismatch', known: true };
    default:
      return { kind: 'mismatch', known: false };
  }
}

function grow(block: OpenBlock, field: string, piece: unknown): DeltaResult {
  if (typeof piece !== 'string') return { kind: 'bad', field: `delta.${field}` };
  return { kind: 'ok', block: { ...block, text: block.text + piece } };
}

function growInput(block: OpenBlock, piece: unknown): DeltaResult {
  if (typeof piece !== 'string') return { kind: 'bad', field: 'delta.partial_json' };
  return { kind: 'ok', block: { ...block, json: block.json + piece } };
}

/** Assigns, so the last one wins: the SDK does so for signatures. */
function assign(block: OpenBlock, fields: Record<string, unknown>): DeltaResult {
  return { kind: 'ok', block: { ...block, assigned: { ...block.assigned, ...fields } } };
}

function withoutType({ type: _type, ...fields }: Delta): Delta {
  return fields;
}

export interface ClosedBlock {
  readonly index: number;
  readonly block: ContentBlock;
  readonly problem: InputProblem | null;
}

/** The block as it stands: with all its text, and its input parsed if it has one. */
export function closeBlock(open: OpenBlock): ClosedBlock {
  const { index, start } = open;
  const base = { ...start, ...open.assigned };
  if (start.type === 'text') return { index, block: withCitations({ ...base, text: open.text }, open), problem: null };
  if (start.type === 'thinking') return { index, block: { ...base, thinking: open.text }, problem: null };
  if (!('input' in start)) return { index, block: base, problem: null };
  const { input, problem } = readInput(inputText(open), start, index);
  return { index, block: { ...base, input }, problem };
}

function withCitations(block: ContentBlock, open: OpenBlock): ContentBlock {
  if (open.citations === null) return block;
  const before: unknown[] = Array.isArray(block.citations) ? block.citations : [];
  return { ...block, citations: [...before, ...chainToList(open.citations)] };
}

/** The raw text of an input; some servers put it, as text, into `content_block_start`. */
function inputText(open: OpenBlock): string {
  return open.json === '' && typeof open.start.input === 'string' ? open.start.input : open.json;
}

/**
 * Parses the text of a tool input. Blank text means no arguments: `{}`, or the object that `start` already holds.
 * Text that is no object gives `{}` and a problem, never a guess.
 */
export function readInput(
  raw: string,
  start: Readonly<Record<string, unknown>>,
  block: number,
): { input: Record<string, unknown>; problem: InputProblem | null } {
  if (raw.trim() === '') return { input: isRecord(start.input) ? start.input : {}, problem: null };
  const parsed = parseOrNull(raw);
  if (isRecord(parsed)) return { input: parsed, problem: null };
  const found = classifyJsonObject(raw);
  const at = found.kind === 'wrong' ? found.at : null;
  const id = typeof start.id === 'string' ? start.id : null;
  const name = typeof start.name === 'string' ? start.name : null;
  const tool = `The input of ${name ?? 'the call'} (block ${block})`;
  const message =
    at === null
      ? `${tool} stops in the middle, after ${raw.length} characters.`
      : `${tool} is no JSON object: unexpected ${JSON.stringify(raw.charAt(at))} at character ${at}.`;
  const reason = at === null ? 'truncated' : 'invalid';
  return { input: {}, problem: { block, toolUseId: id, name, reason, raw, at, message } };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
