import { titleFrom } from './conversation.ts';
import type { ImportedBranch } from './import-types.ts';
import type { LaidOut } from './lay-out.ts';

/** An entry of a session that is stored as a tree. */
export interface TreeEntry<T> {
  id: string;
  parent: string | null;
  value: T;
}

const MOST_LINES = 1000;

/** The lines of a tree, each from its root to an end: the one that ends last comes first. Entries come in file order. */
export function linesOf<T>(entries: readonly TreeEntry<T>[]): T[][] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const inner = new Set(entries.flatMap(({ parent }) => parent ?? []));
  const ends = entries.filter(({ id }) => !inner.has(id)).toReversed();
  return ends.slice(0, MOST_LINES).map((end) => {
    const line: T[] = [];
    const seen = new Set<string>();
    for (
      let at: TreeEntry<T> | undefined = end;
      at && !seen.has(at.id);
      at = at.parent === null ? undefined : byId.get(at.parent)
    ) {
      seen.add(at.id);
      line.push(at.value);
    }
    return line.reverse();
  });
}

/** Another line as a branch of the main one: what it shares with it is only counted. Null when it adds nothing. */
export function branchFrom(main: LaidOut, line: LaidOut, id: string): ImportedBranch | null {
  let from = 0;
  while (from < line.messages.length && JSON.stringify(line.messages[from]) === JSON.stringify(main.messages[from]))
    from += 1;
  const messages = line.messages.slice(from);
  if (messages.length === 0) return null;
  return {
    id,
    why: 'rewind',
    title: titleFrom(messages) ?? 'Another line',
    from,
    messages,
    turns: line.turns.filter((turn) => (turn.messageIndex ?? from) >= from),
    ...(line.synthetic.length > 0 ? { synthetic: line.synthetic } : {}),
  };
}
