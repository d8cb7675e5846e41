import type { Branch } from '../session/state.ts';
import { card, type GraphSpace } from './graph-cards.ts';
import { fontOf, SIDE_LEFT, SIDE_RIGHT } from './graph-metrics.ts';
import { noteRow, type RowDraft, type RowSpace } from './graph-rows.ts';
import { textWidth, wrap } from './graph-text.ts';
import type { CardNode, EndNode, Lane, Line } from './graph-types.ts';
import { duration, groupDigits, say, sayCount } from './graph-words.ts';
import { nodeWidth, nodeX } from './lanes.ts';

/** The request that goes out next, drawn as a ghost. */
export interface NextView {
  turn: number;
  /** Messages it will carry. */
  messages: number;
  /** Input in tokens, when somebody counted. */
  tokens: number | null;
  retry: { count: number; total: number; ms: number } | null;
  /** A person decides when: the dot pulses. */
  pulse: boolean;
}

export function nextCard(space: GraphSpace, view: NextView): CardNode {
  const { words, lanes, metrics } = space;
  const title = view.retry
    ? say(words, 'nextRetry', { count: view.retry.count, total: view.retry.total })
    : say(words, 'nextRequest', { count: view.turn });
  const messages = sayCount(words, 'nextMessages', view.messages);
  const detail = view.retry
    ? say(words, 'retryIn', { time: duration(view.retry.ms) })
    : view.tokens === null
      ? messages
      : say(words, 'nextTokens', { messages, tokens: groupDigits(view.tokens) });
  const inner: RowSpace = { metrics, words, width: lanes.nodeWidth, compact: true, column: 0, path: '' };
  return card(space, {
    id: 'next',
    kind: 'next',
    lane: 'assistant',
    look: 'ghost',
    turn: view.turn,
    name: say(words, 'nameNext', { text: title }),
    target: { kind: 'next' },
    header: { title: 'assistant', tone: 'assistant', path: `messages.${view.messages}`, pulse: view.pulse },
    rows: [twoLines(inner, title, detail)],
  });
}

function twoLines(inner: RowSpace, title: string, detail: string): RowDraft {
  const width = inner.width - SIDE_LEFT - SIDE_RIGHT;
  const lines = [
    ...wrap(title, fontOf('strong', inner.metrics), width, 2).map((text): Line => [{ text, face: 'strong' }]),
    ...wrap(detail, fontOf('mono', inner.metrics), width, 2).map((text): Line => [
      { text, face: 'mono', tone: 'ink-2' },
    ]),
  ];
  return {
    ...noteRow(inner, 'next', '', {}),
    height: lines.length * inner.metrics.leading + inner.metrics.rowPad,
    lines,
  };
}

export interface EndView {
  id: string;
  lane: Lane;
  turn: number;
  reason: string | null;
  word: string;
  text: string;
  totals: string;
  tone: EndNode['tone'];
  look: EndNode['look'];
  target: EndNode['target'];
}

const RULE = 9;
const GLYPH = 26;

/** A double rule with the reason, what it means, and the totals (on a second line where one is too short). */
export function endNode(space: GraphSpace, view: EndView): EndNode {
  const { lanes, metrics, words } = space;
  const width = nodeWidth(lanes, view.lane);
  const used =
    GLYPH +
    textWidth(view.word, fontOf('mono-strong', metrics)) +
    8 +
    textWidth(view.text, fontOf('strong', metrics)) +
    10;
  const second = view.totals !== '' && used + textWidth(view.totals, fontOf('text', metrics)) > width;
  const height = RULE + (second ? 2 : 1) * metrics.leading + 8;
  const name = say(words, 'nameEnd', { text: [view.word, view.text].filter(Boolean).join(', ') });
  return { kind: 'end', x: nodeX(lanes, view.lane), y: 0, width, height, name, ...view };
}

/** "3 requests, 2 tool runs", or how far a limit was used. */
export function totalsOf(branch: Branch, space: GraphSpace): string {
  const { words } = space;
  if (branch.limit) {
    return say(words, 'limitTotals', { value: groupDigits(branch.limit.value), at: groupDigits(branch.limit.at) });
  }
  const requests = sayCount(words, 'requests', branch.counters.requests);
  return say(words, 'totals', { requests, runs: sayCount(words, 'runs', branch.counters.toolRuns) });
}

/** Where a run stands that ended by itself and not by a stop_reason. */
export function endLane(branch: Branch): Lane {
  if (branch.endedIn === 'tools' || branch.endedIn === 'running') return 'tools';
  return branch.endedIn === 'results' ? 'user' : 'assistant';
}
