import { canonicalJson } from '../messages/canonical-json.ts';
import type { Message } from '../messages/types.ts';
import type { EditedMessage, EventDraft, NodeId } from '../session/events.ts';
import { stopAt } from '../session/reduce-support.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { nodeById, path, toMessage } from '../session/tree.ts';
import { branchCreate } from './branch-commands.ts';
import type { Command, CommandResult } from './command-types.ts';

type HistoryEdit = Extract<EventDraft, { type: 'history-edit' }>;

/** A message as an edit carries it: fields beside role and content are kept apart. */
export function edited(message: Message): EditedMessage {
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
  const made = branchCreate(state, branch, {
    head: edit.base,
    stop: stopAt(base),
    why: 'edit',
    ...(node ? { config: node.config } : {}),
  });
  // With everything kept the next request is the old branch's next one: its settings, its place in the script.
  const last = edit.messages.at(-1);
  const keptAll = last !== undefined && 'from' in last && last.from === branch.head;
  const create = keptAll ? { ...made, config: branch.config, scriptCursor: branch.scriptCursor } : made;
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
