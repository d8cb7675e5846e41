import { canonicalJson } from '../messages/canonical-json.ts';
import { fix as repair, fixProblem } from '../messages/repair.ts';
import type { Message } from '../messages/types.ts';
import { composeBranch } from '../loop/compose.ts';
import type { EditedMessage, EventDraft } from '../session/events.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { configById, path, toMessage } from '../session/tree.ts';
import type { Command, CommandResult } from './command-types.ts';
import { edited } from './edit-commands.ts';

/** Repairs one problem of the next request, or every error in it, as an edit that can be undone. */
export function fix(state: SessionState, branch: Branch, command: Extract<Command, { type: 'fix' }>): CommandResult {
  const request = composeBranch(state, branch);
  const { rule, path: where } = command;
  const repaired = where === undefined ? repair({ request }) : fixProblem({ request }, { rule, path: where });
  if (repaired.fixed.length === 0) return { refusal: { code: 'nothing-to-fix', detail: rule } };
  const { messages, ...body } = repaired.request;
  const { messages: _before, ...bodyBefore } = request;
  const events: EventDraft[] = historyFix(state, branch, messages, rule);
  if (canonicalJson(body) !== canonicalJson(bodyBefore)) {
    const { endpoint, policy } = configById(state, branch.config);
    const joins = events.length > 0 ? { joins: true as const } : {};
    events.push({ branch: branch.id, type: 'config-set', config: { body, endpoint, policy }, ...joins });
  }
  return events.length > 0 ? { events } : { refusal: { code: 'nothing-to-fix', detail: rule } };
}

/** The edit that turns the path into these messages; untouched ones keep their content. None when nothing differs. */
function historyFix(state: SessionState, branch: Branch, messages: Message[], rule: string): EventDraft[] {
  const nodes = path(state, branch.head);
  let first = 0;
  while (first < nodes.length && isSame(nodes[first], messages[first])) first++;
  if (first === nodes.length && first === messages.length) return [];
  const replaced = nodes[first];
  return [
    {
      branch: branch.id,
      type: 'history-edit',
      base: nodes[first - 1]?.id ?? null,
      messages: matched(nodes.slice(first), messages.slice(first)),
      why: 'fix',
      rule,
      ...(replaced ? { replaces: replaced.id } : {}),
    },
  ];
}

function isSame(node: MessageNode | undefined, message: Message | undefined): boolean {
  if (node === undefined || message === undefined || node.role !== message.role) return false;
  const before = toMessage(node);
  return before === message || canonicalJson(before) === canonicalJson(message);
}

/**
 * The new list in terms of the old nodes, both read from the front: an unchanged message is its node once more, a
 * changed one says which node it is a new version of.
 */
function matched(nodes: readonly MessageNode[], messages: readonly Message[]): EditedMessage[] {
  const byText = new Map<string, number[]>();
  for (const [index, node] of nodes.entries()) {
    const text = canonicalJson(toMessage(node));
    byText.set(text, [...(byText.get(text) ?? []), index]);
  }
  let next = 0;
  return messages.map((message) => {
    const same = byText.get(canonicalJson(message))?.find((index) => index >= next);
    if (same !== undefined) {
      next = same + 1;
      return { from: nodes[same]?.id ?? '' };
    }
    const old = nodes[next];
    if (old?.role !== message.role) return edited(message);
    next += 1;
    return { ...edited(message), replaces: old.id };
  });
}
