import { lint } from '../../shared/messages/lint.ts';
import type { RequestBody } from '../../shared/messages/types.ts';
import type { Fault } from './fault.ts';
import type { RequestContext } from './read-request.ts';

/**
 * What the Messages API would refuse about a request: the first error in the API's own order, by the same rules as
 * the linter. Null when it would be accepted; warnings refuse nothing.
 */
export function judgeRequest(body: RequestBody, { apiVersion, betas, endpoint }: RequestContext): Fault | null {
  const problems = lint({ request: body, apiVersion, betas, endpoint });
  const errors = problems.filter(({ severity, api }) => severity === 'error' && api !== null);
  return (errors.find(({ first }) => first === true) ?? errors[0])?.api ?? null;
}

/**
 * The same for clients whose betas this program need not know: a sent `anthropic-beta` may bring body keys of its
 * own, so unknown keys are accepted beside one.
 */
export function judgeLeniently(body: RequestBody, context: RequestContext): Fault | null {
  return judgeRequest(body, { ...context, betas: context.betas.length > 0 ? ['*'] : [] });
}
