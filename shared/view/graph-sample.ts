import { blocksOf } from '../messages/blocks.ts';
import { totalInput } from '../messages/usage.ts';
import type { BranchId } from '../session/events.ts';
import type { MessageNode, SessionState, Tables } from '../session/state.ts';
import { attemptById, branchById, path } from '../session/tree.ts';
import type { GraphModel } from './graph-types.ts';

/** One turn of a long session as a line of the core sample. */
export interface SampleTurn {
  stop: string | null;
  /** Input in tokens, 0 when nobody reported it. */
  input: number;
  error: boolean;
  /** Its messages, for finding hits. */
  messages: readonly MessageNode[];
}

const KEPT = new WeakMap<Tables, { head: string | null; turns: SampleTurn[] }>();

/** The turns of a branch, oldest first. O(messages), once per head: other changes of the state change nothing here. */
export function sampleOf(state: SessionState, branch: BranchId): readonly SampleTurn[] {
  const head = branchById(state, branch)?.head ?? null;
  const kept = KEPT.get(state.tables);
  if (kept?.head === head) return kept.turns;
  const turns = turnsOf(state, path(state, head));
  KEPT.set(state.tables, { head, turns });
  return turns;
}

function turnsOf(state: SessionState, nodes: readonly MessageNode[]): SampleTurn[] {
  const turns: SampleTurn[] = [];
  let messages: MessageNode[] = [];
  let current: SampleTurn | null = null;
  for (const node of nodes) {
    if (node.role === 'assistant') {
      const attempt = attemptById(state, node.request);
      messages = current === null ? [...messages, node] : [node];
      current = {
        stop: node.stopReason ?? null,
        input: attempt?.message ? totalInput(attempt.message.usage) : 0,
        error: false,
        messages,
      };
      turns.push(current);
    } else {
      messages.push(node);
      if (current && hasError(node)) current.error = true;
    }
  }
  return turns;
}

function hasError(node: MessageNode): boolean {
  return blocksOf(node.content).some((block) => block.type === 'tool_result' && block.is_error === true);
}

/** Part of the graph's height (0 to 1) at which a turn stands, and the other way round. */
export function turnAtPart(model: GraphModel, part: number): number {
  return Math.max(0, Math.min(model.segments.length - 1, Math.floor(part * model.segments.length)));
}
