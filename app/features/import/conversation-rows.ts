import type { ConversationSummary } from '../../../shared/import/report.ts';

export interface ConversationRow {
  conversation: ConversationSummary;
  /** 0 for a conversation of its own; sub-agents stand one deeper than what opened them. */
  depth: number;
}

/**
 * The rows of the list: each conversation with its sub-agents right behind it, in the order of the import. With words
 * typed, those that hold every word in title, model, id, format or file; what opened a match is kept above it.
 */
export function conversationRows(conversations: readonly ConversationSummary[], query: string): ConversationRow[] {
  const children = new Map<number | null, ConversationSummary[]>();
  for (const each of conversations) {
    const siblings = children.get(each.parent);
    if (siblings) siblings.push(each);
    else children.set(each.parent, [each]);
  }
  const shown = matching(conversations, query);
  const rows: ConversationRow[] = [];
  const seen = new Set<number>();
  const open = (children.get(null) ?? []).map((conversation) => ({ conversation, depth: 0 })).reverse();
  for (let row = open.pop(); row; row = open.pop()) {
    const { conversation, depth } = row;
    if (seen.has(conversation.index)) continue;
    seen.add(conversation.index);
    if (shown.has(conversation.index)) rows.push(row);
    const inner = children.get(conversation.index) ?? [];
    for (const child of inner.toReversed()) open.push({ conversation: child, depth: depth + 1 });
  }
  // Agents that name each other in a circle hang under nothing.
  for (const conversation of conversations) {
    if (!seen.has(conversation.index) && shown.has(conversation.index)) rows.push({ conversation, depth: 0 });
  }
  return rows;
}

function matching(conversations: readonly ConversationSummary[], query: string): ReadonlySet<number> {
  const words = query
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return new Set(conversations.map(({ index }) => index));
  const shown = new Set<number>();
  for (const { index, title, model, id, format, file } of conversations) {
    const text = `${title}\n${model ?? ''}\n${id}\n${format}\n${file}`.toLocaleLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    for (let at: number | null = index; at !== null && !shown.has(at); at = conversations[at]?.parent ?? null)
      shown.add(at);
  }
  return shown;
}
