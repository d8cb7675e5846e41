import { path, branchById } from '../../shared/session/tree.ts';
import type { Problem } from '../../shared/messages/lint.ts';
import { type JumpDirection, type JumpKind, jumpFrom } from '../../shared/view/timeline-jump.ts';
import { problemsOf, useLinter } from './problems.ts';
import { setCursor } from './session-actions.ts';
import { useSession } from './session-store.ts';
import { traceNow } from './trace.ts';

/** Where the needle would go; null = there is no such place in that direction. */
function targetOf(kind: JumpKind, direction: JumpDirection): number | null {
  const place = traceNow();
  const faulty = kind === 'problem' ? faultySeqs() : NONE;
  return place && jumpFrom(place.trace, place.index, kind, direction, faulty);
}

export function canJump(kind: JumpKind, direction: JumpDirection): boolean {
  return targetOf(kind, direction) !== null;
}

/** Moves the needle to the nearest place of that kind; the last place is now. */
export function jump(kind: JumpKind, direction: JumpDirection): void {
  const marks = traceNow()?.trace.marks ?? [];
  const to = targetOf(kind, direction);
  if (to !== null) setCursor(to >= marks.length - 1 ? null : (marks[to]?.seq ?? null));
}

const NONE: ReadonlySet<number> = new Set();
let known: { key: readonly unknown[]; seqs: ReadonlySet<number> } | null = null;

/** Events that brought a message of the looked-at branch with which the rules find fault. */
function faultySeqs(): ReadonlySet<number> {
  const { newest, homeBranch } = useSession.getState();
  const { lint } = useLinter.getState();
  const branch = newest && homeBranch ? branchById(newest, homeBranch) : undefined;
  if (!newest || !branch || !lint) return NONE;
  const key = [lint, newest.tables, branch.id, branch.head];
  if (known && key.every((part, index) => part === known?.key[index])) return known.seqs;
  const nodes = path(newest, branch.head);
  const found = problemsOf(lint, newest, branch).flatMap((problem) => nodes[messageOf(problem)]?.seq ?? []);
  known = { key, seqs: new Set(found) };
  return known.seqs;
}

/** Index of the message that a problem concerns; -1 for the settings. Remarks are no places to go to. */
function messageOf({ path: place, severity }: Problem): number {
  const index = severity === 'info' ? undefined : /^messages\.(\d+)/.exec(place)?.[1];
  return index === undefined ? -1 : Number(index);
}
