import type { ContentBlock, Message } from '../messages/types.ts';
import { cleanBlocks } from './clean-blocks.ts';
import type { CleanBlock } from './clean-blocks.ts';
import type { Guess, ImportedTurn, RecordRef } from './import-types.ts';
import { wellFormed } from './json.ts';
import { pairResults } from './pair-results.ts';
import type { PairedCall, Pairing } from './pair-results.ts';
import { asBlocks } from './transcript.ts';
import type { Item } from './transcript.ts';

export interface LayOutOptions {
  /** Neighbouring user items become one message (Claude Code does so before it sends). */
  joinUsers?: boolean;
  /** Leave the calls of the last answer open: a response that nobody has answered yet. */
  keepLastOpen?: boolean;
}

export interface LaidOut {
  messages: Message[];
  turns: ImportedTurn[];
  origins: RecordRef[][];
  guesses: Guess[];
  /** Calls whose result was made up. */
  synthetic: string[];
  rawInput: [id: string, raw: string][];
  /** Number of messages in front of each item; one entry more than items. */
  before: number[];
  /** Indexes of the items each message came from. */
  sources: number[][];
  /** Strings that held half a surrogate pair. */
  repairedStrings: number;
}

/** What a call is answered with that has no result in the source. */
export const NO_RESULT = 'No result was recorded: the call was interrupted, or the transcript ends before it.';

/**
 * Makes a `messages` array of the items of one line, such as the API takes it: every call is answered in the next
 * user message, results first and in the order of the calls; no empty messages, no id twice. What the source does
 * not say is listed in `guesses`.
 */
export function layOut(items: readonly Item[], options: LayOutOptions = {}): LaidOut {
  const clean = items.map((item) => ({ role: item.role, blocks: cleanBlocks(item.content) }));
  const pairing = pairResults(clean);
  return new Layout(items, clean, pairing, options).run();
}

interface Draft {
  role: Item['role'];
  blocks: ContentBlock[];
  sources: number[];
}

class Layout {
  readonly #drafts: Draft[] = [];
  readonly #before: number[] = [];
  readonly #turns: ImportedTurn[] = [];
  readonly #guesses: Guess[] = [];
  readonly #synthetic: string[] = [];
  readonly #callsOf = new Map<number, PairedCall[]>();
  readonly #textOf = new Map<ContentBlock, ContentBlock[]>();
  /** Items of the assistant messages since the last user message. */
  #run: number[] = [];

  constructor(
    readonly items: readonly Item[],
    readonly clean: readonly { blocks: CleanBlock[] }[],
    readonly pairing: Pairing,
    readonly options: LayOutOptions,
  ) {
    for (const call of pairing.calls) {
      const list = this.#callsOf.get(call.item);
      if (list) list.push(call);
      else this.#callsOf.set(call.item, [call]);
    }
    for (const { block, why } of pairing.dangling) this.#textOf.set(block, asNote(block, why));
  }

  run(): LaidOut {
    this.items.forEach((item, index) => {
      this.#before.push(this.#drafts.length);
      if (item.role === 'assistant') this.#assistant(index);
      else this.#user(index, item.role);
    });
    this.#endRun(true);
    this.#before.push(this.#drafts.length);
    this.#noteGuesses();
    const counter = { strings: 0 };
    const messages = this.#drafts.map((draft) => wellFormed(this.#message(draft), counter));
    return {
      messages,
      turns: this.#turns,
      origins: this.#drafts.map(({ sources }) => sources.flatMap((index) => [...(this.items[index]?.refs ?? [])])),
      guesses: this.#guesses,
      synthetic: this.#synthetic,
      rawInput: this.#rawInput(),
      before: this.#before,
      sources: this.#drafts.map(({ sources }) => sources),
      repairedStrings: counter.strings,
    };
  }

  #assistant(index: number): void {
    const blocks = this.#blocksOf(index);
    // The API takes an empty answer in the last place only, and results of open calls would follow this one.
    const last = index === this.items.length - 1 && !this.#run.some((before) => this.#callsOf.has(before));
    if (blocks.length > 0 || last) {
      this.#drafts.push({ role: 'assistant', blocks, sources: [index] });
      this.#run.push(index);
      this.#turn(index, this.#drafts.length - 1, blocks);
    } else this.#turn(index, null, blocks);
  }

  #turn(index: number, messageIndex: number | null, blocks: readonly ContentBlock[]): void {
    const draft = this.items[index]?.turn;
    if (!draft) return;
    const guessed = [...(draft.guessed ?? [])];
    let stopReason = draft.stopReason ?? null;
    if (stopReason === null && messageIndex !== null && draft.cut !== true) {
      stopReason = blocks.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
      guessed.push('stopReason');
    }
    this.#turns.push({
      messageIndex,
      stopReason,
      usage: draft.usage ?? null,
      model: draft.model ?? null,
      startedAt: draft.startedAt ?? null,
      durationMs: draft.durationMs ?? null,
      ...(draft.id === undefined ? {} : { id: draft.id }),
      ...(guessed.length > 0 ? { guessed } : {}),
    });
  }

  #user(index: number, role: 'user' | 'system'): void {
    const rest = this.#blocksOf(index);
    this.#endRun(false);
    if (rest.length === 0) return;
    const before = this.#drafts.at(-1);
    const joins =
      role === 'user' && before?.role === 'user' && (this.options.joinUsers === true || before.sources.includes(index));
    if (joins) {
      before.blocks.push(...rest);
      if (!before.sources.includes(index)) before.sources.push(index);
    } else this.#drafts.push({ role, blocks: rest, sources: [index] });
  }

  /** Answers the calls of the assistant messages just before. */
  #endRun(atEnd: boolean): void {
    const calls = this.#run.flatMap((index) => this.#callsOf.get(index) ?? []);
    this.#run = [];
    if (calls.length === 0) return;
    const answered = calls.some((call) => call.result !== null);
    if (atEnd && !answered && this.options.keepLastOpen === true) return;
    const draft: Draft = { role: 'user', blocks: [], sources: [] };
    for (const call of calls) {
      if (call.result) {
        draft.blocks.push(call.result.block);
        if (!draft.sources.includes(call.result.item)) draft.sources.push(call.result.item);
      } else draft.blocks.push(this.#missing(call, draft));
    }
    this.#drafts.push(draft);
  }

  #missing(call: PairedCall, draft: Draft): ContentBlock {
    this.#synthetic.push(call.block.id);
    const path = `messages.${this.#drafts.length}.content.${draft.blocks.length}`;
    const message = `The source has no result for ${call.block.id}; this one was made up so that the history is complete.`;
    this.#guesses.push({ what: 'tool_result', path, message });
    return { type: 'tool_result', tool_use_id: call.block.id, content: NO_RESULT, is_error: true };
  }

  /** The item's blocks without the results that stand elsewhere now. */
  #blocksOf(index: number): ContentBlock[] {
    const blocks = this.clean[index]?.blocks ?? [];
    return blocks.flatMap(({ block }) => {
      if (this.pairing.placed.has(block)) return [];
      return this.#textOf.get(block) ?? [block];
    });
  }

  #message({ role, blocks, sources }: Draft): Message {
    const only = sources.length === 1 ? this.items[sources[0]!] : undefined;
    const asText = only && typeof only.content === 'string' && blocks.length === 1 && blocks[0]?.text === only.content;
    return { role, content: asText ? only.content : blocks, ...only?.extra };
  }

  #rawInput(): [string, string][] {
    return this.clean.flatMap(({ blocks }) =>
      blocks.flatMap(({ block, raw }) => (raw === undefined ? [] : [[String(block.id), raw] as [string, string]])),
    );
  }

  /** Guesses of cleaning and pairing, with the message their item went to. */
  #noteGuesses(): void {
    const messageOf = new Map<number, number>();
    this.#drafts.forEach(({ sources }, message) => {
      for (const source of sources) if (!messageOf.has(source)) messageOf.set(source, message);
    });
    const note = (item: number, what: Guess['what'], message: string) => {
      this.#guesses.push({ what, path: `messages.${messageOf.get(item) ?? this.#before[item] ?? 0}`, message });
    };
    for (const { item, what, message } of this.pairing.guesses) note(item, what, message);
    for (const { item, why } of this.pairing.dangling) note(item, 'content', danglingNote(why));
    this.clean.forEach(({ blocks }, item) => {
      for (const { guess } of blocks) if (guess) note(item, guess.what, guess.message);
    });
    const inferred = this.#turns.filter((turn) => turn.guessed?.includes('stopReason')).length;
    if (inferred === 0) return;
    const message = `The source has no stop_reason for ${inferred} answers; it was inferred from their blocks.`;
    this.#guesses.push({ what: 'stop_reason', path: 'turns', message });
  }
}

type Dangling = Pairing['dangling'][number]['why'];

function danglingNote(why: Dangling): string {
  if (why === 'same') return 'The same result stood in the source twice; it is kept once.';
  if (why === 'second') return 'A second result for the same call is kept as text.';
  return 'A result whose call is not in the source is kept as text.';
}

/** A result that belongs to no call here, as text the model would read; images and the like stay blocks. */
function asNote(block: ContentBlock, why: Dangling): ContentBlock[] {
  if (why === 'same') return [];
  const id = typeof block.tool_use_id === 'string' && block.tool_use_id !== '' ? block.tool_use_id : 'a call';
  const head = why === 'second' ? `[Another result of ${id}]` : `[Result of ${id}, which is not in this transcript]`;
  const content = asBlocks((block.content ?? []) as string | ContentBlock[]);
  const [first, ...rest] = content;
  if (first?.type === 'text') return [{ type: 'text', text: `${head}\n${String(first.text)}` }, ...rest];
  return [{ type: 'text', text: head }, ...content];
}
