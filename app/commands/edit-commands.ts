import { branchById } from '../../shared/session/tree.ts';
import { translator } from '../i18n/translator.ts';
import { forkPlace } from '../store/fork-place.ts';
import { setInspectorOpen, setInspectorTab, useSelection } from '../store/selection.ts';
import { sendCommand } from '../store/send-command.ts';
import { useSession } from '../store/session-store.ts';
import { breakpointAt, toggleBreakpoint } from '../store/toggle-breakpoint.ts';
import type { PageCommand } from './command-types.ts';
import { intent } from './intents.ts';
import { refusalNow } from './run-commands.ts';

/** Edits of what is selected or looked at. */
export const EDIT_COMMANDS: readonly PageCommand[] = [
  { id: 'fork', group: 'edit', keys: ['f'], run: fork, refusal: () => refusalNow('fork') },
  { id: 'continueLive', group: 'edit', keys: [], run: continueLive, refusal: liveRefusal },
  { id: 'edit', group: 'edit', keys: ['e'], run: edit, refusal: editRefusal },
  { id: 'breakpoint', group: 'edit', keys: ['b'], run: breakpoint, refusal: breakpointRefusal },
  {
    id: 'undo',
    group: 'edit',
    keys: ['Mod+z'],
    run: () => void sendCommand({ type: 'undo' }),
    refusal: () => pastRefusal() ?? refusalNow('undo'),
  },
  {
    id: 'redo',
    group: 'edit',
    keys: ['Mod+Shift+z', 'Mod+y'],
    run: () => void sendCommand({ type: 'redo' }),
    refusal: () => pastRefusal() ?? refusalNow('redo'),
  },
];

function pastRefusal(): string | null {
  return useSession.getState().cursor === null ? null : translator('state')('past');
}

/** Makes a branch at the selected message, or where the page looks, and looks at it. */
function fork(): void {
  const { viewed, branch: id, cursor, homeBranch } = useSession.getState();
  const branch = viewed && id ? branchById(viewed, id) : undefined;
  if (!viewed || !branch) return;
  const place = forkPlace(viewed, branch, useSelection.getState().selection, cursor !== null);
  void sendCommand(place, homeBranch ?? branch.id);
}

/** Only what was recorded elsewhere needs it: every other session is live, or has its scenario. */
function liveRefusal(): string | null {
  const imported = useSession.getState().newest?.record.origin.kind === 'import';
  return imported ? refusalNow('fork') : translator('state')('notImported');
}

function continueLive(): void {
  void import('../store/continue-live.ts').then((live) => live.continueLive());
}

function edit(): void {
  const editor = intent('edit');
  if (editor) return editor.run();
  setInspectorTab('json');
  setInspectorOpen(true);
}

function editRefusal(): string | null {
  const editor = intent('edit');
  if (editor) return editor.refusal();
  return useSelection.getState().selection ? null : translator('state')('nothingSelected');
}

function selectedBreakpoint(): ReturnType<typeof breakpointAt> {
  const { viewed } = useSession.getState();
  return viewed ? breakpointAt(viewed, useSelection.getState().selection) : null;
}

function breakpoint(): void {
  const where = selectedBreakpoint();
  if (where) void toggleBreakpoint(where);
}

function breakpointRefusal(): string | null {
  return selectedBreakpoint() ? null : translator('state')('nothingSelected');
}
