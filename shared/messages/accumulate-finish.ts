import { EMPTY_STREAM, accumulateFrame } from './accumulate.ts';
import type { AccumulateState, UnknownDelta } from './accumulate.ts';
import { chainToList, closeBlock, readInput } from './accumulate-blocks.ts';
import type { ClosedBlock } from './accumulate-blocks.ts';
import { cutProblem } from './accumulate-problems.ts';
import type { InputProblem, StreamProblem } from './accumulate-problems.ts';
import { isRecord } from './blocks.ts';
import { SseDecoder } from './sse.ts';
import type { ContentBlock, ResponseMessage } from './types.ts';

/** A live view of a stream that may still grow. */
export interface StreamSnapshot {
  /** What is there so far; unfinished tool inputs are `{}`. Null before `message_start`. */
  message: ResponseMessage | null;
  /** Raw text so far of each unfinished tool input, by block index. */
  partialInput: Map<number, string>;
  /** Indexes of the blocks still open. */
  open: number[];
  complete: boolean;
}

/** Reads a state for display. Costs the length of the message, so draw from it per frame, not per event. */
export function snapshot(state: AccumulateState): StreamSnapshot {
  const open = state.open.map((block) => block.index);
  const partialInput = new Map(
    state.open.filter((block) => 'input' in block.start).map((block) => [block.index, block.json]),
  );
  return { message: messageOf(state, allBlocks(state)), partialInput, open, complete: state.phase === 'stopped' };
}

interface FinishedFacts {
  /** Raw text of each tool input that did not become an object, by `tool_use` id; its block holds `{}`. */
  rawInput: Map<string, string>;
  /** The same with block index and reason, in block order; also for blocks without an id. */
  inputProblems: InputProblem[];
  /** Departures from the grammar that cost nothing, in stream order. */
  notes: StreamProblem[];
  unknownDeltas: UnknownDelta[];
  /** Events of types this version does not know. */
  unknownEvents: number;
  /** Whether any content block began: a retry from here abandons something a person may have seen. */
  hasContent: boolean;
}

/** The result of a stream. `message` is whole and accepted by the grammar; `partial` is what had arrived of it. */
export type FinishedStream = FinishedFacts &
  (
    | { complete: true; message: ResponseMessage; partial: null; problem: null }
    | { complete: false; message: null; partial: ResponseMessage | null; problem: StreamProblem }
  );

/** Closes the fold when no more events will come. */
export function finish(state: AccumulateState): FinishedStream {
  const blocks = allBlocks(state);
  const message = messageOf(state, blocks);
  const facts = factsOf(state, blocks);
  if (state.phase === 'stopped' && message) return { ...facts, complete: true, message, partial: null, problem: null };
  const problem = state.failure ?? cutProblem(state.events, lastSeen(state));
  return { ...facts, complete: false, message: null, partial: message, problem };
}

function factsOf(state: AccumulateState, blocks: readonly ClosedBlock[]): FinishedFacts {
  const inputProblems = blocks.flatMap((closed) => closed.problem ?? []);
  return {
    rawInput: rawInputOf(inputProblems),
    inputProblems,
    notes: chainToList(state.notes),
    unknownDeltas: chainToList(state.unknownDeltas),
    unknownEvents: state.unknownEvents,
    hasContent: blocks.length > 0,
  };
}

function rawInputOf(problems: readonly InputProblem[]): Map<string, string> {
  return new Map(problems.flatMap(({ toolUseId, raw }) => (toolUseId === null ? [] : [[toolUseId, raw] as const])));
}

function lastSeen(state: AccumulateState): 'nothing' | 'message_start' | 'content' | 'message_delta' {
  if (!state.head) return 'nothing';
  if (state.phase === 'ending') return 'message_delta';
  return state.started > 0 ? 'content' : 'message_start';
}

/** All blocks by index; a block still open counts as far as it came, a cut input is a problem there. */
function allBlocks(state: AccumulateState): ClosedBlock[] {
  const blocks = [...chainToList(state.closed), ...state.open.map(closeBlock)];
  return blocks.toSorted((left, right) => left.index - right.index);
}

function messageOf(state: AccumulateState, blocks: readonly ClosedBlock[]): ResponseMessage | null {
  return state.head && { ...state.head, content: blocks.map((closed) => closed.block) };
}

/** Folds a whole recorded body, for importers and scripts. */
export function readStream(chunks: Iterable<Uint8Array>): FinishedStream {
  const decoder = new SseDecoder();
  let state = EMPTY_STREAM;
  for (const chunk of chunks) state = decoder.push(chunk).reduce(accumulateFrame, state);
  return finish(decoder.end().frames.reduce(accumulateFrame, state));
}

/**
 * Reads the body of an answer that was not streamed under the same rules: inputs that are no object become `{}` with
 * their text kept. Null if the body is no message.
 */
export function readJsonMessage(
  body: unknown,
): { message: ResponseMessage; rawInput: Map<string, string>; inputProblems: InputProblem[] } | null {
  if (!isRecord(body) || body.type !== 'message' || !Array.isArray(body.content)) return null;
  const inputProblems: InputProblem[] = [];
  const content = body.content.filter(isRecord).map((block, index) => {
    if (!('input' in block) || isRecord(block.input)) return block;
    const raw = typeof block.input === 'string' ? block.input : JSON.stringify(block.input ?? '');
    const { input, problem } = readInput(raw === '""' ? '' : raw, block, index);
    if (problem) inputProblems.push(problem);
    return { ...block, input };
  });
  const usage = isRecord(body.usage) ? body.usage : {};
  const message = { ...body, content: content as ContentBlock[], usage } as unknown as ResponseMessage;
  return { message, rawInput: rawInputOf(inputProblems), inputProblems };
}
