import type { BranchId } from '../../../shared/session/events.ts';
import type { Branch, SessionState } from '../../../shared/session/state.ts';
import { branchById } from '../../../shared/session/tree.ts';
import type { CompareData, SideRef } from '../../store/compare.ts';

/**
 * What is compared when nobody has chosen: the branch that was forked from on the left, the fork on the right. A
 * branch that came from nowhere stands on the left, beside its newest fork, else the newest other branch. The right
 * side is null while there is only one.
 */
export function defaultSides(
  state: SessionState,
  session: string,
  viewed: BranchId,
): { left: SideRef; right: SideRef | null } {
  const alive = state.record.branches.filter((branch) => !branch.deleted);
  const here = branchById(state, viewed) ?? alive[0];
  const others = alive.filter((branch) => branch.id !== here?.id);
  const origin = others.find((branch) => branch.id === here?.from?.branch);
  const beside = others.findLast((branch) => branch.from?.branch === here?.id) ?? others.at(-1);
  const ref = (branch: Branch): SideRef => ({ session, branch: branch.id });
  if (origin && here) return { left: ref(origin), right: ref(here) };
  return { left: { session, branch: here?.id ?? viewed }, right: beside ? ref(beside) : null };
}

/** What to change so that the sides fit the open session; null when they do. */
export function sidesToSet(
  compare: CompareData,
  state: SessionState,
  session: string,
  viewed: BranchId,
): Pick<CompareData, 'left' | 'right'> | null {
  const { left, right } = compare;
  const here = [left, right].some((side) => side?.session === session);
  const chosen = defaultSides(state, session, viewed);
  // A choice that speaks of other sessions only was made before this one was opened.
  if (!here) return chosen;
  const known = (side: SideRef | null): boolean =>
    side !== null &&
    (side.session !== session || (side.branch !== null && branchById(state, side.branch) !== undefined));
  if (known(left) && known(right)) return null;
  const fresh = {
    left: known(left) ? left : chosen.left,
    right: known(right) ? right : otherThan(chosen, known(left) ? left : chosen.left),
  };
  return fresh.left === left && fresh.right === right ? null : fresh;
}

function otherThan(chosen: { left: SideRef; right: SideRef | null }, taken: SideRef | null): SideRef | null {
  const same = (side: SideRef | null): boolean => side?.session === taken?.session && side?.branch === taken?.branch;
  return same(chosen.right) ? chosen.left : chosen.right;
}
