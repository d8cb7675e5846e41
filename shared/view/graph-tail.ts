import type { RequestId } from '../session/events.ts';
import { isFinished } from '../session/reduce-call.ts';
import type { Branch } from '../session/state.ts';
import { draftCard, type OpenEditors } from './graph-draft.ts';
import { growingCard, type LiveAnswer } from './graph-growing.ts';
import { leaveOf } from './graph-layout.ts';
import { GAP } from './graph-metrics.ts';
import { endLane, endNode, type NextView, nextCard, totalsOf } from './graph-next.ts';
import { nowLine } from './graph-now.ts';
import { landingEdge, returnEdge } from './graph-routes.ts';
import {
  addAnswer,
  addAttempts,
  addRuns,
  addSettledCalls,
  addStop,
  type Built,
  hasRun,
  markRequest,
  placeEnd,
  requestLabel,
  resultsTop,
  toolsLine,
} from './graph-segment.ts';
import { meaningOf } from './graph-tags.ts';
import type { CardNode, EndNode } from './graph-types.ts';
import { say } from './graph-words.ts';

/** What is only known of the newest turn: where the branch stands, and what is on its way. */
export interface Tail {
  branch: Branch;
  live: LiveAnswer | null;
  editors: OpenEditors;
  /** Input of the next request in tokens, when somebody counted. */
  nextTokens: number | null;
  /** The API would refuse the next request. */
  refused: boolean;
  /** The newest message on the path; its index is `messages - 1`. */
  messages: number;
  /** Shows the past: nothing can be done here, so nothing pulses. */
  past: boolean;
  /** Draws the now line; a branch drawn beside has none. */
  band: boolean;
}

/** The newest turn, as far as it has come, and the ghost of what happens next. */
export function layTail(built: Built, tail: Tail): void {
  const { branch } = tail;
  addAttempts(built, afterLast(branch, built));
  if (built.view.input.answer) layAnswered(built, tail);
  else layUnanswered(built, tail);
}

/** What followed the newest failed try: a wait, the next try, or nothing. */
function afterLast(branch: Branch, built: Built): { retried: boolean; waitMs: number | null } {
  const last = built.view.input.attempts.at(-1);
  if (branch.phase === 'backing-off') return { retried: true, waitMs: branch.backoff?.ms ?? null };
  if (branch.attempt && last) return { retried: true, waitMs: Math.max(0, branch.attempt.startedAt - last.endedAt) };
  return { retried: false, waitMs: null };
}

function layUnanswered(built: Built, tail: Tail): void {
  const { branch } = tail;
  if (branch.phase === 'ended') return endHere(built, tail);
  if (branch.phase === 'sending' && branch.attempt) return layGrowing(built, tail, branch.attempt.id);
  layBand(built, tail);
  if (branch.phase === 'response') return layRefused(built, tail);
  const retry = branch.backoff && branch.phase === 'backing-off' ? retryOf(branch.backoff) : null;
  addNext(built, tail, { turn: built.view.input.turn, messages: tail.messages, retry, pulse: !tail.past });
}

/** Paused at an answer that did not become a message: what its stop_reason leads to all the same. */
function layRefused(built: Built, tail: Tail): void {
  const { layout, view } = built;
  const attempt = view.input.attempts.at(-1);
  const reason = attempt?.message?.stop_reason ?? null;
  const meaning = meaningOf(reason, view.space.words, null);
  if (!meaning.final && reason !== 'tool_use') {
    return addNext(built, tail, { turn: view.input.turn + 1, messages: tail.messages, retry: null, pulse: !tail.past });
  }
  const end = endNode(view.space, {
    id: `end:${attempt?.id ?? view.input.turn}`,
    lane: 'assistant',
    turn: view.input.turn,
    reason,
    word: reason ?? 'null',
    // A call was announced, and there is none.
    text: meaning.final ? meaning.action : say(view.space.words, 'failed'),
    totals: '',
    tone: 'stop',
    look: 'ghost',
    target: attempt ? { kind: 'attempt', request: attempt.id } : null,
  });
  layout.place(end, layout.lowest + GAP.now, GAP.now);
}

function retryOf(backoff: NonNullable<Branch['backoff']>): NonNullable<NextView['retry']> {
  return { count: backoff.try, total: backoff.of, ms: backoff.ms };
}

/** The yellow band below everything so far. */
function layBand(built: Built, tail: Tail): void {
  const { layout, view, pairs } = built;
  const { words, metrics } = view.space;
  if (!tail.band) return;
  const y = layout.band(metrics.now);
  const arriving = (tail.live?.message?.content.length ?? 0) > 0;
  layout.now = nowLine(
    { branch: tail.branch, calls: pairs.calls, words, refused: tail.refused, arriving },
    y,
    metrics.now,
  );
}

function addNext(built: Built, tail: Tail, next: Omit<NextView, 'tokens'>): void {
  const { layout, view } = built;
  const placed = layout.enter(nextCard(view.space, { ...next, tokens: tail.nextTokens }), '');
  layout.numberY ??= tail.branch.phase === 'request' ? placed.y + placed.height / 2 : layout.requestLine();
}

function layGrowing(built: Built, tail: Tail, request: RequestId): void {
  const { layout, view } = built;
  const attempt = tail.branch.attempt;
  if (!attempt) return;
  markRequest(built, attempt.effect);
  const live = tail.live?.request === request ? tail.live : null;
  const placed = layout.enter(
    growingCard(view.space, attempt, tail.messages, live),
    requestLabel(built, attempt.config),
  );
  layout.leave = leaveOf(placed);
  layBand(built, tail);
}

function layAnswered(built: Built, tail: Tail): void {
  const { branch } = tail;
  addAnswer(built);
  const byAnswer = branch.phase === 'ended' && branch.outcome?.reason === built.view.input.answer?.stopReason;
  const look = branch.phase === 'response' ? 'ghost' : 'solid';
  const { words } = built.view.space;
  const wrong = branch.outcome?.reason === 'protocol_error' ? 'protocol' : 'stopped';
  const otherwise = branch.phase === 'ended' && branch.endedIn === 'response' && !byAnswer ? say(words, wrong) : null;
  const end = addStop(built, look, byAnswer ? totalsOf(branch, built.view.space) : '', otherwise);
  if (branch.phase === 'response') return layResponse(built, tail, end);
  placeEnd(built, end);
  if (built.pairs.calls.some((call) => call.open && hasRun(call))) layCalls(built, tail);
  else addSettledCalls(built);
  if (branch.phase === 'ended' && !(byAnswer && end)) endHere(built, tail);
}

/** Paused with the answer complete: what its stop_reason leads to is a ghost below the band. */
function layResponse(built: Built, tail: Tail, end: EndNode | null): void {
  const { layout, view } = built;
  layBand(built, tail);
  if (end) {
    layout.place(end, layout.lowest + GAP.now, GAP.now);
  } else if (built.pairs.calls.length > 0) {
    toolsLine(built, null);
    dropLevel(built, 'tools');
    addRuns(built, { over: false, ghost: true }, !tail.past);
  } else {
    addNext(built, tail, { turn: view.input.turn + 1, messages: tail.messages, retry: null, pulse: !tail.past });
  }
}

function dropLevel({ layout }: Built, stop: string): void {
  const at = layout.levels.findIndex((level) => level.stop === stop);
  if (at >= 0) layout.levels.splice(at, 1);
}

/** Calls that are open: listed, running, or with results that are not appended yet. */
function layCalls(built: Built, tail: Tail): void {
  const { layout, view, pairs } = built;
  const { phase } = tail.branch;
  const over = phase === 'ended';
  if (phase === 'tools' && tail.band) landInBand(built, tail);
  else toolsLine(built, view.input.answer?.seq ?? null);
  addRuns(built, { over, ghost: false }, phase === 'tools' && !tail.past);
  if (over) return;
  if (phase === 'running') layBand(built, tail);
  if (phase === 'results') layBand(built, tail);
  const done = pairs.calls.filter((call) => call.open && isFinished(call.open)).length;
  const draft = draftCard(view.space, {
    turn: view.input.turn,
    index: tail.messages,
    calls: pairs.calls,
    atResults: phase === 'results' && !tail.past,
    editors: tail.editors,
    ghost: done === 0,
  });
  const placed = layout.place(draft, Math.max(resultsTop(built), layout.bottomOf('user')), GAP.now);
  draftWires(built, placed, phase === 'results');
  layout.leave = leaveOf(placed);
  if (phase === 'results')
    addNext(built, tail, { turn: view.input.turn + 1, messages: tail.messages + 1, retry: null, pulse: !tail.past });
}

/** Paused at `tools`: the loop has come as far as the now line, and the runs hang below it. */
function landInBand(built: Built, tail: Tail): void {
  const { layout } = built;
  const { leave } = layout;
  layout.reserve('tools', layout.bottomOf('tools') + GAP.tools - GAP.now);
  layBand(built, tail);
  if (leave?.kind === 'tip' && layout.now) layout.edges.push(landingEdge(leave, layout.now.y, 'solid'));
}

function draftWires(built: Built, draft: CardNode, explain: boolean): void {
  const { layout, view, pairs, runs } = built;
  const { lanes, metrics, words } = view.space;
  for (const [place, call] of pairs.calls.entries()) {
    const run = runs.find((each) => each.call === call.id);
    const row = draft.rows.find((each) => each.id === `result:${call.id}`);
    if (!run || !row) continue;
    const look = call.open && isFinished(call.open) ? 'solid' : 'ghost';
    const channel = { place: runs.indexOf(run), count: runs.length };
    const edge = returnEdge(lanes, run, draft, row, channel, look, metrics);
    const end = edge.points.at(-1);
    const first = explain && place === 0 && !lanes.compact && end;
    const label = {
      lines: [[{ text: say(words, 'backInOne'), face: 'text' as const }]],
      x: draft.x + draft.width + 24,
      y: (end?.[1] ?? 0) - 16,
      tone: 'ink' as const,
    };
    layout.edges.push(first ? { ...edge, label } : edge);
  }
}

/** The double rule of a run that ended otherwise than by the newest answer's stop_reason. */
function endHere(built: Built, tail: Tail): void {
  const { layout, view } = built;
  const { branch } = tail;
  const { outcome } = branch;
  if (!outcome) return;
  const words = view.space.words;
  const lane = layout.leave === null ? 'assistant' : endLane(branch);
  const refused = view.input.attempts.at(-1)?.message?.stop_reason === outcome.reason;
  const end = endNode(view.space, {
    id: `outcome:${view.input.turn}`,
    lane,
    turn: view.input.turn,
    reason: refused ? outcome.reason : null,
    word: outcome.reason,
    text: say(words, outcome.status),
    totals: totalsOf(branch, view.space),
    tone: refused ? 'stop' : outcome.status === 'failed' ? 'error' : 'ink',
    look: 'solid',
    target: view.input.attempts.length > 0 ? { kind: 'attempt', request: view.input.attempts.at(-1)?.id ?? '' } : null,
  });
  if (layout.bottomOf(lane) > 0) layout.place(end, layout.lowest + 6, 6);
  else {
    markRequest(built, null);
    layout.enter(end, '');
  }
}
