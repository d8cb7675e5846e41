import { createContext, useContext } from 'react';
import { path } from '../../../shared/session/tree.ts';
import type { PathMessage } from '../../../shared/view/compare-steps.ts';
import { openSession } from '../../store/load-session.ts';
import { select, useSelection } from '../../store/selection.ts';
import { viewBranch } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import type { Column } from './TextSide.tsx';
import type { Side } from './use-sides.ts';

/** The two sides that are shown, for what a card does when it is pressed. */
export const SidesContext = createContext<Record<Column, Side> | null>(null);

/** What pressing a card does. A message of another session has to be opened before it can be inspected. */
export function useSideActions(column: Column, { node }: PathMessage) {
  const side = useContext(SidesContext)?.[column] ?? null;
  const here = side?.here === true;
  const selected = useSelection(({ selection }) => selection?.kind === 'node' && selection.node === node.id);
  const marked = useSelection(
    ({ selection }) => selection?.kind === 'node' && selection.node === foreignId(side, node.id),
  );
  const branch = side?.side?.branch.id;
  return {
    here,
    selected: here ? selected : marked,
    select: (): void => {
      if (here && branch) showMessage(branch, node.id);
      else select({ kind: 'node', node: foreignId(side, node.id) });
    },
    open: (): void => {
      if (here) return useSelection.setState({ centreTab: 'graph' });
      const session = side?.ref?.session;
      if (session && branch) void openAt(session, branch, node.id);
    },
  };
}

/** A name that no message of the open session has. */
function foreignId(side: Side | null, node: string): string {
  return `${side?.ref?.session ?? ''}/${node}`;
}

/** Selects a message; looks at the branch that holds it unless the viewed one does. */
function showMessage(branch: string, node: string): void {
  const { viewed, branch: here } = useSession.getState();
  const head = viewed?.record.branches.find((each) => each.id === here)?.head ?? null;
  const holds = viewed !== null && path(viewed, head).some((each) => each.id === node);
  if (!holds) viewBranch(branch);
  select({ kind: 'node', node });
}

async function openAt(session: string, branch: string, node: string): Promise<void> {
  if (!(await openSession(session))) return;
  viewBranch(branch);
  select({ kind: 'node', node });
  useSelection.setState({ centreTab: 'graph' });
}
