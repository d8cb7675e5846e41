import { blocksOf, isText } from '../messages/blocks.ts';
import { totalInput } from '../messages/usage.ts';
import type { Usage } from '../messages/types.ts';
import type { Attempt, MessageNode } from '../session/state.ts';
import {
  COLUMN_GAP,
  fontOf,
  type GraphMetrics,
  RESULT_COLUMN,
  SIDE_LEFT,
  SIDE_RIGHT,
  TYPE_COLUMN,
} from './graph-metrics.ts';
import { looseCalls, type Pairs } from './graph-pairs.ts';
import { type MessageProblems, NO_PROBLEMS } from './graph-problems.ts';
import { messageRows, noteRow, type RowDepth, type RowDraft, type RowSpace, stack } from './graph-rows.ts';
import { attemptWord, outcomeWord } from './graph-tags.ts';
import { fitStart, textWidth } from './graph-text.ts';
import type { CardHeader, CardNode, GraphRow, Lane } from './graph-types.ts';
import { duration, groupDigits, type GraphWords, say } from './graph-words.ts';
import { type LaneGeometry, nodeWidth, nodeX } from './lanes.ts';

/** What all nodes of one model share. */
export interface GraphSpace {
  lanes: LaneGeometry;
  metrics: GraphMetrics;
  words: GraphWords;
}

/** A node's parts; the rest (lane, size, way out) follows from them. */
export interface CardParts
  extends
    Pick<CardNode, 'id' | 'kind' | 'name' | 'turn' | 'target'>,
    Partial<Pick<CardNode, 'look' | 'problem' | 'moving' | 'since' | 'call' | 'source' | 'unsent'>> {
  lane: Lane;
  header: Omit<CardHeader, 'height' | 'pulse' | 'mono' | 'path' | 'right'> &
    Partial<Pick<CardHeader, 'height' | 'pulse' | 'mono' | 'path' | 'right'>>;
  rows: RowDraft[];
  footer?: { text: string; right?: string };
}

/** Puts a node together at y = 0. */
export function card(space: GraphSpace, parts: CardParts): CardNode {
  const { lanes, metrics } = space;
  const width = nodeWidth(lanes, parts.lane);
  const given = { height: metrics.header, pulse: false, mono: false, path: '', right: '', ...parts.header };
  const header = fitHeader(given, width, metrics);
  const { rows, bottom } = stack(parts.rows, header.height);
  const footer = parts.footer ? { y: bottom, height: metrics.footer, right: '', ...parts.footer } : null;
  const height = bottom + (footer?.height ?? 0);
  const node: CardNode = {
    look: 'solid',
    problem: null,
    moving: false,
    ...parts,
    x: nodeX(lanes, parts.lane),
    y: 0,
    width,
    height,
    header,
    rows,
    footer,
    tag: null,
    exit: { x: 0, y: 0 },
  };
  return { ...node, exit: exitOf(node) };
}

/** What stands in a header never wraps. The name comes first, then the path, then what else is known, as far as there is room. */
function fitHeader(header: CardHeader, width: number, metrics: GraphMetrics): CardHeader {
  const mono = fontOf('mono', metrics);
  const face = header.mono ? mono : fontOf('strong', metrics);
  const room = width - SIDE_LEFT - SIDE_RIGHT - (header.pulse ? 24 : 0);
  const title = fitStart(header.title, face, room);
  const left = room - textWidth(title, face);
  const takes = (text: string): number => (text === '' ? 0 : COLUMN_GAP + textWidth(text, mono));
  const path = takes(header.path) <= left ? header.path : '';
  const parts = header.right.split(' · ');
  const right =
    [header.right, parts[0] ?? '', parts.at(-1) ?? ''].find((text) => takes(path) + takes(text) <= left) ?? '';
  return { ...header, title, path, right };
}

/** A message leaves on the right of its last row; where a port stands there, at its bottom. Answers leave at the footer. */
function exitOf(node: CardNode): { x: number; y: number } {
  const right = node.x + node.width;
  if (node.footer) return { x: right, y: node.height - node.footer.height / 2 };
  const last = node.rows.at(-1);
  if (last && !last.port) return { x: right, y: last.y + last.height / 2 };
  return { x: right - 36, y: node.height };
}

function rowSpace(space: GraphSpace, lane: Lane, column: number, path: string, bare = false): RowSpace {
  const { metrics, words, lanes } = space;
  return { metrics, words, width: nodeWidth(lanes, lane), compact: bare || lanes.compact, column, path };
}

/** Marks the blocks that a lint problem sits on. */
export function withProblems(rows: RowDraft[], problems: MessageProblems): RowDraft[] {
  if (problems.blocks.size === 0) return rows;
  return rows.map((row) => {
    const problem = row.block === undefined ? undefined : problems.blocks.get(row.block);
    return problem ? { ...row, problem } : row;
  });
}

const LEAD: RowDepth = { text: 6, thinking: 2 };

/** Where a message came from, when that is worth a word. */
export function originWord(node: MessageNode, words: GraphWords): string {
  if (node.origin === 'edit') return say(words, 'edited');
  if (node.origin === 'fix') return say(words, 'repaired');
  if (node.origin === 'import') return say(words, 'imported');
  return '';
}

/** A message in the user role: what a person said, or the results behind an answer. */
export function userCard(
  space: GraphSpace,
  node: MessageNode,
  index: number,
  turn: number,
  pairs: Pairs | null,
  problems: MessageProblems,
): CardNode {
  const path = `messages.${index}`;
  const results = pairs?.results.filter((result) => result.node === node) ?? [];
  const bare = node.role !== 'system' && blocksOf(node.content).every(isText);
  const rows = messageRows(
    rowSpace(space, 'user', RESULT_COLUMN, path, bare),
    node.content,
    { calls: [], results },
    LEAD,
  );
  const kind = node.role === 'system' ? 'system' : results.length > 0 ? 'results' : 'user';
  const word = kind === 'system' ? 'nameSystem' : kind === 'results' ? 'nameResults' : 'nameUser';
  return card(space, {
    id: node.id,
    kind,
    lane: 'user',
    turn,
    name: say(space.words, word, { turn }),
    target: { kind: 'node', node: node.id },
    header: { title: node.role, tone: kind === 'system' ? 'ink' : 'user', path, right: originWord(node, space.words) },
    rows: withProblems(rows, problems),
    problem: problems.self,
  });
}

/** How much of an answer is shown: one that calls tools is a step, one that does not is what the person waited for. */
function answerDepth(pairs: Pairs): RowDepth {
  return pairs.calls.length > 0 ? { text: 3, thinking: 2 } : { text: 10, thinking: 2 };
}

export function usageText(usage: Usage | null | undefined, words: GraphWords): string {
  if (!usage) return '';
  const input = groupDigits(totalInput(usage));
  return say(words, 'tokens', { input, output: groupDigits(usage.output_tokens ?? 0) });
}

/** An accepted answer. */
export function answerCard(
  space: GraphSpace,
  node: MessageNode,
  index: number,
  pairs: Pairs,
  attempt: Attempt | undefined,
  problems: MessageProblems = NO_PROBLEMS,
): CardNode {
  const path = `messages.${index}`;
  const { words } = space;
  const rows = messageRows(rowSpace(space, 'assistant', TYPE_COLUMN, path), node.content, pairs, answerDepth(pairs));
  const took = attempt ? duration(attempt.endedAt - attempt.startedAt) : '';
  return card(space, {
    id: node.id,
    kind: 'assistant',
    lane: 'assistant',
    turn: node.turn,
    name: say(words, 'nameAssistant', { turn: node.turn, reason: node.stopReason ?? 'null' }),
    target: { kind: 'node', node: node.id },
    header: {
      title: 'assistant',
      tone: 'assistant',
      path,
      right: originWord(node, words) || (attempt?.madeUp ? say(words, 'madeUp') : took),
    },
    rows: withProblems(rows, problems),
    footer: { text: footerText(attempt, words) },
    problem: problems.self,
  });
}

/** What an answer cost; one that was made up cost nothing. */
function footerText(attempt: Attempt | undefined, words: GraphWords): string {
  return attempt?.madeUp ? say(words, 'nothingSent') : usageText(attempt?.message?.usage, words);
}

/** A try that did not become a message. What had arrived of it is shown, then what went wrong. */
export function attemptCard(space: GraphSpace, attempt: Attempt): CardNode {
  const { words } = space;
  const inner = rowSpace(space, 'assistant', TYPE_COLUMN, '');
  const content = attempt.message?.content ?? [];
  const pairs = { calls: looseCalls(content, new Map(attempt.rawInput), true), results: [] };
  const rows = content.length > 0 ? messageRows(inner, content, pairs, { text: 3, thinking: 1 }) : [];
  const outcome = outcomeWord(attempt, words);
  const status = attempt.error?.status;
  const name = status === undefined ? 'nameAttempt' : 'nameAttemptStatus';
  return card(space, {
    id: attempt.id,
    kind: 'attempt',
    lane: 'assistant',
    look: 'hatched',
    turn: attempt.turn,
    name: say(words, name, {
      turn: attempt.turn,
      outcome: `${outcome}, ${attemptWord(attempt)}`,
      status: status ?? '',
    }),
    target: { kind: 'attempt', request: attempt.id },
    header: {
      title: 'assistant',
      tone: 'assistant',
      path: outcome,
      right: attempt.madeUp
        ? say(words, 'madeUp')
        : attempt.try > 1
          ? say(words, 'try', { count: attempt.try })
          : duration(attempt.endedAt - attempt.startedAt),
    },
    rows: [...rows.map(plainRow), ...whyRows(space, inner, attempt)],
    footer: { text: footerText(attempt, words) },
  });
}

/** Blocks of a try are no blocks of the history: they have no place and no partner there. */
function plainRow(row: RowDraft): RowDraft {
  const { path: _path, block: _block, port: _port, pair: _pair, ...rest } = row;
  return rest;
}

function whyRows(space: GraphSpace, inner: RowSpace, attempt: Attempt): RowDraft[] {
  const { error, message } = attempt;
  if (error) {
    const { lines, ...rest } = noteRow(inner, 'error', `${error.type}: ${error.message}`, { tone: 'error', lines: 3 });
    return [{ ...rest, lines, mark: 'error' }];
  }
  const why = message?.stop_details?.explanation ?? message?.stop_details?.category;
  if (typeof why === 'string') return [noteRow(inner, 'why', why, { face: 'text', lines: 3 })];
  return message && message.content.length === 0 ? [noteRow(inner, 'empty', say(space.words, 'emptyAnswer'))] : [];
}

/** The row a path of the API stands for, when the node has it. */
export function rowAt(node: CardNode, path: string): GraphRow | undefined {
  return node.rows.find((row) => row.path === path);
}
