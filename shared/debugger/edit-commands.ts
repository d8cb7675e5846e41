import { blocksOf } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import { fix as repair, fixProblem } from '../messages/repair.ts';
import type { Message } from '../messages/types.ts';
import { composeBranch } from '../loop/compose.ts';
import type { ConfigData, EditedMessage, EventDraft, NodeId } from '../session/events.ts';
import { resultBlock, notRun, reasonOf } from '../session/sendable.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { configById, nodeById, path, toMessage } from '../session/tree.ts';
import { stopAt } from '../session/reduce-support.ts';
import { branchCreate } from './branch-commands.ts';
import type { Command, CommandResult } from './command-types.ts';

type HistoryEdit = Extract<EventDraft, { type: 'history-edit' }>;

/** A message as an edit carries it: fields beside role and content are kept apart. */
function edited(message: Message): EditedMessage {
  const { role, content, ...extra } = message;
  return { role, content, ...(Object.keys(extra).length > 0 ? { extra } : {}) };
}

function isMessage(value: unknown): value is Message {
  if (value === null || typeof value !== 'object') return false;
  const { role, content } = value as Record<string, unknown>;
  return typeof role === 'string' && (typeof content === 'string' || Array.isArray(content));
}

/**
 * New content for one message. The newest one gets a sibling on the same branch; an earlier one makes a new branch,
 * where what followed is left out, or kept behind the edit with shared content (`keep`).
 */
export function editMessage(
  state: SessionState,
  branch: Branch,
  command: Extract<Command, { type: 'edit-message' }>,
): CommandResult {
  const nodes = path(state, branch.head);
  const at = nodes.findIndex((node) => node.id === command.node);
  const node = nodes[at];
  if (!node) return { refusal: { code: 'no-such-node', detail: command.node } };
  if (!isMessage(command.message)) return { refusal: { code: 'bad-value', detail: 'message' } };
  if (canonicalJson(command.message) === canonicalJson(toMessage(node))) return { events: [] };
  const after: EditedMessage[] = command.keep ? nodes.slice(at + 1).map(({ id }) => ({ from: id })) : [];
  const edit = {
    base: node.parent,
    messages: [edited(command.message), ...after],
    why: 'edit' as const,
    replaces: node.id,
  };
  const isHead = at === nodes.length - 1;
  return { events: placed(state, branch, node, edit, isHead) };
}

/** The edit itself on the same branch, or on a new one that rests where the edited part begins. */
function placed(
  state: SessionState,
  branch: Branch,
  node: MessageNode | undefined,
  edit: Omit<HistoryEdit, 'type' | 'branch'>,
  inPlace: boolean,
): EventDraft[] {
  if (inPlace) return [{ branch: branch.id, type: 'history-edit', ...edit }];
  const base = nodeById(state, edit.base);
  const create = branchCreate(state, branch, {
    head: edit.base,
    stop: stopAt(base),
    why: 'edit',
    ...(node ? { config: node.config } : {}),
  });
  return [create, { branch: newBranchId(state, 0), type: 'history-edit', ...edit }];
}

/** Id of the branch that the event at this position of the decision will make. */
function newBranchId(state: SessionState, eventsBefore: number): string {
  return `b${state.record.seq + 1 + eventsBefore}`;
}

/** Any change of the list behind `base`: insert, delete, reorder. In place when only the newest message is concerned. */
export function editHistory(
  state: SessionState,
  branch: Branch,
  base: NodeId | null,
  messages: EditedMessage[],
): CommandResult {
  const nodes = path(state, branch.head);
  const at = base === null ? -1 : nodes.findIndex((node) => node.id === base);
  if (base !== null && at < 0) return { refusal: { code: 'no-such-node', detail: base } };
  const known = (message: EditedMessage): boolean =>
    !('from' in message) || nodeById(state, message.from) !== undefined;
  const missing = messages.find((message) => !known(message));
  if (missing && 'from' in missing) return { refusal: { code: 'no-such-node', detail: missing.from } };
  const node = nodes[at + 1];
  const edit = { base, messages, why: 'edit' as const, ...(node ? { replaces: node.id } : {}) };
  return { events: placed(state, branch, node, edit, at + 1 >= nodes.length - 1) };
}

/**
 * Settings for the next request of this branch. After an end by `max_tokens` or a full window the cut answer is left
 * beside the path, so that the same question can be asked with the new settings.
 */
export function editConfig(state: SessionState, branch: Branch, config: ConfigData): CommandResult {
  if (typeof config.body?.model !== 'string' || config.body.model === '')
    return { refusal: { code: 'bad-value', detail: 'model' } };
  const current = configById(state, branch.config);
  const { body, endpoint, policy } = current;
  if (canonicalJson({ body, endpoint, policy }) === canonicalJson(config)) return { events: [] };
  const set: EventDraft = { branch: branch.id, type: 'config-set', config };
  const head = nodeById(state, branch.head);
  const cut = branch.outcome?.reason === 'max_tokens' || branch.outcome?.reason === 'model_context_window_exceeded';
  if (branch.phase !== 'ended' || !cut || head?.role !== 'assistant') return { events: [set] };
  const back: EventDraft = { branch: branch.id, type: 'history-edit', base: head.parent, messages: [], why: 'edit' };
  return { events: [back, set] };
}

/** Repairs one problem of the next request, or every error in it, as an edit that can be undone. */
export function fix(state: SessionState, branch: Branch, command: Extract<Command, { type: 'fix' }>): CommandResult {
  const request = composeBranch(state, branch);
  const input = { request };
  const { rule, path: where } = command;
  const repaired = where === undefined ? repair(input) : fixProblem(input, { rule, path: where });
  if (repaired.fixed.length === 0) return { refusal: { code: 'nothing-to-fix', detail: rule } };
  const { messages, ...body } = repaired.request;
  const events: EventDraft[] = [];
  const history = changedMessages(state, branch, messages, rule);
  if (history) events.push({ branch: branch.id, type: 'history-edit', ...history });
  const config = configById(state, branch.config);
  const { messages: _before, ...bodyBefore } = request;
  if (canonicalJson(body) !== canonicalJson(bodyBefore)) {
    events.push({
      branch: branch.id,
      type: 'config-set',
      config: { body, endpoint: config.endpoint, policy: config.policy },
    });
  }
  return events.length > 0 ? { events } : { refusal: { code: 'nothing-to-fix', detail: rule } };
}

/** The edit that turns the path into these messages; untouched ones keep their content. Null: nothing differs. */
function changedMessages(
  state: SessionState,
  branch: Branch,
  messages: Message[],
  rule: string,
): Omit<HistoryEdit, 'type' | 'branch'> | null {
  const nodes = path(state, branch.head);
  const same = (node: MessageNode | undefined, message: Message | undefined): boolean =>
    node !== undefined &&
    message !== undefined &&
    (node.content === message.content || canonicalJson(toMessage(node)) === canonicalJson(message)) &&
    node.role === message.role;
  let first = 0;
  while (first < nodes.length && same(nodes[first], messages[first])) first++;
  if (first === nodes.length && first === messages.length) return null;
  const rest = nodes.slice(first);
  const behind = messages.slice(first).map((message): EditedMessage => {
    const kept = rest.find((node) => same(node, message));
    return kept ? { from: kept.id } : edited(message);
  });
  const replaced = nodes[first];
  return {
    base: nodes[first - 1]?.id ?? null,
    messages: behind,
    why: 'fix',
    rule,
    ...(replaced ? { replaces: replaced.id } : {}),
  };
}

/**
 * What the person says next. Joins the newest user message behind its results, opens a new one behind an answer, or
 * replaces the first question before anything was sent (MACHINE §5). Open calls are answered as not run first.
 */
export function say(state: SessionState, branch: Branch, text: string): CommandResult {
  if (text.trim() === '') return { refusal: { code: 'empty-text' } };
  const head = nodeById(state, branch.head);
  if (head?.role === 'user') {
    const first =
      branch.phase === 'request' && branch.counters.requests === 0 && head.origin !== 'results' && head.turn === 0;
    const content = first ? text : [...blocksOf(head.content), { type: 'text', text }];
    const messages: EditedMessage[] = [{ role: 'user', content }];
    return {
      events: [{ branch: branch.id, type: 'history-edit', base: head.parent, messages, why: 'say', replaces: head.id }],
    };
  }
  const open = head?.role === 'assistant' ? branch.calls : [];
  const reason = reasonOf(branch);
  const results = open.map((call) => resultBlock(call.toolUseId, call.result ?? notRun(reason)));
  const content = results.length > 0 ? [...results, { type: 'text', text }] : text;
  return {
    events: [
      {
        branch: branch.id,
        type: 'message-append',
        role: 'user',
        content,
        origin: 'say',
        ...(open.length > 0 ? { calls: open.map((call) => call.id) } : {}),
      },
    ],
  };
}

/** Undo and redo move the head and the settings back and forth; nothing is thrown away. */
export function moveInHistory(state: SessionState, branch: Branch, why: 'undo' | 'redo'): CommandResult {
  const step = branch[why].at(-1);
  if (!step) return { refusal: { code: why === 'undo' ? 'nothing-to-undo' : 'nothing-to-redo' } };
  const stop = stopAt(nodeById(state, step.head));
  return { events: [{ branch: branch.id, type: 'head-move', to: step.head, stop, why }] };
}
