import { blocksOf } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { CallId, NodeId, RequestId } from '../session/events.ts';
import type { Attempt, MessageNode, OpenAttempt } from '../session/state.ts';
import { attemptById, nodeById } from '../session/tree.ts';
import type { EditTarget } from './inspect-edit.ts';
import { pairAt, pairOfCall, pairOfOpen, type Pair, type PathView } from './inspect-pairs.ts';

/** What a person picked, by ids. */
export type Pick =
  | { kind: 'node'; node: NodeId; block?: number }
  | { kind: 'call'; call: CallId }
  | { kind: 'attempt'; request: RequestId }
  | { kind: 'results' }
  | { kind: 'next' };

/** What the inspector shows for it. `message` is the index in the list that is sent, null off the branch. */
export type Subject =
  | { kind: 'message'; node: MessageNode; message: number | null }
  | { kind: 'block'; node: MessageNode; message: number | null; at: number; block: ContentBlock }
  | { kind: 'pair'; face: 'use' | 'result' | 'run'; pair: Pair; node: MessageNode | null }
  | { kind: 'results'; pairs: Pair[]; message: number }
  | { kind: 'attempt'; attempt: Attempt | OpenAttempt; open: boolean }
  | { kind: 'next' };

/** Resolves a pick; null when nothing of that id is there. Without a pick the branch's newest thing is meant. */
export function subjectOf(view: PathView, pick: Pick | null): Subject | null {
  const chosen = pick ?? naturalPick(view);
  switch (chosen?.kind) {
    case 'node':
      return subjectOfNode(view, chosen.node, chosen.block);
    case 'call': {
      const pair = pairOfCall(view, chosen.call);
      return pair === null ? null : { kind: 'pair', face: 'run', pair, node: null };
    }
    case 'attempt':
      return subjectOfAttempt(view, chosen.request);
    case 'results':
      return subjectOfResults(view);
    case 'next':
      return { kind: 'next' };
    default:
      return null;
  }
}

/** Where the loop stands: the results that are held, the call that waits, the request that is composed, the answer. */
export function naturalPick(view: PathView): Pick | null {
  const { branch, open } = view;
  if (branch.attempt !== null) return { kind: 'attempt', request: branch.attempt.id };
  if (branch.phase === 'results' && open.length > 0) return { kind: 'results' };
  const waiting = open.find((call) => call.state === 'waiting' || call.state === 'asks') ?? open[0];
  if (waiting !== undefined && branch.phase !== 'response') return { kind: 'call', call: waiting.id };
  if (branch.phase === 'request' || branch.phase === 'backing-off') return { kind: 'next' };
  const last = attemptById(view.state, branch.lastAttempt);
  // An answer that did not become a message is what the branch stopped at.
  if (last !== undefined && last.outcome !== 'complete') return { kind: 'attempt', request: last.id };
  return branch.head === null ? { kind: 'next' } : { kind: 'node', node: branch.head };
}

function subjectOfNode(view: PathView, id: NodeId, at: number | undefined): Subject | null {
  const node = nodeById(view.state, id);
  if (node === undefined) return null;
  const message = view.indexOf.get(id) ?? null;
  const block = at === undefined ? undefined : blocksOf(node.content)[at];
  if (at === undefined || block === undefined) return { kind: 'message', node, message };
  const pair = message === null ? null : pairAt(view, message, at);
  if (pair === null) return { kind: 'block', node, message, at, block };
  return { kind: 'pair', face: block.type === 'tool_use' ? 'use' : 'result', pair, node };
}

function subjectOfAttempt(view: PathView, id: RequestId): Subject | null {
  const open = view.branch.attempt;
  if (open?.id === id) return { kind: 'attempt', attempt: open, open: true };
  const attempt = attemptById(view.state, id);
  return attempt === undefined ? null : { kind: 'attempt', attempt, open: false };
}

/** One result is shown as itself, several as a list; without open calls the newest results message is meant. */
function subjectOfResults(view: PathView): Subject | null {
  const pairs = view.open.map((call) => pairOfOpen(view, call));
  const [only] = pairs;
  if (pairs.length === 1 && only !== undefined) return { kind: 'pair', face: 'result', pair: only, node: null };
  if (pairs.length > 1) return { kind: 'results', pairs, message: view.nodes.length };
  const newest = view.nodes.findLast((node) => node.origin === 'results');
  return newest === undefined ? null : subjectOfNode(view, newest.id, undefined);
}

/** What the JSON editor changes for a subject; null when it can only be read. */
export function editTargetOf(view: PathView, subject: Subject): EditTarget | null {
  switch (subject.kind) {
    case 'next':
      return { kind: 'messages' };
    case 'message':
    case 'block':
      return subject.message === null ? null : { kind: 'message', node: subject.node.id };
    case 'pair':
      return editTargetOfPair(view, subject.pair, subject.node);
    default:
      return null;
  }
}

/** On the branch a message is edited; an open call has its input before it runs and its result afterwards. */
function editTargetOfPair(view: PathView, pair: Pair, node: MessageNode | null): EditTarget | null {
  const open = view.open.find((call) => call.id === pair.call?.id);
  const inTree = node !== null && view.indexOf.has(node.id);
  if (inTree && (open === undefined || view.branch.phase === 'response')) return { kind: 'message', node: node.id };
  if (open === undefined) return null;
  if (open.result !== null || open.state === 'waiting' || open.state === 'in-doubt')
    return { kind: 'result', call: open.id };
  return open.source === 'typed' && open.state !== 'queued'
    ? { kind: 'result', call: open.id }
    : { kind: 'input', call: open.id };
}
