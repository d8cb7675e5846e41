import { applyDelta, closeBlock, openBlock } from './accumulate-blocks.ts';
import type { Chain, ClosedBlock, OpenBlock } from './accumulate-blocks.ts';
import {
  badEvent,
  badJson,
  deltaMismatch,
  errorEvent,
  namelessFrame,
  orderProblem,
  usageMissing,
} from './accumulate-problems.ts';
import type { StreamProblem } from './accumulate-problems.ts';
import { isRecord } from './blocks.ts';
import { readFrame } from './sse.ts';
import type { SseFrame } from './sse.ts';
import type { ContentBlock, ResponseMessage, StreamEvent, Usage } from './types.ts';

/**
 * The fold of a message stream. One state per prefix of the stream, never changed afterwards; `snapshot` and
 * `finish` (accumulate-finish.ts) read a state. The grammar is
 *
 *     stream := ping* message_start block* message_delta+ message_stop      ping and unknown events anywhere
 *     block  := content_block_start(i) content_block_delta(i)* content_block_stop(i)        i = 0, 1, 2 …
 *
 * Where a departure loses nothing (blocks that overlap, a missing content_block_stop, a block behind message_delta,
 * events behind message_stop) it is a note; every other one is fatal: nothing after it is read.
 */
export interface AccumulateState {
  /** Events folded so far, ignored ones too. */
  readonly events: number;
  readonly unknownEvents: number;
  /** The message without its content; null before `message_start`. */
  readonly head: ResponseMessage | null;
  readonly closed: Chain<ClosedBlock>;
  readonly open: readonly OpenBlock[];
  /** Blocks started so far = the next index. */
  readonly started: number;
  readonly phase: 'before' | 'content' | 'ending' | 'stopped' | 'failed';
  readonly failure: StreamProblem | null;
  readonly notes: Chain<StreamProblem>;
  readonly unknownDeltas: Chain<UnknownDelta>;
  readonly nameless: boolean;
}

/** A delta of a type this version does not know, or one its block cannot take. */
export interface UnknownDelta {
  block: number;
  delta: Record<string, unknown>;
}

/** Start value of the fold. */
export const EMPTY_STREAM: AccumulateState = Object.freeze({
  events: 0,
  unknownEvents: 0,
  head: null,
  closed: null,
  open: [],
  started: 0,
  phase: 'before',
  failure: null,
  notes: null,
  unknownDeltas: null,
  nameless: false,
});

/**
 * Folds one event in. Pure and total: broken order and broken events become named problems in the state. Rules as in
 * @anthropic-ai/sdk 1.14 `lib/MessageStream.ts`, stricter about order. Constant time per event.
 */
export function accumulate(state: AccumulateState, event: StreamEvent): AccumulateState {
  const next = { ...state, events: state.events + 1 };
  if (state.phase === 'failed') return next;
  switch (event.type) {
    case 'ping':
      return next;
    case 'error':
      return state.phase === 'stopped' ? note(next, late(state, 'error')) : fail(next, errorEvent(state.events, event));
    case 'message_start':
    case 'content_block_start':
    case 'content_block_delta':
    case 'content_block_stop':
    case 'message_delta':
    case 'message_stop':
      return state.phase === 'stopped' ? note(next, late(state, event.type)) : foldKnown(next, event, state.events);
    default:
      return { ...next, unknownEvents: state.unknownEvents + 1 };
  }
}

/** Folds one decoded frame in: `readFrame`, then `accumulate`; text that is no event becomes a named problem too. */
export function accumulateFrame(state: AccumulateState, frame: SseFrame): AccumulateState {
  const reading = readFrame(frame);
  if (reading.kind === 'event') {
    const next = accumulate(state, reading.event);
    if (reading.named || next.nameless || next.phase === 'failed') return next;
    return note({ ...next, nameless: true }, namelessFrame(state.events));
  }
  const next = { ...state, events: state.events + 1 };
  if (reading.kind === 'ignored' || state.phase === 'failed' || state.phase === 'stopped') {
    return { ...next, unknownEvents: state.unknownEvents + 1 };
  }
  return fail(next, badJson(state.events, reading.event, reading.data, reading.message));
}

function fail(state: AccumulateState, failure: StreamProblem): AccumulateState {
  return { ...state, phase: 'failed', failure };
}

function note(state: AccumulateState, problem: StreamProblem): AccumulateState {
  return { ...state, notes: { last: problem, before: state.notes } };
}

function late(state: AccumulateState, got: string): StreamProblem {
  return orderProblem('note', state.events, 'nothing (the message is complete)', got);
}

function foldKnown(state: AccumulateState, event: StreamEvent, index: number): AccumulateState {
  if (event.type === 'message_start') return foldStart(state, event, index);
  if (!state.head) return fail(state, orderProblem('fatal', index, 'message_start', event.type));
  switch (event.type) {
    case 'message_delta':
      return foldMessageDelta(state, state.head, event, index);
    case 'message_stop':
      return foldStop(state, state.head, index);
    default:
      return foldBlockEvent(state, event, index);
  }
}

function foldStart(state: AccumulateState, event: StreamEvent, index: number): AccumulateState {
  if (state.head) {
    const expected = state.phase === 'ending' ? 'message_stop' : 'the rest of the message';
    return fail(state, orderProblem('fatal', index, expected, 'message_start'));
  }
  const message = event.message;
  if (!isRecord(message)) return fail(state, badEvent(index, event.type, 'message'));
  const head = { ...message, content: [], usage: isRecord(message.usage) ? message.usage : {} };
  const blocks = Array.isArray(message.content) ? (message.content as ContentBlock[]).filter(isRecord) : [];
  const closed = blocks.reduce<Chain<ClosedBlock>>(
    (before, block, at) => ({ last: { index: at, block, problem: null }, before }),
    null,
  );
  const started: AccumulateState = {
    ...state,
    head: head as unknown as ResponseMessage,
    closed,
    started: blocks.length,
    phase: 'content',
  };
  return isRecord(message.usage) ? started : note(started, usageMissing(index, 'message_start'));
}

/**
 * Counters in `message_delta` are running totals of the whole message: they replace, and null means "no news".
 * Every field of `delta` is taken over, unknown ones too; a null `container` does not erase one (as in the SDK).
 */
function foldMessageDelta(
  state: AccumulateState,
  head: ResponseMessage,
  event: StreamEvent,
  index: number,
): AccumulateState {
  const { delta, usage } = event;
  if (!isRecord(delta)) return fail(state, badEvent(index, event.type, 'delta'));
  const container = delta.container ?? head.container;
  const merged: ResponseMessage = { ...head, ...delta, usage: mergeUsage(head.usage, usage) };
  if (container !== undefined) merged.container = container;
  const next: AccumulateState = { ...state, head: merged, phase: 'ending' };
  return isRecord(usage) ? next : note(next, usageMissing(index, 'message_delta'));
}

function mergeUsage(before: Usage, report: unknown): Usage {
  if (!isRecord(report)) return before;
  return { ...before, ...Object.fromEntries(Object.entries(report).filter(([, value]) => value != null)) };
}

function foldStop(state: AccumulateState, head: ResponseMessage, index: number): AccumulateState {
  if (state.phase !== 'ending' && head.stop_reason == null) {
    return fail(state, orderProblem('fatal', index, 'message_delta with a stop_reason', 'message_stop'));
  }
  const closed = state.open.reduce<AccumulateState>((before, block) => {
    const problem = orderProblem('note', index, `content_block_stop ${block.index}`, 'message_stop');
    return note(closeIn(before, block), problem);
  }, state);
  return { ...closed, phase: 'stopped' };
}

function foldBlockEvent(state: AccumulateState, event: StreamEvent, index: number): AccumulateState {
  const at = event.index;
  if (typeof at !== 'number') return fail(state, badEvent(index, event.type, 'index'));
  if (event.type === 'content_block_start') return foldBlockStart(state, event, at, index);
  const block = state.open.find((candidate) => candidate.index === at);
  if (!block) {
    const open = state.open.at(-1);
    const expected = open ? `an event of block ${open.index}` : `content_block_start ${state.started}`;
    return fail(state, orderProblem('fatal', index, expected, `${event.type} ${at}`));
  }
  if (event.type === 'content_block_stop') return closeIn(state, block);
  return foldDelta(state, block, event, index);
}

function foldBlockStart(state: AccumulateState, event: StreamEvent, at: number, index: number): AccumulateState {
  const start = event.content_block;
  const got = `content_block_start ${at}`;
  if (at !== state.started) {
    return fail(state, orderProblem('fatal', index, `content_block_start ${state.started}`, got));
  }
  if (!isRecord(start) || typeof start.type !== 'string')
    return fail(state, badEvent(index, event.type, 'content_block'));
  const block = openBlock(at, start as ContentBlock);
  const next: AccumulateState = { ...state, open: [...state.open, block], started: at + 1 };
  const unfinished = state.open.at(-1);
  if (unfinished) return note(next, orderProblem('note', index, `content_block_stop ${unfinished.index}`, got));
  return state.phase === 'ending' ? note(next, orderProblem('note', index, 'message_stop', got)) : next;
}

function foldDelta(state: AccumulateState, block: OpenBlock, event: StreamEvent, index: number): AccumulateState {
  const { delta } = event;
  if (!isRecord(delta)) return fail(state, badEvent(index, event.type, 'delta'));
  const result = applyDelta(block, delta);
  if (result.kind === 'bad') return fail(state, badEvent(index, event.type, result.field));
  if (result.kind === 'ok') {
    return { ...state, open: state.open.map((other) => (other === block ? result.block : other)) };
  }
  const unknownDeltas = { last: { block: block.index, delta }, before: state.unknownDeltas };
  const kept: AccumulateState = { ...state, unknownDeltas };
  if (!result.known) return kept;
  return note(kept, deltaMismatch(index, block.index, String(delta.type), block.start.type));
}

function closeIn(state: AccumulateState, block: OpenBlock): AccumulateState {
  return {
    ...state,
    closed: { last: closeBlock(block), before: state.closed },
    open: state.open.filter((other) => other !== block),
  };
}
