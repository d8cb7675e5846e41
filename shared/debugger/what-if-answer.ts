import { blocksOf, isToolUse } from '../messages/blocks.ts';
import type { ContentBlock, ResponseMessage, StopReason } from '../messages/types.ts';
import type { ConfigId, NodeId, RequestId } from '../session/events.ts';
import type { Attempt, MessageNode, SessionState } from '../session/state.ts';
import { scriptCursorAt } from '../session/counters.ts';
import { attemptById, configById, nodeById } from '../session/tree.ts';
import type { FaultName, WhatIf } from '../session/what-if-types.ts';

/** An answer that something else can be supposed of, with all that its request was. */
export interface GivenAnswer {
  id: NodeId | RequestId;
  /** What the request ended with. */
  head: NodeId | null;
  config: ConfigId;
  patch: Record<string, unknown> | null;
  message: ResponseMessage;
  /** Texts of inputs that did not parse, by `tool_use` id. */
  rawInput: ReadonlyMap<string, string>;
  scriptCursor: [before: number, after: number];
}

/** The answer with this id: a message on any path (edited and imported ones too), or an attempt that became none. */
export function givenAnswer(state: SessionState, id: NodeId | RequestId): GivenAnswer | null {
  const node = nodeById(state, id);
  if (node) return node.role === 'assistant' ? fromNode(state, node) : null;
  const attempt = attemptById(state, id);
  return attempt?.message && attempt.error === null ? fromAttempt(attempt, attempt.message) : null;
}

function fromNode(state: SessionState, node: MessageNode): GivenAnswer {
  const attempt = attemptById(state, node.request);
  const content = blocksOf(node.content);
  const reason = node.stopReason ?? (content.some(isToolUse) ? 'tool_use' : 'end_turn');
  const message = attempt?.message ?? blank(state, node);
  const cursor = scriptCursorAt(state, node.parent);
  return {
    id: node.id,
    head: node.parent,
    config: node.config,
    patch: attempt?.head === node.parent ? (attempt.patch ?? null) : null,
    message: { ...message, content, stop_reason: reason },
    rawInput: new Map(attempt?.rawInput),
    scriptCursor: attempt?.scriptCursor ?? [cursor, cursor],
  };
}

/** An imported or handwritten answer has no response: what is not known is left out. */
function blank(state: SessionState, node: MessageNode): ResponseMessage {
  const { model } = configById(state, node.config).body;
  return { id: MADE_UP_ID, type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage: {} };
}

function fromAttempt(attempt: Attempt, message: ResponseMessage): GivenAnswer {
  const { id, head, config, patch = null, rawInput, scriptCursor } = attempt;
  return { id, head, config, patch, message, rawInput: new Map(rawInput), scriptCursor };
}

const MADE_UP_ID = 'msg_made_up';

/** What arrives in the given answer's place; inputs in `rawInput` are played as these texts. */
export interface MadeUpMessage {
  message: ResponseMessage;
  rawInput: ReadonlyMap<string, string>;
}

/** The given answer with another ending, or as a fault leaves it. Null for a fault that brings no answer of its own. */
export function madeUpMessage(
  { message, rawInput }: GivenAnswer,
  what: WhatIf,
  sequences: unknown,
): MadeUpMessage | null {
  const made = { ...message, id: MADE_UP_ID };
  if (what.kind === 'stop_reason') {
    return { message: { ...made, ...ending(what.stop_reason, message, sequences) }, rawInput };
  }
  const cut = cutCall(message.content, rawInput);
  switch (what.fault) {
    case 'refused':
      return { message: { ...made, content: [], ...ending('refusal', message, sequences) }, rawInput };
    case 'truncated_input':
      return cut && { message: { ...made, content: cut.before, ...ending('max_tokens', message, sequences) }, ...cut };
    case 'invalid_input':
      return cut && { message: { ...made, ...ending('tool_use', message, sequences) }, ...cut };
    case 'cut_stream':
      return { message: made, rawInput };
    default:
      return null;
  }
}

/** The fields that tell how an answer ended, as they go together. */
function ending(
  reason: StopReason,
  given: ResponseMessage,
  sequences: unknown,
): Pick<ResponseMessage, 'stop_reason' | 'stop_sequence' | 'stop_details'> {
  const first: unknown = Array.isArray(sequences) ? sequences[0] : undefined;
  const sequence = given.stop_sequence ?? (typeof first === 'string' ? first : null);
  const details = { type: 'refusal', category: null, explanation: 'Made up by Loupe: what if the model had refused?' };
  return {
    stop_reason: reason,
    stop_sequence: reason === 'stop_sequence' ? sequence : null,
    stop_details: reason === 'refusal' ? (given.stop_details ?? details) : null,
  };
}

/** The first call with the half of its input that arrived, and the content up to it. Null without a call. */
function cutCall(
  content: readonly ContentBlock[],
  rawInput: ReadonlyMap<string, string>,
): { before: ContentBlock[]; rawInput: ReadonlyMap<string, string> } | null {
  const at = content.findIndex(isToolUse);
  const call = content[at];
  if (!call || !isToolUse(call)) return null;
  const whole = rawInput.get(call.id) ?? JSON.stringify(call.input) ?? '{}';
  // An object that lacks its last brace is no JSON, however short it is.
  const half = whole.slice(0, Math.max(1, Math.ceil(whole.length / 2)));
  return { before: content.slice(0, at + 1), rawInput: new Map([...rawInput, [call.id, half]]) };
}

/** Faults that need a call in the answer. */
export function needsCall(fault: FaultName): boolean {
  return fault === 'truncated_input' || fault === 'invalid_input';
}
