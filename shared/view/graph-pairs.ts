import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { CallId, CallResult } from '../session/events.ts';
import type { FinishedCall, MessageNode, OpenCall, SessionState } from '../session/state.ts';
import { attemptById } from '../session/tree.ts';
import { lateResult } from './late-results.ts';
import { callLabels, type CallLabel } from './graph-ids.ts';
import { finishedCall } from './graph-index.ts';
import type { TurnInput } from './graph-turns.ts';

/** A client call of an answer with everything known about it. */
export interface CallView {
  id: CallId;
  /** Among the calls of the message, from 0. */
  place: number;
  /** Index of the `tool_use` block. */
  block: number;
  toolUseId: string;
  name: string;
  /** The input in the model's words. */
  input: unknown;
  /** The input's text, when it is no whole JSON. */
  raw?: string;
  label: CallLabel;
  open: OpenCall | null;
  finished: FinishedCall | null;
  /** Its `tool_result` on the path, when there is one where the API looks for it. */
  result: ResultView | null;
  /** A result that came when nobody waited for it any more; applied to nothing. */
  late?: CallResult;
  /** Written beside another stop_reason than `tool_use`: perhaps half, and never run. */
  cut: boolean;
}

/** A `tool_result` block of the messages behind an answer. */
export interface ResultView {
  node: MessageNode;
  /** Index of the block in its message. */
  block: number;
  toolUseId: string;
  /** The call it answers; null when no call of the answer before it has this id. */
  call: CallView | null;
  /** Another result answers the same call already. */
  second: boolean;
}

export interface Pairs {
  calls: CallView[];
  results: ResultView[];
}

/** Pairs the calls of a turn's answer with the results behind it. `open` = calls of the newest answer of a branch. */
export function pairsOf(state: SessionState, turn: TurnInput, open: readonly OpenCall[]): Pairs {
  const calls = turn.answer ? callsOf(state, turn, turn.answer, open) : [];
  const byUse = new Map<string, CallView>();
  for (const call of calls) if (!byUse.has(call.toolUseId)) byUse.set(call.toolUseId, call);
  const results: ResultView[] = [];
  for (const node of turn.results) {
    for (const [block, content] of blocksOf(node.content).entries()) {
      if (!isToolResult(content)) continue;
      const call = byUse.get(content.tool_use_id) ?? null;
      const view = { node, block, toolUseId: content.tool_use_id, call, second: call?.result != null };
      if (call && !call.result) call.result = view;
      results.push(view);
    }
  }
  return { calls, results };
}

function callsOf(state: SessionState, turn: TurnInput, answer: MessageNode, open: readonly OpenCall[]): CallView[] {
  const uses = blocksOf(answer.content).flatMap((block, index) =>
    isToolUse(block) ? [{ block: index, toolUseId: block.id, name: block.name, input: block.input }] : [],
  );
  const labels = callLabels(uses);
  const runnable = answer.stopReason === 'tool_use' || answer.stopReason === undefined;
  const raw = new Map(attemptById(state, answer.request)?.rawInput ?? []);
  return uses.map((use, place) => ({
    ...use,
    ...rawOf(raw, use.toolUseId),
    ...lateOf(state, `${answer.id}.${use.block}`),
    id: `${answer.id}.${use.block}`,
    place,
    label: labels[place] as CallLabel,
    open: open.find((call) => call.node === answer.id && call.block === use.block) ?? null,
    finished: finishedCall(state, use.toolUseId, answer.id, turn.results, turn.wentOn),
    result: null,
    cut: !runnable,
  }));
}

function lateOf(state: SessionState, call: CallId): { late?: CallResult } {
  const result = lateResult(state, call);
  return result ? { late: result } : {};
}

function rawOf(raw: ReadonlyMap<string, string>, id: string): { raw?: string } {
  const text = raw.get(id);
  return text === undefined ? {} : { raw: text };
}

/** The calls in an answer that is no message (yet): nothing answers them, and they may be half written. */
export function looseCalls(
  content: readonly ContentBlock[],
  raw: ReadonlyMap<string, string>,
  cut: boolean,
): CallView[] {
  const uses = content.flatMap((block, index) =>
    isToolUse(block) ? [{ block: index, toolUseId: block.id, name: block.name, input: block.input }] : [],
  );
  const labels = callLabels(uses);
  return uses.map((use, place) => ({
    ...use,
    ...rawOf(raw, use.toolUseId),
    id: `loose.${use.block}`,
    place,
    label: labels[place] as CallLabel,
    open: null,
    finished: null,
    result: null,
    cut,
  }));
}

/** The name of a call where the tool's name alone may be ambiguous. */
export function nameOf(call: CallView): string {
  return call.label.ordinal === null ? call.name : `${call.name} ${call.label.ordinal}`;
}
