import type { Command } from '../debugger/command-types.ts';
import { isRecord } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { ContentBlock, Message } from '../messages/types.ts';
import type { CallId, CallResult, EditedMessage, NodeId } from '../session/events.ts';
import type { MessageNode, OpenCall } from '../session/state.ts';
import { toMessage } from '../session/tree.ts';
import { compactJson } from './graph-edit.ts';
import { prettyJson, readJson, type JsonFault } from './inspect-json-text.ts';
import type { PathView } from './inspect-pairs.ts';

/** What an editor changes. `results` is every result of the turn; a single one is a `result`. */
export type EditTarget =
  | { kind: 'message'; node: NodeId }
  | { kind: 'messages' }
  | { kind: 'input'; call: CallId }
  | { kind: 'result'; call: CallId };

/** The text an editor starts with. */
export interface EditText {
  text: string;
  language: 'json' | 'text';
  isError: boolean;
}

/** Why a text cannot be applied; the page has a sentence for each. */
export type EditFault =
  | JsonFault
  | { code: 'gone' | 'unchanged' | 'not-object' | 'not-list' | 'no-role' }
  | { code: 'bad-content' | 'bad-block'; path: string };

export type EditOutcome = { ok: true; command: Command } | { ok: false; fault: EditFault };

/** What the person typed, with the choices beside the editor. */
export interface Edit {
  text: string;
  isError: boolean;
  /** Messages behind an edited one stay. */
  keep: boolean;
  /** A broken JSON text is meant as plain text. */
  asText: boolean;
}

/** The open call of a target, when it is one. */
export function callOfTarget(view: PathView, target: EditTarget): OpenCall | undefined {
  return target.kind === 'input' || target.kind === 'result'
    ? view.open.find((call) => call.id === target.call)
    : undefined;
}

/**
 * The text to edit; null when the target is not (or no longer) on the branch. JSON is laid out for reading with
 * every number as written. The same text stands for the version that was read: a draft belongs to it.
 */
export function textOfTarget(view: PathView, target: EditTarget): EditText | null {
  if (target.kind === 'messages') return jsonText(view.nodes.map(toMessage));
  if (target.kind === 'message') {
    const node = view.nodes[view.indexOf.get(target.node) ?? -1];
    return node === undefined ? null : jsonText(toMessage(node));
  }
  const call = callOfTarget(view, target);
  if (call === undefined) return null;
  if (target.kind === 'input') return jsonText(call.input);
  return textOfResult(call.result ?? { content: '', is_error: false });
}

/** A result as text to edit: its own text, or the JSON of its blocks. */
export function textOfResult(result: CallResult): EditText {
  const isError = result.is_error;
  if (typeof result.content !== 'string') return { ...jsonText(result.content), isError };
  const pretty = prettyJson(result.content);
  return pretty === null
    ? { text: result.content, language: 'text', isError }
    : { text: pretty, language: 'json', isError };
}

function jsonText(value: unknown): EditText {
  return { text: JSON.stringify(value, null, 2) ?? 'null', language: 'json', isError: false };
}

/** Turns an edit into the command that carries it out, or says why it cannot. */
export function commandOfEdit(view: PathView, target: EditTarget, edit: Edit): EditOutcome {
  const before = textOfTarget(view, target);
  if (before === null) return fault({ code: 'gone' });
  if (target.kind === 'result') {
    const call = callOfTarget(view, target);
    return call === undefined ? fault({ code: 'gone' }) : commandOfResult(call, edit);
  }
  const verdict = readJson(edit.text);
  if (!verdict.ok) return fault(verdict.fault);
  if (target.kind === 'input') {
    if (!isRecord(verdict.value)) return fault({ code: 'not-object' });
    return { ok: true, command: { type: 'set-call', call: target.call, input: verdict.value } };
  }
  if (canonicalJson(verdict.value) === canonicalJson(JSON.parse(before.text))) return fault({ code: 'unchanged' });
  return target.kind === 'message'
    ? messageCommand(target.node, verdict.value, edit.keep)
    : messagesCommand(view, verdict.value);
}

function fault(value: EditFault): EditOutcome {
  return { ok: false, fault: value };
}

function messageCommand(node: NodeId, value: unknown, keep: boolean): EditOutcome {
  const problem = faultOfMessage(value, '');
  if (problem !== null) return fault(problem);
  return { ok: true, command: { type: 'edit-message', node, message: value as Message, keep } };
}

/** One changed message keeps its identity and what follows; anything else is a new history behind the common part. */
function messagesCommand(view: PathView, value: unknown): EditOutcome {
  if (!Array.isArray(value)) return fault({ code: 'not-list' });
  for (const [index, message] of value.entries()) {
    const problem = faultOfMessage(message, `${index}`);
    if (problem !== null) return fault(problem);
  }
  const messages = value as Message[];
  const old = view.nodes.map((node) => canonicalJson(toMessage(node)));
  const next = messages.map((message) => canonicalJson(message));
  const front = commonFront(old, next);
  const back = commonFront(old.slice(front).reverse(), next.slice(front).reverse());
  const node = view.nodes[front];
  if (old.length === next.length && front + back === old.length - 1 && node !== undefined) {
    return messageCommand(node.id, messages[front], true);
  }
  return {
    ok: true,
    command: {
      type: 'edit-history',
      base: view.nodes[front - 1]?.id ?? null,
      messages: edited(view.nodes, messages, front, back),
    },
  };
}

function commonFront(left: string[], right: string[]): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length++;
  return length;
}

function edited(nodes: MessageNode[], messages: Message[], front: number, back: number): EditedMessage[] {
  return messages.slice(front).map((message, index): EditedMessage => {
    const fromEnd = messages.length - front - index;
    const node = fromEnd <= back ? nodes[nodes.length - fromEnd] : undefined;
    if (node !== undefined) return { from: node.id };
    const { role, content, ...extra } = message;
    return { role, content, ...(Object.keys(extra).length > 0 ? { extra } : {}) };
  });
}

/**
 * The least a message must be so that the tree can hold it. Everything else may be wrong on purpose: the linter
 * names it and the API answers it.
 */
function faultOfMessage(value: unknown, path: string): EditFault | null {
  if (!isRecord(value)) return { code: 'not-object' };
  if (typeof value.role !== 'string') return { code: 'no-role' };
  const at = path === '' ? 'content' : `${path}.content`;
  return faultOfContent(value.content, at);
}

function faultOfContent(content: unknown, path: string): EditFault | null {
  if (typeof content === 'string') return null;
  if (!Array.isArray(content)) return { code: 'bad-content', path };
  const bad = content.findIndex((block) => !isRecord(block) || typeof block.type !== 'string');
  return bad < 0 ? null : { code: 'bad-block', path: `${path}.${bad}` };
}

/** The command that gives a call the edited result, or why it cannot. The call must be open on its branch. */
export function commandOfResult(call: OpenCall, edit: Pick<Edit, 'text' | 'isError' | 'asText'>): EditOutcome {
  const before = textOfResult(call.result ?? EMPTY);
  return typeof call.result?.content === 'object'
    ? blocksCommand(call.id, call.result, call.result.content, edit)
    : textCommand(call, before, edit);
}

const EMPTY: CallResult = { content: '', is_error: false };

function blocksCommand(
  id: CallId,
  old: CallResult,
  blocks: ContentBlock[],
  edit: Pick<Edit, 'text' | 'isError'>,
): EditOutcome {
  const verdict = readJson(edit.text);
  if (!verdict.ok) return fault(verdict.fault);
  const problem = typeof verdict.value === 'string' ? null : faultOfContent(verdict.value, 'content');
  if (problem !== null) return fault(problem);
  const value = verdict.value as string | ContentBlock[];
  const content = typeof value === 'string' ? value : value.map((block, at) => asItCame(blocks[at], block));
  return resultEdit(id, old, { content, is_error: edit.isError });
}

/** JSON in a text block that was compact stays compact, as in a plain text. */
function asItCame(old: ContentBlock | undefined, block: ContentBlock): ContentBlock {
  const [was, is] = [old?.text, block.text];
  if (typeof was !== 'string' || typeof is !== 'string' || prettyJson(is) === null) return block;
  if (was.trim().includes('\n') || prettyJson(was) === null) return block;
  return { ...block, text: compactLike(was, is) };
}

/**
 * A result may be any text, so broken JSON is refused only where JSON stood before, and only until the person
 * says that it is meant. A result that was one line stays one line: layout would cost tokens.
 */
function textCommand(call: OpenCall, before: EditText, edit: Pick<Edit, 'text' | 'isError' | 'asText'>): EditOutcome {
  const old = call.result;
  const looksJson = before.language === 'json';
  const verdict = readJson(edit.text);
  if (looksJson && !verdict.ok && verdict.fault.code === 'syntax' && !edit.asText) return fault(verdict.fault);
  const oneLine =
    typeof old?.content === 'string' && !old.content.trim().includes('\n') && prettyJson(edit.text) !== null;
  const content = looksJson && oneLine ? compactLike(old?.content ?? '', edit.text) : edit.text;
  return resultEdit(call.id, old, { content, is_error: edit.isError });
}

/** Unchanged JSON comes back byte for byte, whatever blanks it had. */
function compactLike(old: unknown, text: string): string {
  const compact = compactJson(text);
  return typeof old === 'string' && compactJson(old) === compact ? old : compact;
}

function resultEdit(call: CallId, old: CallResult | null, result: CallResult): EditOutcome {
  const same =
    old !== null && old.is_error === result.is_error && canonicalJson(old.content) === canonicalJson(result.content);
  if (same) return fault({ code: 'unchanged' });
  return { ok: true, command: { type: 'edit-result', call, result } };
}
