import { oneLine } from '../conversation.ts';
import type { ImportedBranch } from '../import-types.ts';
import { layOut } from '../lay-out.ts';
import type { LaidOut, LayOutOptions } from '../lay-out.ts';
import type { BranchLine, Segment } from './graph.ts';
import { firstPrompt, textOf, transcriptOf } from './line-items.ts';
import type { LineDraft } from './line-items.ts';
import type { CcRow } from './rows.ts';

/** Claude Code joins neighbouring user rows before it sends them. */
export const LAYOUT: LayOutOptions = { joinUsers: true };

/** A main line, laid out. */
export interface MainLine {
  rows: readonly CcRow[];
  draft: LineDraft;
  laid: LaidOut;
}

export function mainLine(rows: readonly CcRow[], draft: LineDraft): MainLine {
  return { rows, draft, laid: layOut(draft.transcript.items, LAYOUT) };
}

/** A segment before a compaction or a cleared context, and the lines that were rewound in it. */
export function earlierSegment(segment: Segment, number: number): ImportedBranch[] {
  const id = `segment-${number}`;
  const main = mainLine(segment.main, transcriptOf(segment.main));
  const { messages, turns, synthetic } = main.laid;
  const title = oneLine(firstPrompt([segment.main]) ?? `Part ${number}`);
  const whole = branchOf({ id, why: 'segment', title, from: 0, messages, turns }, synthetic);
  const lines = segment.branches.map((branch, index): ImportedBranch => {
    const line = rewound(branch, main, `${id}.${index + 1}`);
    return { ...line, why: 'segment', from: 0, messages: [...messages.slice(0, line.from), ...line.messages] };
  });
  return [whole, ...lines];
}

function branchOf(branch: ImportedBranch, synthetic: string[]): ImportedBranch {
  return synthetic.length > 0 ? { ...branch, synthetic } : branch;
}

/**
 * A line that leaves the main one. Only its end is laid out, from an answer before the fork on: what stands before that
 * is the main line's.
 */
export function rewound(branch: BranchLine, main: MainLine, id: string): ImportedBranch {
  const end = countUpTo(main.rows, branch.fork.index);
  const start = startOfTail(main, end);
  const own = new Set(branch.rows);
  const shared = main.rows.slice(start, end).filter((row) => !own.has(row));
  const rows = [...shared, ...branch.rows].toSorted((left, right) => left.index - right.index);
  const tail = layOut(transcriptOf(rows, [], main.rows[start - 1]?.at ?? null).transcript.items, LAYOUT);
  const offset = main.laid.before[main.draft.itemOf.get(main.rows[start] as CcRow) ?? 0] ?? 0;
  const same = sharedCount(tail.messages, main.laid.messages.slice(offset, offset + tail.messages.length));
  const turns = tail.turns.map((turn) =>
    turn.messageIndex === null ? turn : { ...turn, messageIndex: turn.messageIndex + offset },
  );
  const from = offset + same;
  return branchOf(
    {
      id,
      why: 'rewind',
      title: oneLine(promptOf(branch) ?? 'Another line'),
      from,
      messages: tail.messages.slice(same),
      turns: turns.filter((turn) => (turn.messageIndex ?? from) >= from),
    },
    tail.synthetic,
  );
}

/** Number of rows that stand no later in the file than `index`. */
function countUpTo(rows: readonly CcRow[], index: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.index ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Where to begin: at the second answer before `end` that follows a user message, so that no call of it is open and its
 * message begins there. 0 when there is none.
 */
function startOfTail({ rows, draft }: MainLine, end: number): number {
  let found = 0;
  for (let at = end - 1; at > 0; at -= 1) {
    const row = rows[at];
    if (row?.message?.role !== 'assistant' || !draft.itemOf.has(row)) continue;
    if (rows[at - 1]?.message?.role !== 'user') continue;
    found += 1;
    if (found === 2) return at;
  }
  return 0;
}

function sharedCount(left: readonly unknown[], right: readonly unknown[]): number {
  let count = 0;
  while (count < left.length && count < right.length && JSON.stringify(left[count]) === JSON.stringify(right[count]))
    count += 1;
  return count;
}

function promptOf({ rows }: BranchLine): string | null {
  for (const row of rows) {
    const text = row.message?.role === 'user' && !row.meta ? textOf(row.message).trim() : '';
    if (text !== '') return text;
  }
  return null;
}
