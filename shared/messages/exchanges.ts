import type { BlockView, LintContext, Turn } from './lint-context.ts';

/** A turn of the assistant, its tool calls and the turn that has to answer them. */
export interface Exchange {
  turn: Turn;
  /** Client tool calls with an id. */
  calls: BlockView[];
  /** The next turn that is not a system message; null at the end. */
  next: Turn | null;
  /** Results at the beginning of the next user turn, before anything else. */
  leading: BlockView[];
  /** Results further back in it. */
  late: BlockView[];
}

const cache = new WeakMap<LintContext, Exchange[]>();

/**
 * Pairs every turn of the assistant with what follows. System messages in between are looked through: that they
 * stand in the wrong place is a fault of its own. A user turn at the very beginning gets an exchange without calls.
 */
export function exchangesOf(context: LintContext): readonly Exchange[] {
  const known = cache.get(context);
  if (known) return known;
  const turns = context.turns.filter((turn) => turn.role !== 'system');
  const exchanges: Exchange[] = [];
  turns.forEach((turn, index) => {
    const opens = index === 0 && turn.role !== 'assistant';
    if (opens) exchanges.push(exchange({ role: 'assistant', messages: [], blocks: [] }, turn));
    if (turn.role === 'assistant') exchanges.push(exchange(turn, turns[index + 1] ?? null));
    else if (!opens && turns[index - 1]?.role !== 'assistant') {
      // Behind a broken turn nothing can be said about pairs; its results are looked at all the same.
      exchanges.push(exchange({ ...turns[index - 1]!, blocks: [] }, turn));
    }
  });
  cache.set(context, exchanges);
  return exchanges;
}

function exchange(turn: Turn, next: Turn | null): Exchange {
  const leading: BlockView[] = [];
  const late: BlockView[] = [];
  if (next?.role === 'user') {
    let behind = false;
    for (const view of next.blocks) {
      if (view.type !== 'tool_result') behind = true;
      else if (isId(view.block['tool_use_id'])) (behind ? late : leading).push(view);
    }
  }
  const calls = turn.blocks.filter((view) => view.type === 'tool_use' && isId(view.block['id']));
  return { turn, calls, next, leading, late };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** `tool_use_id` of a result, `id` of a call: '' where it is no string. */
export function idOf(view: BlockView): string {
  const id = view.block[view.type === 'tool_use' || view.type.endsWith('_tool_use') ? 'id' : 'tool_use_id'];
  return isId(id) ? id : '';
}

/** A call that the API runs itself. */
export function isServerCall(view: BlockView): boolean {
  return view.type === 'server_tool_use' || view.type === 'mcp_tool_use';
}

/** A result block that the API wrote itself: `web_search_tool_result`, `mcp_tool_result` … */
export function isServerResult(view: BlockView): boolean {
  return view.type.endsWith('_tool_result');
}

/** Every id that a call or a result in the conversation carries. */
export function allIds(context: LintContext): Set<string> {
  const ids = new Set<string>();
  for (const view of context.views) {
    for (const { block } of view.blocks) {
      for (const id of [block['id'], block['tool_use_id']]) if (isId(id)) ids.add(id);
    }
  }
  return ids;
}

/** Per set of ids: where counting goes on for a base, so that a thousand copies of one id take a thousand steps. */
const counters = new WeakMap<Set<string>, Map<string, number>>();

/** An id that is not in `taken`, made from this one; it is added to `taken`. Deterministic. */
export function freshId(base: string, taken: Set<string>): string {
  let next = counters.get(taken);
  if (!next) counters.set(taken, (next = new Map()));
  let id = base;
  let suffix = next.get(base) ?? 2;
  while (taken.has(id)) id = `${base}_${suffix++}`;
  next.set(base, suffix);
  taken.add(id);
  return id;
}
