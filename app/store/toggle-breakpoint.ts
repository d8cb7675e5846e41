import type { Breakpoint, BreakpointWhere } from '../../shared/session/breakpoint-types.ts';
import { blocksOf, isToolUse } from '../../shared/messages/blocks.ts';
import { canonicalJson } from '../../shared/messages/canonical-json.ts';
import { nodeById } from '../../shared/session/tree.ts';
import type { StopName } from '../../shared/session/events.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { translator } from '../i18n/translator.ts';
import { sendCommand } from './send-command.ts';
import type { Selection } from './selection.ts';
import { useSession } from './session-store.ts';
import { showToast } from './toasts.ts';

/** What a breakpoint "at the selection" watches; null when nothing that can be watched is selected. */
export function breakpointAt(state: SessionState, selection: Selection | null): BreakpointWhere | null {
  switch (selection?.kind) {
    case 'call':
      return toolOf(state, selection.call);
    case 'node':
      return atNode(state, selection.node, selection.block);
    case 'next':
      return { kind: 'stop', stop: 'request' };
    case 'results':
      return { kind: 'stop', stop: 'results' };
    default:
      return null;
  }
}

function toolOf(state: SessionState, call: string): BreakpointWhere | null {
  const dot = call.lastIndexOf('.');
  const block = blocksOf(nodeById(state, call.slice(0, dot))?.content)[Number(call.slice(dot + 1))];
  return block && isToolUse(block) ? { kind: 'tool', name: block.name } : null;
}

function atNode(state: SessionState, id: string, index: number | undefined): BreakpointWhere | null {
  const node = nodeById(state, id);
  const block = index === undefined ? undefined : blocksOf(node?.content)[index];
  if (block && isToolUse(block)) return { kind: 'tool', name: block.name };
  if (!node) return null;
  if (node.role !== 'assistant') return { kind: 'stop', stop: 'request' };
  return node.stopReason ? { kind: 'stop_reason', value: node.stopReason } : { kind: 'stop', stop: 'response' };
}

/** Sets a breakpoint that watches this, or removes those that do, whatever their conditions. */
export async function toggleBreakpoint(where: BreakpointWhere): Promise<void> {
  const same = breakpointsNow().filter((each) => canonicalJson(each.where) === canonicalJson(where));
  if (same.length > 0) await removeBreakpoints(same);
  else await saveBreakpoint({ id: crypto.randomUUID(), where, enabled: true });
}

/** The mark of a stop in the graph was clicked: removes the breakpoints that stand there, or sets one for the stop. */
export async function toggleAtStop(stop: StopName, there: readonly string[]): Promise<void> {
  const gone = breakpointsNow().filter(({ id }) => there.includes(id));
  if (gone.length > 0) await removeBreakpoints(gone);
  else await saveBreakpoint({ id: crypto.randomUUID(), where: { kind: 'stop', stop }, enabled: true });
}

/** Sets a new breakpoint or changes the one with this id; false when it was refused (a toast has said why). */
export async function saveBreakpoint(breakpoint: Breakpoint): Promise<boolean> {
  return (await sendCommand({ type: 'set-breakpoint', breakpoint })).ok;
}

/**
 * Removes breakpoints. A toast names what is gone (`name`, or the conditions that a person wrote) and puts it back on
 * demand; plain ones that one key has set and removed need no word.
 */
export async function removeBreakpoints(gone: readonly Breakpoint[], name?: string): Promise<void> {
  for (const { id } of gone) await sendCommand({ type: 'remove-breakpoint', breakpoint: id });
  const written = gone.flatMap(({ condition, hitCondition, logMessage }) => [condition, hitCondition, logMessage]);
  const lost = name ?? written.filter((each) => each !== undefined).join(' · ');
  if (lost === '') return;
  const t = translator('rail');
  showToast({
    role: 'log',
    text: t('breaks.removed', { count: gone.length, name: lost }),
    action: { label: t('breaks.putBack'), run: () => void putBack(gone) },
  });
}

async function putBack(gone: readonly Breakpoint[]): Promise<void> {
  for (const breakpoint of gone) await saveBreakpoint(breakpoint);
}

function breakpointsNow(): readonly Breakpoint[] {
  return useSession.getState().newest?.record.breakpoints ?? [];
}
