import type { ConfigId } from '../session/events.ts';
import type { OpenCall, SessionState } from '../session/state.ts';
import { attemptById } from '../session/tree.ts';
import { answerCard, attemptCard, type GraphSpace, userCard } from './graph-cards.ts';
import { leaveOf, SegmentLayout } from './graph-layout.ts';
import { GAP } from './graph-metrics.ts';
import { endNode } from './graph-next.ts';
import { type CallView, type Pairs, pairsOf } from './graph-pairs.ts';
import { NO_PROBLEMS, type ProblemIndex } from './graph-problems.ts';
import { callEdge, landingEdge, type Leave, nowhereFromRun, nowhereToRow, outYOf, returnEdge } from './graph-routes.ts';
import { tagOf } from './graph-rows.ts';
import { runCard, type RunView } from './graph-runs.ts';
import { afterAttempt, attemptWord, meaningOf, placeTag } from './graph-tags.ts';
import type { TurnInput } from './graph-turns.ts';
import type { CardNode, EndNode, GraphEdge, Segment } from './graph-types.ts';
import { type GraphWords, say } from './graph-words.ts';

/** Everything that decides how one turn looks. */
export interface TurnView {
  space: GraphSpace;
  state: SessionState;
  input: TurnInput;
  /** Calls of the branch that are open now. */
  open: readonly OpenCall[];
  problems: ProblemIndex;
  /** Where the loop comes in, from this turn's top (y ≤ 0); null at the very beginning. */
  entry: Leave | null;
  /** The message behind the answer asks it to go on (after `max_tokens`). */
  goesOn: 'continue' | null;
}

/** A turn being laid out, with what later steps need of earlier ones. */
export interface Built {
  layout: SegmentLayout;
  view: TurnView;
  pairs: Pairs;
  answer: CardNode | null;
  runs: CardNode[];
}

/** Messages before the answer and the tries that failed. */
export function beginTurn(view: TurnView): Built {
  const { space, input, state } = view;
  const layout = new SegmentLayout(space, input.turn, view.entry);
  const pairs = pairsOf(state, input, view.open);
  for (const [offset, node] of input.leads.entries()) {
    const index = input.start + offset;
    const card = userCard(space, node, index, input.turn, null, view.problems.get(index) ?? NO_PROBLEMS);
    const placed = layout.place(card, offset === 0 ? GAP.edge : 0);
    layout.leave = leaveOf(placed);
  }
  return { layout, view, pairs, answer: null, runs: [] };
}

/** Draws the request's line once, where the first try leaves. */
export function markRequest({ layout }: Built, seq: number | null): void {
  const y = layout.requestLine();
  if (y === null) return;
  layout.numberY ??= y;
  if (!layout.levels.some((level) => level.stop === 'request')) layout.level('request', y, seq);
}

/** The label of the line that carries a request; only the first try of a turn has one. */
export function requestLabel(
  { layout, view }: Built,
  setup: ConfigId | null = view.input.answer?.config ?? null,
): string {
  if (layout.nodes.some((node) => node.kind === 'attempt')) return '';
  const { setupBefore, turn } = view.input;
  const changed = setupBefore !== null && setup !== null && setup !== setupBefore;
  return say(view.space.words, changed ? 'newSetup' : 'request', { count: turn });
}

/** Tries that failed. `last` says what followed the last of them: another try, or nothing (yet). */
export function addAttempts(built: Built, last: { retried: boolean; waitMs: number | null }): void {
  const { layout, view } = built;
  const { attempts, answer } = view.input;
  const answered = answer?.request === undefined ? undefined : attemptById(view.state, answer.request);
  for (const [index, attempt] of attempts.entries()) {
    markRequest(built, attempt.seq);
    const next = attempts[index + 1] ?? answered;
    const after = next ? { retried: true, waitMs: Math.max(0, next.startedAt - attempt.endedAt) } : last;
    const meaning = afterAttempt(attempt, after, view.space.words);
    const reason = attempt.error ? null : (attempt.message?.stop_reason ?? null);
    const word = attemptWord(attempt);
    const placed = layout.enter(attemptCard(view.space, attempt), requestLabel(built, attempt.config));
    layout.leave = leaveOf(placed);
    if (meaning.final) continue;
    const tone = attempt.error ? 'error' : 'stop';
    replaceTag(built, placed, { reason, word, action: meaning.action, tone });
  }
}

/** Hangs a stop tag on a placed node; the loop then leaves at its tip. */
function replaceTag(built: Built, node: CardNode, content: Parameters<typeof placeTag>[1]): CardNode {
  const { layout } = built;
  const tagged = { ...node, tag: placeTag(node, content, built.view.space.metrics) };
  layout.nodes[layout.nodes.indexOf(node)] = tagged;
  layout.leave = leaveOf(tagged);
  layout.reserve('tools', tagged.y + tagged.height);
  return tagged;
}

/** The accepted answer with the edge that its stop_reason names, or the double rule that ends the loop. */
export function addAnswer(built: Built): void {
  const { layout, view, pairs } = built;
  const { space, input, state } = view;
  if (!input.answer) return;
  const attempt = attemptById(state, input.answer.request);
  markRequest(built, attempt?.seq ?? null);
  const index = input.start + input.leads.length;
  const problems = view.problems.get(index) ?? NO_PROBLEMS;
  const placed = layout.enter(answerCard(space, input.answer, index, pairs, attempt, problems), requestLabel(built));
  layout.leave = leaveOf(placed);
  built.answer = placed;
  layout.level('response', placed.exit.y, attempt?.endSeq ?? null);
}

/**
 * What follows the answer, told by its stop_reason: a tag on the edge that leaves it, or the double rule that ends
 * the loop. The rule is given back, not placed.
 */
export function addStop(
  built: Built,
  look: EndNode['look'],
  totals: string,
  /** What followed instead, when the run ended otherwise than this stop_reason says. */
  otherwise: string | null = null,
): EndNode | null {
  const { view, answer } = built;
  const { words } = view.space;
  const node = view.input.answer;
  if (!answer || !node) return null;
  const reason = node.stopReason ?? (built.pairs.calls.length > 0 ? 'tool_use' : 'end_turn');
  const meaning = meaningOf(reason, words, view.goesOn);
  if (!meaning.final || otherwise !== null) {
    const action = meaning.final ? (otherwise ?? meaning.action) : meaning.action;
    built.answer = replaceTag(built, answer, { reason, word: reason, action, tone: 'stop' });
    return null;
  }
  return endNode(view.space, {
    id: `end:${node.id}`,
    lane: 'assistant',
    turn: view.input.turn,
    reason,
    word: reason,
    text: meaning.action,
    totals,
    tone: 'stop',
    look,
    target: { kind: 'node', node: node.id },
  });
}

/** Puts the double rule right under the answer. */
export function placeEnd({ layout, answer }: Built, end: EndNode | null): void {
  if (end && answer) layout.place(end, answer.y + answer.height + END_GAP, END_GAP);
}

const END_GAP = 6;

/** Room for the `tools` line: control arrives there, the runs hang below it. */
export function toolsLine({ layout, answer }: Built, seq: number | null): void {
  const y = Math.max(layout.bottomOf('tools'), answer ? answer.y + answer.height : 0) + GAP.tools;
  layout.level('tools', y, seq);
  if (layout.leave?.kind === 'tip') layout.edges.push(landingEdge(layout.leave, y, 'solid'));
  layout.reserve('tools', y);
}

/** A call that was cut off has no run, unless it was answered all the same. */
export function hasRun(call: CallView): boolean {
  return !call.cut || call.result !== null || call.open?.result != null;
}

/** The runs, stacked in array order, and the wires into them. */
export function addRuns(built: Built, runView: Omit<RunView, 'stacked' | 'pulse'>, pulse: boolean): void {
  const { layout, view, pairs, answer } = built;
  const calls = pairs.calls.filter(hasRun);
  if (!answer || calls.length === 0) return;
  const { metrics } = view.space;
  const stacked = calls.length > 1;
  for (const [place, call] of calls.entries()) {
    const card = {
      ...runCard(view.space, call, { ...runView, stacked, pulse: pulse && place === 0 }),
      turn: view.input.turn,
    };
    const placed = layout.place(
      card,
      layout.bottomOf('tools') + (place === 0 ? GAP.runs : 0),
      stacked && place > 0 ? metrics.stackGap : GAP.runs,
    );
    built.runs.push(placed);
    const row = answer.rows.find((each) => each.block === call.block);
    const look = runView.ghost ? 'ghost' : 'solid';
    if (row) layout.edges.push(callEdge(answer, row, placed, { place, count: calls.length }, look, metrics));
  }
}

/** y below which a results message may start: every result is out. */
export function resultsTop(built: Built): number {
  return Math.max(0, ...built.runs.map(outYOf));
}

/** The messages behind the answer, and the wires that bring the results back. */
export function addResults(built: Built): void {
  const { layout, view, pairs } = built;
  const { space, input } = view;
  if (input.results.length === 0) return;
  if (built.runs.length > 0)
    layout.level('results', layout.bottomOf('tools') + GAP.results, (input.results[0]?.seq ?? 1) - 1);
  const first = input.start + input.leads.length + 1;
  for (const [offset, node] of input.results.entries()) {
    const index = first + offset;
    const card = userCard(space, node, index, input.turn, pairs, view.problems.get(index) ?? NO_PROBLEMS);
    const placed = layout.place(card, resultsTop(built));
    layout.edges.push(...returnsInto(built, placed, node.id));
    layout.leave = leaveOf(placed);
  }
  layout.edges.push(...lostResults(built));
}

function runOf(built: Built, call: CallView | null): CardNode | undefined {
  return call ? built.runs.find((run) => run.call === call.id) : undefined;
}

function returnsInto(built: Built, card: CardNode, nodeId: string): GraphEdge[] {
  const { space } = built.view;
  const views = built.pairs.results.filter((result) => result.node.id === nodeId);
  return views.flatMap((result): GraphEdge[] => {
    const row = card.rows.find((each) => each.block === result.block);
    if (!row) return [];
    const run = runOf(built, result.call);
    if (!run || result.second)
      return [nowhereToRow(space.lanes, card, row, orphanWords(result, space.words), space.metrics)];
    const channel = { place: built.runs.indexOf(run), count: built.runs.length };
    return [returnEdge(space.lanes, run, card, row, channel, 'solid', space.metrics)];
  });
}

function orphanWords(result: Pairs['results'][number], words: GraphWords): [string, string] {
  return [say(words, result.second ? 'second' : 'noCall'), say(words, 'forId', { id: tagOf(result.toolUseId) })];
}

/** Runs whose result is in none of the messages behind the answer. */
export function lostResults(built: Built): GraphEdge[] {
  const { lanes, words, metrics } = built.view.space;
  return built.pairs.calls.flatMap((call) => {
    const run = runOf(built, call);
    if (!run || call.result || call.open) return [];
    const text = [say(words, 'noResult'), say(words, 'forId', { id: call.label.tag })] as const;
    return [nowhereFromRun(lanes, run, call.toolUseId, text, metrics)];
  });
}

/** A turn that something followed: all of it has happened. */
export function laySettled(built: Built): void {
  addAttempts(built, { retried: false, waitMs: null });
  addAnswer(built);
  placeEnd(built, addStop(built, 'solid', ''));
  addSettledCalls(built);
}

/** The runs and results of calls that are answered on the path. */
export function addSettledCalls(built: Built): void {
  if (built.pairs.calls.some(hasRun)) toolsLine(built, built.view.input.answer?.seq ?? null);
  addRuns(built, { over: false, ghost: false }, false);
  addResults(built);
}

/** The finished segment. `bottom` leaves room below the last thing. */
export function finish(built: Built, key: string, bottom = 0): Segment {
  const { layout, view } = built;
  const { input } = view;
  const count = input.leads.length + (input.answer ? 1 : 0) + input.results.length;
  const seqs = layout.levels.flatMap((level) => (level.seq === null ? [] : [level.seq]));
  return {
    key,
    turn: input.turn,
    collapsed: false,
    height: layout.lowest + bottom,
    nodes: layout.nodes,
    edges: layout.edges,
    levels: layout.levels,
    numberY: layout.numberY,
    now: layout.now,
    leave: layout.leave,
    seqs: [Math.min(...seqs, input.answer?.seq ?? Infinity), Math.max(...seqs, input.results.at(-1)?.seq ?? 0)],
    messages: count === 0 ? null : [input.start, input.start + count - 1],
  };
}
