import { isRecord } from '../messages/blocks.ts';
import type { ContentBlock, Message, ToolDefinition, Usage } from '../messages/types.ts';
import type { Guess, ImportedEvent, ImportedTurn, RecordRef } from './import-types.ts';

/** What an importer knows of one answer; what it leaves out is unknown, and a missing `stopReason` is inferred. */
export interface TurnDraft {
  stopReason?: string | null;
  usage?: Usage | null;
  model?: string | null;
  startedAt?: number | null;
  durationMs?: number | null;
  id?: string;
  /** The answer never came to its end: its stop_reason stays unknown. */
  cut?: boolean;
  guessed?: ImportedTurn['guessed'];
}

/** A piece of a transcript in the order of its source; `layOut` makes messages of a list of them. */
export interface Item {
  role: 'user' | 'assistant' | 'system';
  /** A string stays a string where nothing is joined to it. */
  content: Message['content'];
  turn?: TurnDraft;
  refs: readonly RecordRef[];
  /** Fields of the message beside role and content. */
  extra?: Record<string, unknown>;
}

/** A result as foreign formats give it: without an id it answers the oldest open call, of that name if it has one. */
export interface ResultDraft {
  id: string | null;
  name?: string | null;
  content: string | ContentBlock[];
  isError?: boolean;
}

/** Marks a result block whose source names no call. It is taken off when the result is placed. */
export const BY_ORDER = Symbol('pairs by order');

/** Collects one conversation. Importers call it in the order of their records; it judges nothing. */
export class Transcript {
  readonly items: Item[] = [];
  readonly events: ImportedEvent[] = [];
  readonly guesses: Guess[] = [];
  readonly rawInput: [id: string, raw: string][] = [];
  system: string | ContentBlock[] | null = null;
  tools: ToolDefinition[] | null = null;
  model: string | null = null;
  title: string | null = null;
  settings: Record<string, unknown> | undefined;

  user(content: Message['content'], refs: readonly RecordRef[], extra?: Record<string, unknown>): void {
    this.items.push({ role: 'user', content, refs, ...(extra ? { extra } : {}) });
  }

  assistant(content: Message['content'], refs: readonly RecordRef[], turn: TurnDraft = {}): void {
    this.items.push({ role: 'assistant', content, refs, turn });
    if (typeof turn.model === 'string' && turn.model !== '') this.model = turn.model;
  }

  /** More of the answer that is being collected: joins the last item when that is an answer, too. */
  more(blocks: readonly ContentBlock[], refs: readonly RecordRef[], turn: TurnDraft = {}): void {
    const last = this.items.at(-1);
    if (last?.role !== 'assistant') return this.assistant([...blocks], refs, turn);
    last.content = [...asBlocks(last.content), ...blocks];
    last.refs = [...last.refs, ...refs];
    last.turn = { ...last.turn, ...known(turn) };
    if (typeof turn.model === 'string' && turn.model !== '') this.model = turn.model;
  }

  result(draft: ResultDraft, refs: readonly RecordRef[]): void {
    this.user([resultOf(draft)], refs);
  }

  /** Instructions: the first go to `system`, later ones stay where they are as a note in a user message. */
  instructions(content: string | ContentBlock[], refs: readonly RecordRef[]): void {
    if (content.length === 0) return;
    if (this.items.length > 0) {
      this.user(content, refs);
      return;
    }
    if (this.system === null) this.system = content;
    else this.system = [...asBlocks(this.system), ...asBlocks(content)];
  }

  event(kind: string, text: string, at: number | null = null, source?: RecordRef): void {
    // `after` counts items here; `layOut` turns it into a number of messages.
    this.events.push({ kind, after: this.items.length, at, text, ...(source ? { source } : {}) });
  }
}

/** What a later piece of an answer knows and does not take back. */
function known(turn: TurnDraft): TurnDraft {
  return Object.fromEntries(Object.entries(turn).filter(([, value]) => value !== null && value !== undefined));
}

export function asBlocks(content: string | ContentBlock[]): ContentBlock[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}

/** A `tool_result` block of a draft. */
export function resultOf({ id, name, content, isError }: ResultDraft): ContentBlock {
  const block: ContentBlock & { [BY_ORDER]?: string } = {
    type: 'tool_result',
    tool_use_id: id ?? '',
    content,
    ...(isError === true ? { is_error: true } : {}),
  };
  if (id === null || id === '') block[BY_ORDER] = name ?? '';
  return block;
}

/** A `tool_use` block of a foreign call; arguments may be an object or its JSON text. `layOut` sees to the rest. */
export function callOf(id: unknown, name: unknown, input: unknown): ContentBlock {
  const given = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return { type: 'tool_use', id: given, name: typeof name === 'string' ? name : '', input };
}

/** Thinking of a foreign model: shown, but no API would take it back, so it has no signature. */
export function thinkingOf(text: unknown, signature: unknown = ''): ContentBlock[] {
  if (typeof text !== 'string' || (text === '' && (signature === '' || signature === undefined))) return [];
  return [{ type: 'thinking', thinking: text, signature: typeof signature === 'string' ? signature : '' }];
}

/** Any JSON value as the text a model would read. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

/** First of the keys that holds a string that is not empty. */
export function stringAt(value: unknown, ...keys: string[]): string | null {
  if (!isRecord(value)) return null;
  for (const key of keys) {
    const member = value[key];
    if (typeof member === 'string' && member !== '') return member;
  }
  return null;
}

/** First of the keys that holds a finite number. */
export function numberAt(value: unknown, ...keys: string[]): number | null {
  if (!isRecord(value)) return null;
  for (const key of keys) {
    const member = value[key];
    if (typeof member === 'number' && Number.isFinite(member)) return member;
  }
  return null;
}

export function recordAt(value: unknown, key: string): Record<string, unknown> | null {
  const member = isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
  return isRecord(member) ? member : null;
}

export function listAt(value: unknown, key: string): unknown[] {
  const member = isRecord(value) && Object.hasOwn(value, key) ? value[key] : null;
  return Array.isArray(member) ? member : [];
}
