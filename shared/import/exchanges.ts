import { safeBlocks } from './safe-blocks.ts';
import type { Message } from '../messages/types.ts';
import type { ReadAnswer, ReadRequest } from './apis/api-types.ts';
import type { ImportedBranch, ImportedConversation, ImportedEvent, ImportedTurn, RecordRef } from './import-types.ts';
import { oneLine, titleFrom } from './conversation.ts';
import type { Ids } from './importer.ts';
import { wellFormed } from './json.ts';
import { answerKey, sameMessage, sharesBlock } from './same-message.ts';
import type { TurnDraft } from './transcript.ts';

/** One call of a model as a wire log or a trace holds it. */
export interface Exchange {
  request: ReadRequest | null;
  answer: ReadAnswer | null;
  /** What came instead of an answer. */
  failure?: string;
  startedAt: number | null;
  durationMs: number | null;
  refs: readonly RecordRef[];
  title?: string | null;
}

interface Node {
  message: Message | null;
  parent: Node | null;
  children: Node[];
  refs: readonly RecordRef[];
  /** Set when it came as an answer. */
  turn: TurnDraft | null;
  key: string | null;
  /** The exchange that reached it last, by order. */
  last: number;
  exchange: Exchange | null;
  failures: { text: string; at: number | null }[];
}

/**
 * Puts calls together to conversations. A request continues another one when it begins with its messages and its
 * answer, so a tree of messages grows; what a wire log repeats in every request is kept once. Calls that share
 * their first message are lines of one conversation.
 */
export class ExchangeTree {
  readonly #root = node(null, null, []);
  #count = 0;

  add(exchange: Exchange): void {
    this.#count += 1;
    let at = this.#root;
    const messages = exchange.request?.messages ?? [];
    messages.forEach((message, index) => {
      at = this.#step(at, message, messages[index + 1], exchange);
    });
    if (exchange.failure !== undefined) at.failures.push({ text: exchange.failure, at: exchange.startedAt });
    if (exchange.answer) at = this.#answer(at, exchange, exchange.answer);
    if (at === this.#root) return;
    at.exchange = exchange;
    for (let up: Node | null = at; up; up = up.parent) up.last = this.#count;
  }

  #step(at: Node, message: Message, next: Message | undefined, exchange: Exchange): Node {
    const known =
      at.children.find((child) => child.message !== null && sameMessage(child.message, message)) ??
      (message.role === 'assistant' ? sameAnswer(at, message) : rewritten(at, message, next));
    if (known) return known;
    const child = node(message, at, exchange.refs);
    if (message.role === 'assistant') child.key = answerKey(message);
    at.children.push(child);
    return child;
  }

  #answer(at: Node, exchange: Exchange, answer: ReadAnswer): Node {
    const message: Message = { role: 'assistant', content: answer.content };
    const turn: TurnDraft = { startedAt: exchange.startedAt, durationMs: exchange.durationMs, ...answer.turn };
    const child = node(message, at, exchange.refs, turn);
    child.key = answerKey(message);
    if (answer.problem !== undefined) child.failures.push({ text: answer.problem, at: exchange.startedAt });
    at.children.push(child);
    return child;
  }

  /** One conversation per first message, in the order of their first calls. */
  conversations(head: { format: string; file: string; ids: Ids }): ImportedConversation[] {
    return this.#root.children.map((first) => conversationOf(first, head));
  }
}

function node(
  message: Message | null,
  parent: Node | null,
  refs: readonly RecordRef[],
  turn: TurnDraft | null = null,
): Node {
  return { message, parent, children: [], refs, turn, key: null, last: 0, exchange: null, failures: [] };
}

/** An answer that comes back in the next request may have lost its thinking, citations or white space. */
function sameAnswer(at: Node, message: Message): Node | undefined {
  const answers = at.children.filter((child) => child.key !== null);
  if (answers.length === 0) return undefined;
  const key = answerKey(message);
  return answers.findLast((child) => child.key === key);
}

/**
 * Clients rewrite what they sent before (reminders in the first message, cleared results). A message that is followed by
 * the same calls as before is the same message, as long as their ids are unique ones; else one of its blocks must be
 * the same, too.
 */
function rewritten(at: Node, message: Message, next: Message | undefined): Node | undefined {
  if (next?.role !== 'assistant') return undefined;
  const key = answerKey(next);
  if (key.length < 2) return undefined;
  const calls = /^[\w-]{16,}/.test(key);
  return at.children.findLast(
    (child) =>
      child.message !== null &&
      child.children.some((answer) => answer.key === key) &&
      (calls || sharesBlock(child.message, message)),
  );
}

/** Ends of all lines under a node, without recursion: a line may be long. */
function leavesOf(first: Node): Node[] {
  const leaves: Node[] = [];
  const stack = [first];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.children.length === 0) leaves.push(at);
    stack.push(...at.children.toReversed());
  }
  return leaves;
}

function lineTo(leaf: Node): Node[] {
  const line: Node[] = [];
  for (let at: Node | null = leaf; at?.message; at = at.parent) line.push(at);
  return line.reverse();
}

function conversationOf(first: Node, head: { format: string; file: string; ids: Ids }): ImportedConversation {
  const leaves = leavesOf(first).toSorted((left, right) => right.last - left.last);
  const main = leaves[0] ?? first;
  const line = lineTo(main);
  const counter = { strings: 0 };
  const messages = line.map((each) => wellFormed(each.message ?? EMPTY, counter));
  const request = line.findLast((each) => each.exchange?.request)?.exchange?.request ?? null;
  const exchanges = line.flatMap((each) => each.exchange ?? []);
  const turns = turnsOf(line);
  const branches = leaves.slice(1).map((leaf, index) => branchOf(leaf, line, index, counter));
  const title = exchanges.find((each) => each.title)?.title;
  const events = eventsOf(line);
  const guesses = [...(request?.guesses ?? [])];
  if (counter.strings > 0) guesses.push(halfPairs(counter.strings));
  const synthetic = request?.synthetic ?? [];
  const rawInput = exchanges.flatMap((each) => [
    ...(each.request === request ? (request?.rawInput ?? []) : []),
    ...(each.answer?.rawInput ?? []),
  ]);
  return {
    id: head.ids.take(),
    title: oneLine(title ?? '') || (titleFrom(messages) ?? 'Conversation'),
    parent: null,
    model: turns.findLast((turn) => turn.model !== null)?.model ?? request?.model ?? null,
    system: request?.system ?? null,
    tools: request?.tools ?? null,
    messages,
    turns,
    branches,
    format: head.format,
    file: head.file,
    ...(request && Object.keys(request.settings).length > 0 ? { settings: request.settings } : {}),
    ...(events.length > 0 ? { events } : {}),
    ...(guesses.length > 0 ? { guesses } : {}),
    ...(synthetic.length > 0 ? { synthetic } : {}),
    ...(rawInput.length > 0 ? { rawInput } : {}),
    origins: line.map((each) => [...each.refs]),
  };
}

const EMPTY: Message = { role: 'user', content: '' };

function halfPairs(count: number) {
  const message = `${count} strings held half a surrogate pair, which UTF-8 cannot carry; U+FFFD stands there now.`;
  return { what: 'content', path: 'messages', message } as const;
}

function branchOf(leaf: Node, main: readonly Node[], index: number, counter: { strings: number }): ImportedBranch {
  const line = lineTo(leaf);
  let from = 0;
  while (from < line.length && line[from] === main[from]) from += 1;
  const messages = line.slice(from).map((each) => wellFormed(each.message ?? EMPTY, counter));
  const why = from === line.length - 1 && leaf.turn !== null ? 'retry' : 'rewind';
  const title = titleFrom(messages) ?? (why === 'retry' ? 'Another answer' : 'Another line');
  const turns = turnsOf(line).filter((turn) => (turn.messageIndex ?? 0) >= from);
  return { id: `b${index + 1}`, why, title, from, messages, turns };
}

function turnsOf(line: readonly Node[]): ImportedTurn[] {
  return line.flatMap(({ message, turn }, messageIndex) => {
    if (message?.role !== 'assistant') return [];
    const calls = safeBlocks(message.content).some((block) => block.type === 'tool_use');
    const inferred = turn?.stopReason == null && turn?.cut !== true;
    const guessed = inferred ? [...(turn?.guessed ?? []), 'stopReason' as const] : turn?.guessed;
    return [
      {
        messageIndex,
        stopReason: turn?.stopReason ?? (inferred ? (calls ? 'tool_use' : 'end_turn') : null),
        usage: turn?.usage ?? null,
        model: turn?.model ?? null,
        startedAt: turn?.startedAt ?? null,
        durationMs: turn?.durationMs ?? null,
        ...(turn?.id === undefined ? {} : { id: turn.id }),
        ...(guessed && guessed.length > 0 ? { guessed } : {}),
      },
    ];
  });
}

function eventsOf(line: readonly Node[]): ImportedEvent[] {
  return line.flatMap(({ failures }, index) =>
    failures.map(({ text, at }) => ({ kind: 'api_error', after: index + 1, at, text })),
  );
}
