import type { CompareRow, Comparison } from '../../../shared/view/compare.ts';

/** One thing in the list of a comparison. Rows are indexes into its rows; ids stay while the list changes around them. */
export type CompareItem =
  | { kind: 'setup'; id: 'setup' }
  /** A stretch of equal turns, closed or with its turns behind it. */
  | { kind: 'fold'; id: string; from: number; to: number; open: boolean }
  /** Where the two part. */
  | { kind: 'mark'; id: 'mark' }
  | {
      kind: 'turn';
      id: string;
      row: number;
      /** Side that ended before this turn: said once. */ endsBefore: 'a' | 'b' | null;
    };

/** What the list shows: setup first, equal stretches folded unless opened, the divergence before the turn it is in. */
export function compareItems(
  comparison: Pick<Comparison, 'rows' | 'divergence'>,
  opened: ReadonlySet<string>,
  onlyDifferent: boolean,
): CompareItem[] {
  const { rows, divergence } = comparison;
  const items: CompareItem[] = [{ kind: 'setup', id: 'setup' }];
  let row = 0;
  while (row < rows.length) {
    if (divergence?.row === row) items.push({ kind: 'mark', id: 'mark' });
    if (rows[row]?.kind !== 'same') {
      items.push({ kind: 'turn', id: `turn ${row}`, row, endsBefore: endsBefore(rows, row) });
      row += 1;
      continue;
    }
    const from = row;
    while (rows[row]?.kind === 'same') row += 1;
    if (onlyDifferent) continue;
    const id = `fold ${from}`;
    const open = opened.has(id);
    items.push({ kind: 'fold', id, from, to: row - 1, open });
    for (let at = from; open && at < row; at++)
      items.push({ kind: 'turn', id: `turn ${at}`, row: at, endsBefore: null });
  }
  return items;
}

/** The side that has nothing from this row on, if the row is the first of those. */
function endsBefore(rows: readonly CompareRow[], at: number): 'a' | 'b' | null {
  const kind = rows[at]?.kind;
  if (kind !== 'only-a' && kind !== 'only-b') return null;
  if (rows[at - 1]?.kind === kind) return null;
  const missing = kind === 'only-a' ? 'b' : 'a';
  return rows.slice(at).every((row) => row[missing] === null) ? missing : null;
}

/** Parts of a row of segments, so many at most; the last row of each speaks for it. */
export function buckets(rows: number, most: number): { from: number; to: number }[] {
  const count = Math.min(rows, most);
  return Array.from({ length: count }, (_, at) => ({
    from: Math.floor((at * rows) / count),
    to: Math.floor(((at + 1) * rows) / count) - 1,
  }));
}
