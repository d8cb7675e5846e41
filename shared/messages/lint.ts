import { plainPath } from './api-path.ts';
import { makeContext, type LintContext } from './lint-context.ts';
import { STAGES, type ApiAnswer, type Finding, type Problem, type Rule } from './problem.ts';
import { readProvenance } from './provenance.ts';
import { RULES } from './rules/registry.ts';

export type { ApiAnswer, Problem, Severity } from './problem.ts';

export interface LintInput<Request = unknown> {
  /** A request body, or a bare messages array (then rules about the rest of a body say nothing). Any JSON will do. */
  request: Request;
  /** The response that the newest message of the assistant came from. */
  originalResponse?: unknown;
  /** Who wrote which message: `{"messages.1": {"model": "…"}}`. */
  provenance?: unknown;
  /** `anthropic-version`; left out, what only the newest version refuses is a note. */
  apiVersion?: string | undefined;
  /** Judges for this model instead of `request.model`. Without either, rules that depend on the model are skipped. */
  model?: string | undefined;
  /** Values of the `anthropic-beta` header; left out, they are not known and beta fields pass. */
  betas?: readonly string[] | undefined;
  /** The body goes to `count_tokens`, which needs no `max_tokens`. */
  countTokens?: boolean | undefined;
}

/** The context that the rules read, from the input of `lint`. */
export function contextOf(input: LintInput): LintContext {
  const { request, provenance, ...options } = input;
  return makeContext(request, { ...options, provenance: readProvenance(provenance) });
}

/** Whether a rule has anything to say about this kind of document. */
export function applies(rule: Rule, context: LintContext): boolean {
  if (rule.needs === 'body') return !context.bare;
  return rule.needs !== 'model' || context.profile !== null || context.model !== undefined;
}

/**
 * Everything that is wrong with a request, in the order in which the API would find it, errors first; warnings and
 * notes behind. Never throws, whatever the JSON; linear in its size.
 */
export function lint(input: LintInput): Problem[] {
  return problemsIn(contextOf(input));
}

/** The same, for a context that is there already. */
export function problemsIn(context: LintContext): Problem[] {
  const order = new Map(STAGES.map((stage, index) => [stage, index]));
  const found: { problem: Problem; rank: number }[] = [];
  for (const rule of RULES) {
    if (!applies(rule, context)) continue;
    for (const finding of rule.check(context)) {
      const problem = problemOf(rule, finding);
      found.push({ problem, rank: RANK[problem.severity] * STAGES.length + (order.get(rule.stage) ?? 0) });
    }
  }
  found.sort((left, right) => left.rank - right.rank);
  const problems = found.map(({ problem }) => problem);
  const first = problems[0];
  if (first?.severity === 'error') first.first = true;
  return problems;
}

const RANK = { error: 0, warning: 1, info: 2 } as const;

function problemOf(rule: Rule, finding: Finding): Problem {
  const problem: Problem = {
    rule: rule.id,
    severity: finding.severity ?? rule.severity,
    path: plainPath(finding.at),
    message: finding.message,
    api: answerOf(finding.api),
    fixable: isFixable(rule, finding),
  };
  if (finding.ids && finding.ids.length > 0) problem.ids = finding.ids;
  if (finding.assumed === true) problem.assumed = true;
  return problem;
}

/** The rule has a repair, and this instance is not one of those it cannot help. */
export function isFixable(rule: Rule, finding: Finding): boolean {
  return rule.repair !== undefined && finding.fixable !== false;
}

function answerOf(api: Finding['api']): ApiAnswer | null {
  if (typeof api !== 'string') return api ?? null;
  return { status: 400, type: 'invalid_request_error', message: api };
}
