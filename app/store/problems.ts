import { lint, type Problem } from '../../shared/messages/lint.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { nextRequest } from './next-request.ts';

interface Judged {
  key: readonly unknown[];
  problems: readonly Problem[];
}

let last: Judged | null = null;

/**
 * Problems of the next request of a branch. Worked out again only when the path, the configuration or the results
 * change; all parts of the page share the one answer.
 */
export function problemsOf(state: SessionState, branch: Branch): readonly Problem[] {
  const key = [state.tables, branch.head, branch.config, branch.calls, branch.phase, branch.nextPatch, branch.outcome];
  if (last && key.every((part, index) => part === last?.key[index])) return last.problems;
  last = { key, problems: lint({ request: nextRequest(state, branch) }) };
  return last.problems;
}
