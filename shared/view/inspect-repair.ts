import type { Command } from '../debugger/command-types.ts';
import { blocksOf, isToolUse } from '../messages/blocks.ts';
import type { ContentBlock, Message } from '../messages/types.ts';
import type { CallResult, EditedMessage } from '../session/events.ts';
import { resultBlock } from '../session/sendable.ts';
import { toMessage } from '../session/tree.ts';
import type { Pair, PathView } from './inspect-pairs.ts';

/** Ways to answer a call that history left without its result. */
export type RepairKind = 'put-back' | 'as-error' | 'type' | 'drop';

export interface Repair {
  kind: RepairKind;
  command: Command;
  /** Where the result will stand; for `drop` the block that goes. */
  path: string;
}

/**
 * The repairs for a call that nothing answers, the safest first. Each is one edit of the history that keeps what
 * follows. Empty when the call is not on the branch or still open there.
 * @param error the text of an answer given in place of the tool
 */
export function repairsOf(view: PathView, pair: Pair, error: string): Repair[] {
  const { use } = pair;
  if (use === null || pair.answer !== null || view.open.some((call) => call.id === pair.call?.id)) return [];
  const put = (kind: RepairKind, result: CallResult): Repair => {
    const { command, block } = answered(view, pair, result);
    return { kind, command, path: `messages.${use.message + 1}.content.${block}` };
  };
  const recorded = pair.call?.result ?? null;
  return [
    ...(recorded === null ? [] : [put('put-back', recorded)]),
    put('as-error', { content: error, is_error: true }),
    put('type', { content: '', is_error: false }),
    {
      kind: 'drop',
      command: dropped(view, use.message, use.block),
      path: `messages.${use.message}.content.${use.block}`,
    },
  ];
}

/** Puts a result where the API looks for it: in the next user message, in the order of the calls, results first. */
function answered(view: PathView, pair: Pair, result: CallResult): { command: Command; block: number } {
  const at = (pair.use?.message ?? 0) + 1;
  const next = view.nodes[at];
  const block = resultBlock(pair.toolUseId, result);
  if (next?.role !== 'user') {
    const base = view.nodes[at - 1]?.id ?? null;
    const behind = view.nodes.slice(at).map((node): EditedMessage => ({ from: node.id }));
    return {
      command: { type: 'edit-history', base, messages: [{ role: 'user', content: [block] }, ...behind] },
      block: 0,
    };
  }
  const blocks = blocksOf(next.content);
  const place = placeAmong(view, pair, blocks);
  const content = [...blocks.slice(0, place), block, ...blocks.slice(place)];
  const message: Message = { ...toMessage(next), content };
  return { command: { type: 'edit-message', node: next.id, message, keep: true }, block: place };
}

/** Behind the results of earlier calls of the same message, before everything else. */
function placeAmong(view: PathView, pair: Pair, blocks: ContentBlock[]): number {
  const order = blocksOf(view.nodes[pair.use?.message ?? -1]?.content)
    .filter(isToolUse)
    .map((call) => call.id);
  const mine = order.indexOf(pair.toolUseId);
  let place = 0;
  for (const [index, block] of blocks.entries()) {
    const other = block.type === 'tool_result' ? order.indexOf(String(block.tool_use_id)) : -1;
    if (other >= 0 && other < mine) place = index + 1;
  }
  return place;
}

/** Takes one block out of a message; a message that would be empty goes as a whole. */
function dropped(view: PathView, message: number, block: number): Command {
  const node = view.nodes[message];
  const behind = view.nodes.slice(message + 1).map((other): EditedMessage => ({ from: other.id }));
  const base = view.nodes[message - 1]?.id ?? null;
  const content = blocksOf(node?.content).filter((_, index) => index !== block);
  if (node === undefined || content.length === 0) return { type: 'edit-history', base, messages: behind };
  return { type: 'edit-message', node: node.id, message: { ...toMessage(node), content }, keep: true };
}
