import type { BreakpointWhere } from '../../shared/session/breakpoint-types.ts';
import { blocksOf, isToolUse } from '../../shared/messages/blocks.ts';
import { nodeById } from '../../shared/session/tree.ts';
import type { SessionState } from '../../shared/session/state.ts';
import { sendCommand } from './send-command.ts';
import type { Selection } from './selection.ts';
import { useSession } from './session-store.ts';

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

/** Sets a breakpoint that watches this, or removes the one that does. */
export async function toggleBreakpoint(where: BreakpointWhere): Promise<void> {
  const { newest } = useSession.getState();
  const same = newest?.record.breakpoints.find((each) => JSON.stringify(each.where) === JSON.stringify(where));
  if (same) await sendCommand({ type: 'remove-breakpoint', breakpoint: same.id });
  else await sendCommand({ type: 'set-breakpoint', breakpoint: { id: crypto.randomUUID(), where, enabled: true } });
}
