import { create } from 'zustand';
import type { lint, Problem } from '../../shared/messages/lint.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { asItStands, nextRequest } from '../../shared/loop/next-request.ts';

type Lint = typeof lint;

/** The rules come after the first picture: they are a sixth of the page's code and nothing is drawn with them. */
export const useLinter = create<{ lint: Lint | null }>()(() => ({ lint: null }));

/** Fetches the rules; what the page shows is judged as soon as they are there. */
export async function loadLinter(): Promise<void> {
  if (useLinter.getState().lint) return;
  const rules = await import('../../shared/messages/lint.ts');
  useLinter.setState({ lint: rules.lint });
}

interface Judged {
  key: readonly unknown[];
  problems: readonly Problem[];
}

let last: Judged | null = null;

/** Here the newest answer is no prefill: the person speaks, or the loop acts, before anything is sent again. */
const ANSWERED: ReadonlySet<Branch['phase']> = new Set(['response', 'ended']);

/**
 * Problems of the next request of a branch. Worked out again only when the path, the configuration or the results
 * change; all parts of the page share the one answer.
 */
export function problemsOf(lint: Lint, state: SessionState, branch: Branch): readonly Problem[] {
  const results = branch.calls.map((call) => call.result);
  const answered = ANSWERED.has(branch.phase);
  const key = [
    lint,
    state.tables,
    branch.head,
    branch.config,
    branch.nextPatch,
    asItStands(branch),
    answered,
    ...results,
  ];
  const before = last;
  if (before?.key.length === key.length && key.every((part, index) => part === before.key[index])) {
    return before.problems;
  }
  const found = lint({ request: nextRequest(state, branch) });
  last = { key, problems: answered ? found.filter((problem) => !problem.rule.startsWith('prefill-')) : found };
  return last.problems;
}
