import { canonicalJson } from '../messages/canonical-json.ts';
import { fixProblem } from '../messages/repair.ts';
import type { RequestBody } from '../messages/types.ts';
import { diffBlocks, type BlockChange } from './diff-blocks.ts';
import { diffRequests, type MessageChange } from './diff-requests.ts';

/** One thing a repair does. `what` is a block type, a role, or empty for a field of the request. */
export interface FixStep {
  kind: 'add' | 'remove' | 'change';
  path: string;
  what: string;
}

/** What repairing one problem would do to the request, in order; empty when nothing would change. */
export function fixSteps(request: RequestBody, problem: { rule: string; path: string }): FixStep[] {
  const fixed = fixProblem({ request }, problem).request;
  const diff = diffRequests(request, fixed);
  const keys = diff.keys.map(({ key, kind }): FixStep => ({ kind: KINDS[kind], path: key, what: '' }));
  return [...keys, ...diff.messages.flatMap(messageSteps)];
}

const KINDS = { new: 'add', gone: 'remove', changed: 'change' } as const;

function messageSteps(change: MessageChange): FixStep[] {
  const path = `messages.${change.at}`;
  if (change.kind !== 'changed') return [{ kind: KINDS[change.kind], path, what: change.message.role }];
  const steps = diffBlocks(change.before.content, change.message.content).flatMap((block) => blockSteps(path, block));
  const sameContent = canonicalJson(change.before.content) === canonicalJson(change.message.content);
  return sameContent || steps.length === 0 ? [{ kind: 'change', path, what: change.message.role }] : steps;
}

function blockSteps(path: string, change: BlockChange): FixStep[] {
  if (change.kind === 'added')
    return [{ kind: 'add', path: `${path}.content.${change.after.at}`, what: change.after.block.type }];
  if (change.kind === 'removed')
    return [{ kind: 'remove', path: `${path}.content.${change.before.at}`, what: change.before.block.type }];
  if (change.kind === 'same') return [];
  return [{ kind: 'change', path: `${path}.content.${change.after.at}`, what: change.after.block.type }];
}
