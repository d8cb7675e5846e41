import { lint, type Problem } from '../../shared/messages/lint.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { asItStands, nextRequest } from './next-request.ts';

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
  const results = branch.calls.map((call) => call.result);
  const key = [state.tables, branch.head, branch.config, branch.nextPatch, asItStands(branch), ...results];
  const before = last;
  if (before?.key.length === key.length && key.every((part, index) => part === before.key[index])) {
    return before.problems;
  }
  last = { key, problems: lint({ request: nextRequest(state, branch) }) };
  return last.problems;
}
