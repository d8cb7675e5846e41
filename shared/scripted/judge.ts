import { lint } from '../messages/lint.ts';
import type { RequestBody } from '../messages/types.ts';
import type { Fault } from './fault.ts';

/** Versions of the API that the `anthropic-version` header may name. */
export const API_VERSIONS = ['2023-06-01', '2026-10-21'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** What the rules need beside the body. */
export interface RequestContext {
  apiVersion: ApiVersion;
  betas: string[];
  endpoint: 'messages' | 'count_tokens';
}

/**
 * What the Messages API would refuse about a request: the first error in the API's own order, by the same rules as
 * the linter. Null when it would be accepted; warnings refuse nothing.
 */
export function judgeRequest(body: RequestBody, context: RequestContext): Fault | null {
  return firstRefusal(body, context, () => false);
}

/**
 * The same for clients whose betas this program need not know: a sent `anthropic-beta` may bring keys and blocks of
 * its own, so those it does not know are accepted beside one.
 */
export function judgeLeniently(body: RequestBody, context: RequestContext): Fault | null {
  return firstRefusal(body, context, (rule) => context.betas.length > 0 && MAY_BE_BETA.test(rule));
}

/** Rules about what is not in the tables of fields, blocks and tools. */
const MAY_BE_BETA = /(^|-)unknown-key$|-type-unknown$|^block-type-beta$/;

function firstRefusal(
  body: RequestBody,
  { apiVersion, betas, endpoint }: RequestContext,
  ignored: (rule: string) => boolean,
): Fault | null {
  const problems = lint({ request: body, apiVersion, betas, countTokens: endpoint === 'count_tokens' });
  const first = problems.find(({ rule, severity, api }) => severity === 'error' && api !== null && !ignored(rule));
  return first?.api ?? null;
}
