import { canonicalJson } from '../messages/canonical-json.ts';
import type { ApiAnswer, Problem } from '../messages/problem.ts';
import { profileOf } from '../messages/profiles.ts';
import type { RequestBody } from '../messages/types.ts';
import type { Attempt } from '../session/state.ts';
import { attemptsOf, bodySeen } from './inspect-attempts.ts';
import { pathView, type PathView } from './inspect-pairs.ts';
import { nextRequest } from './impact-next.ts';
import { type Impact, impactOf } from './impact.ts';

/** What a request that is about to leave costs and loses. Derived: token counts are estimates. */
export interface ImpactReport extends Impact {
  model: string;
  /** What the API would answer it with; null when it would be taken, undefined while that cannot be known. */
  refusal: ApiAnswer | null | undefined;
}

/**
 * A request against what the API saw last (null: nothing).
 *
 * @param problems what the linter says of it; null while some of its results are missing
 */
export function reportOf(
  sent: RequestBody | null,
  next: RequestBody,
  problems: readonly Problem[] | null,
): ImpactReport {
  return {
    ...impactOf(sent, next, profileOf(next.model).boundThinking),
    model: next.model,
    refusal: problems === null ? undefined : refusalOf(problems),
  };
}

/** The error that the API would name: the first, in its order, that has words of the API. */
function refusalOf(problems: readonly Problem[]): ApiAnswer | null {
  return problems.find(({ severity, api }) => severity === 'error' && api !== null)?.api ?? null;
}

/**
 * What the API saw last on the way to this branch. A branch made by an edit is measured against the one it was made
 * from, until it has sent something itself: that is what lies in the cache, and what thinking is bound to.
 */
export function seenBefore(view: PathView): RequestBody | null {
  const own = lastAnswered(view);
  const from = view.branch.from?.why === 'edit' ? pathView(view.state, view.branch.from.branch) : null;
  const other = from === null ? undefined : lastAnswered(from);
  const isOlder = own === undefined || (other !== undefined && other.seq > own.seq);
  const newest = isOlder ? other : own;
  return newest === undefined ? null : bodySeen(view.state, newest);
}

function lastAnswered(view: PathView): Attempt | undefined {
  return attemptsOf(view).findLast(
    (attempt): attempt is Attempt => 'outcome' in attempt && attempt.outcome === 'complete',
  );
}

/**
 * The report of the next request, where there is something to think about before it leaves: it was edited since the
 * last one, or the API would refuse it. Null otherwise, and where the loop would send none.
 */
export function beforeSending(
  view: PathView,
  problems: readonly Problem[],
): (ImpactReport & { number: number }) | null {
  const next = nextRequest(view);
  if (next === null) return null;
  const sent = seenBefore(view);
  const report = reportOf(sent, next.body, next.complete ? problems : null);
  const touched = view.open.some((call) => call.original !== null) || (sent !== null && differs(sent, next.body));
  return touched || report.refusal ? { ...report, number: next.number } : null;
}

/** Something that was sent before is sent otherwise now. `max_tokens` is raised by the loop itself after a cut. */
function differs(sent: RequestBody, next: RequestBody): boolean {
  const { messages: before, max_tokens: _old, ...oldBody } = sent;
  const { messages: after, max_tokens: _new, ...newBody } = next;
  if (canonicalJson(oldBody) !== canonicalJson(newBody)) return true;
  return before.some((message, at) => canonicalJson(message) !== canonicalJson(after[at]));
}
