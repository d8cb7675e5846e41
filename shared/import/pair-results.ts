import { canonicalJson } from '../messages/canonical-json.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { CleanBlock } from './clean-blocks.ts';
import { BY_ORDER } from './transcript.ts';

/** A cleaned item: its blocks, still in the order of the source. */
export interface CleanItem {
  role: 'user' | 'assistant' | 'system';
  blocks: CleanBlock[];
}

export interface PairedCall {
  item: number;
  block: ContentBlock & { id: string; name: string };
  /** The id it has in the source. */
  sourceId: string;
  result: PairedResult | null;
}

export interface PairedResult {
  item: number;
  block: ContentBlock;
}

export interface Pairing {
  calls: PairedCall[];
  /** Blocks of the source that became a result of a call; they leave the place where they stood. */
  placed: Set<ContentBlock>;
  /** Results without a call, and second results of a call. */
  dangling: { item: number; block: ContentBlock; why: 'no-call' | 'second' | 'same' }[];
  guesses: { item: number; what: 'tool_use_id' | 'pairing'; message: string }[];
}

/**
 * Finds the result of every call: by id, the nearest call before it first; by order where the source names none. Ids
 * that are missing or used again get new ones, on both sides.
 */
export function pairResults(items: readonly CleanItem[]): Pairing {
  const pairing: Pairing = { calls: [], placed: new Set(), dangling: [], guesses: [] };
  const book = new CallBook(pairing);
  const early: PairedResult[] = [];
  items.forEach(({ blocks }, item) => {
    for (const clean of blocks) {
      if (clean.block.type === 'tool_use') clean.block = book.call(item, clean.block);
      else if (clean.block.type === 'tool_result' && !book.result({ item, block: clean.block }))
        early.push({ item, block: clean.block });
    }
  });
  for (const result of early) if (!book.result(result)) book.dangling(result);
  return pairing;
}

class CallBook {
  readonly #byId = new Map<string, PairedCall[]>();
  readonly #used = new Set<string>();
  /** Calls without a result, oldest first; answered ones are dropped from its front. */
  #open: PairedCall[] = [];
  #made = 0;

  constructor(readonly pairing: Pairing) {}

  call(item: number, block: ContentBlock): ContentBlock {
    const sourceId = String(block.id ?? '');
    const id = this.#freeId(item, sourceId);
    const own = (id === block.id ? block : { ...block, id }) as PairedCall['block'];
    const call: PairedCall = { item, block: own, sourceId, result: null };
    this.pairing.calls.push(call);
    this.#open.push(call);
    const same = this.#byId.get(sourceId);
    if (same) same.push(call);
    else this.#byId.set(sourceId, [call]);
    return own;
  }

  #freeId(item: number, sourceId: string): string {
    if (sourceId !== '' && !this.#used.has(sourceId)) {
      this.#used.add(sourceId);
      return sourceId;
    }
    let id = '';
    do {
      this.#made += 1;
      id = sourceId === '' ? `call_${this.#made}` : `${sourceId}_${this.#made + 1}`;
    } while (this.#used.has(id));
    this.#used.add(id);
    const message =
      sourceId === '' ? 'The source gives this call no id.' : `The id ${sourceId} is used for more than one call.`;
    this.pairing.guesses.push({ item, what: 'tool_use_id', message });
    return id;
  }

  /** False when no call is known for it yet. */
  result(result: PairedResult): boolean {
    const order = (result.block as { [BY_ORDER]?: string })[BY_ORDER];
    const call =
      order === undefined ? this.#nearest(String(result.block.tool_use_id)) : this.#oldest(order, result.item);
    if (!call) return false;
    call.result = { item: result.item, block: withId(result.block, call.block.id, order !== undefined) };
    this.pairing.placed.add(result.block);
    return true;
  }

  dangling(result: PairedResult): void {
    const known = this.#byId.get(String(result.block.tool_use_id));
    const same = known?.some(
      (call) => canonicalJson(call.result?.block.content) === canonicalJson(result.block.content),
    );
    this.pairing.dangling.push({ ...result, why: same ? 'same' : known ? 'second' : 'no-call' });
  }

  #nearest(sourceId: string): PairedCall | undefined {
    return this.#byId.get(sourceId)?.findLast((call) => call.result === null);
  }

  #oldest(name: string, item: number): PairedCall | undefined {
    this.#open = this.#open.filter((call) => call.result === null);
    const turn = this.#open.at(-1)?.item;
    const candidates = this.#open.filter((call) => call.item === turn);
    const found = candidates.find((call) => name === '' || call.block.name === name) ?? candidates[0];
    if (found) {
      const message = 'The source does not say which call this result answers; it was paired by order.';
      this.pairing.guesses.push({ item, what: 'pairing', message });
    }
    return found;
  }
}

function withId(block: ContentBlock, id: string, marked: boolean): ContentBlock {
  if (!marked && block.tool_use_id === id) return block;
  const { [BY_ORDER]: _order, ...plain } = block as ContentBlock & { [BY_ORDER]?: string };
  return { ...plain, type: block.type, tool_use_id: id };
}
