import { blocksOf, isRecord, isText, isThinking, isToolResult, isToolUse } from '../messages/blocks.ts';
import type { ContentBlock, MessageContent } from '../messages/types.ts';
import type { AttemptError, CallId, CallResult, ConfigId, NodeId, RequestId } from '../session/events.ts';
import type { Attempt, Config, FinishedCall, LateFact, MessageNode, OpenCall } from '../session/state.ts';

/** Where a text of the session can be shown. Ids only, as a selection has them. */
export type SearchPlace =
  | { kind: 'node'; node: NodeId; block?: number; /** The text stands on the Request tab. */ sent?: true }
  | { kind: 'call'; call: CallId }
  | { kind: 'attempt'; request: RequestId }
  | { kind: 'config'; config: ConfigId };

/** One text of the session. */
export interface Passage {
  place: SearchPlace;
  /** Path of the text in what the place names, as in its JSON: `text`, `input.order_id`, `system`. */
  field: string;
  text: string;
}

/** Deeper values are as good as never there, and a hostile file must not exhaust the stack. */
const DEEPEST = 200;
/** Bytes as text: nobody looks for them, and a short query would find them everywhere. */
const OPAQUE: ReadonlySet<string> = new Set(['signature', 'encrypted_content', 'encrypted_index', 'encrypted_stdout']);

type Add = (field: string, text: string) => void;

/** Every text, number, truth value and key inside a JSON value, in order. */
function collect(value: unknown, field: string, add: Add, depth = 0): void {
  if (typeof value === 'string') add(field, value);
  else if (typeof value === 'number' || typeof value === 'boolean') add(field, String(value));
  else if (value === null || typeof value !== 'object' || depth > DEEPEST) return;
  else if (Array.isArray(value)) value.forEach((item, index) => collect(item, join(field, index), add, depth + 1));
  else collectMembers(value as Record<string, unknown>, field, add, depth);
}

function collectMembers(value: Record<string, unknown>, field: string, add: Add, depth: number): void {
  const bytes = value.type === 'base64';
  for (const key of Object.keys(value)) {
    if (OPAQUE.has(key) || (bytes && key === 'data')) continue;
    const path = join(field, key);
    add(path, key);
    collect(value[key], path, add, depth + 1);
  }
}

function join(field: string, key: string | number): string {
  return field === '' ? String(key) : `${field}.${key}`;
}

/** The texts of one block. What every block of its type has (keys, the type itself) is not text. */
function collectBlock(block: ContentBlock, field: string, add: Add): void {
  if (isText(block)) add(join(field, 'text'), block.text);
  else if (isThinking(block)) add(join(field, 'thinking'), block.thinking);
  else if (isToolUse(block)) {
    add(join(field, 'id'), block.id);
    add(join(field, 'name'), block.name);
    collect(block.input, join(field, 'input'), add);
  } else if (isToolResult(block)) {
    add(join(field, 'tool_use_id'), block.tool_use_id);
    collectContent(block.content ?? '', join(field, 'content'), add);
  } else if (block.type === 'redacted_thinking') return add(join(field, 'type'), block.type);
  else return collect(block, field, add);
  for (const key of Object.keys(block)) {
    if (OWN.has(key) || OPAQUE.has(key)) continue;
    collect(block[key], join(field, key), add);
  }
}

const OWN: ReadonlySet<string> = new Set([
  ...['type', 'text', 'thinking', 'id', 'name', 'input', 'tool_use_id', 'content', 'is_error', 'cache_control'],
]);

function collectContent(content: MessageContent, field: string, add: Add): void {
  if (!Array.isArray(content)) return add(field, String(content));
  content.forEach((block, index) => isRecord(block) && collectBlock(block, join(field, index), add));
}

/** Gathers passages that all stand at one place; empty texts are none. */
function gather(place: SearchPlace, fill: (add: Add) => void): Passage[] {
  const passages: Passage[] = [];
  fill((field, text) => {
    if (text !== '') passages.push({ place, field, text });
  });
  return passages;
}

/** A message: its id, why it ended, its further fields, and each block. */
export function nodePassages(node: MessageNode): Passage[] {
  const whole: SearchPlace = { kind: 'node', node: node.id };
  const blocks = blocksOf(node.content).flatMap((block, index) =>
    isRecord(block) ? gather({ ...whole, block: index }, (add) => collectBlock(block, '', add)) : [],
  );
  const head = gather(whole, (add) => {
    add('id', node.id);
    collect(node.extra, '', add);
  });
  const stop = gather(whole, (add) => typeof node.stopReason === 'string' && add('stop_reason', node.stopReason));
  return [...head, ...blocks, ...stop];
}

/** What came with an accepted answer and is no part of the message: the ids of request and answer, the raw inputs. */
export function answerPassages(attempt: Attempt, node: MessageNode): Passage[] {
  return gather({ kind: 'node', node: node.id, sent: true }, (add) => {
    addFacts(attempt, add);
    addRaw(attempt.rawInput, add);
  });
}

function addFacts(attempt: Attempt, add: Add): void {
  add('request', attempt.id);
  if (attempt.requestId !== null) add('request_id', attempt.requestId);
  if (attempt.message) {
    add('id', attempt.message.id);
    collect(attempt.message.stop_sequence, 'stop_sequence', add);
    if (attempt.message.stop_details) collect(attempt.message.stop_details, 'stop_details', add);
  }
}

function addRaw(rawInput: Attempt['rawInput'] | undefined, add: Add): void {
  for (const [id, raw] of rawInput ?? []) add(`${id}.input`, raw);
}

/** A try that did not become a message: what went wrong, and what had arrived. */
export function attemptPassages(attempt: Attempt): Passage[] {
  return gather({ kind: 'attempt', request: attempt.id }, (add) => {
    addFacts(attempt, add);
    if (attempt.error) addError(attempt.error, attempt.requestId, add);
    if (attempt.message) {
      collectContent(attempt.message.content, 'content', add);
      if (typeof attempt.message.stop_reason === 'string') add('stop_reason', attempt.message.stop_reason);
    }
    addRaw(attempt.rawInput, add);
  });
}

/** The envelope repeats type, message and id: only what is new in it counts. */
function addError(error: AttemptError, requestId: string | null, add: Add): void {
  const known = new Set<string>([error.type, error.message, requestId ?? '', 'error', 'type', 'message', 'request_id']);
  add('error.type', error.type);
  add('error.message', error.message);
  if (error.requestId) {
    if (!known.has(error.requestId)) add('error.request_id', error.requestId);
    known.add(error.requestId);
  }
  collect(error.body, 'error.body', (field, text) => {
    if (!known.has(text)) add(field, text);
  });
}

/** A finished call, as far as it says more than the two messages: an input that a person had changed. */
export function callPassages(call: FinishedCall): Passage[] {
  return gather({ kind: 'call', call: call.id }, (add) => {
    if (call.inputEdited) collect(call.input, 'input', add);
  });
}

/** A call whose result is not appended yet: the result, the one before an edit, what else was set on it. */
export function openCallPassages(call: OpenCall): Passage[] {
  return gather({ kind: 'call', call: call.id }, (add) => {
    if (call.inputEdited) collect(call.input, 'input', add);
    if (call.rawInput !== undefined) add('raw_input', call.rawInput);
    if (call.injection?.kind === 'error') add('injection.text', call.injection.text);
    if (call.result) addResult(call.result, 'content', add);
    if (call.original) addResult(call.original, 'original', add);
  });
}

function addResult(result: CallResult, field: string, add: Add): void {
  collectContent(result.content, field, add);
}

/** A result that came when nobody waited for it any more. */
export function latePassages(late: LateFact): Passage[] {
  const { call, result } = late;
  if (call === undefined || !result) return [];
  return gather({ kind: 'call', call }, (add) => addResult(result, 'late', add));
}

/** What a branch sends beside the messages: system prompt, tools, model, parameters. */
export function configPassages(config: Config): Passage[] {
  return gather({ kind: 'config', config: config.id }, (add) => {
    for (const key of Object.keys(config.body)) {
      const value = config.body[key];
      if (key === 'system' && typeof value !== 'string') collectContent(value as MessageContent, key, add);
      else collect(value, key, add);
    }
  });
}
