import { plainPath } from './api-path.ts';
import { applyEdits, diffEdits, Origins, type Edit } from './edits.ts';
import { applies, isFixable, problemsIn, type LintInput } from './lint.ts';
import { makeContext, type LintContext } from './lint-context.ts';
import type { Finding, Problem, Rule } from './problem.ts';
import { moveProvenance, readProvenance, type ProvenanceEntry } from './provenance.ts';
import { ruleById, RULES } from './rules/registry.ts';

export interface FixResult<Request> {
  /** The repaired request; the very same object when there was nothing to repair. Untouched parts keep their identity. */
  request: Request;
  /** Ids of the rules that were repaired, in order, each once. */
  fixed: string[];
  /** What changed, as edits of the request that was given. */
  edits: Edit[];
  /** What is still to be said about the repaired request. */
  remaining: Problem[];
  /** The provenance that was given, with its keys moved along with the messages. */
  provenance: unknown;
}

/** More rounds than any real document needs; a guard against two repairs that undo each other. */
const MAX_ROUNDS = 200;

/** One document under repair. */
class Workshop {
  readonly #input: LintInput;
  readonly #writers: ReadonlyMap<unknown, ProvenanceEntry>;
  /** The message that the recorded response became. */
  readonly #answer: unknown;
  readonly origins = new Origins();
  request: unknown;
  readonly fixed = new Set<string>();

  constructor(input: LintInput) {
    this.#input = input;
    this.request = input.request;
    const messages = messagesOf(input.request);
    this.#answer = messages[makeContext(input.request).answer];
    this.#writers = new Map([...readProvenance(input.provenance)].map(([index, entry]) => [messages[index], entry]));
  }

  context(): LintContext {
    const { provenance: _given, request: _request, ...options } = this.#input;
    // Messages come and go; the response stays with the one it belongs to.
    const answer = messagesOf(this.request).findIndex((message) => this.origins.of(message) === this.#answer);
    return makeContext(this.request, { ...options, answer, provenance: this.#provenance() });
  }

  #provenance(): Map<number, ProvenanceEntry> {
    const entries = new Map<number, ProvenanceEntry>();
    if (this.#writers.size === 0) return entries;
    for (const [index, message] of messagesOf(this.request).entries()) {
      const entry = this.#writers.get(this.origins.of(message));
      if (entry) entries.set(index, entry);
    }
    return entries;
  }

  /** Runs one repair; false when it changed nothing. */
  repair(rule: Rule, context: LintContext, findings: readonly Finding[]): boolean {
    const edits = rule.repair?.(context, findings) ?? [];
    const next = applyEdits(this.request, context.bare ? edits.flatMap(withoutBody) : edits, this.origins);
    if (next === this.request || next === undefined) return false;
    this.request = next;
    this.fixed.add(rule.id);
    return true;
  }

  result<Request>(): FixResult<Request> {
    const { request: before, provenance } = this.#input;
    const moved = moveProvenance(provenance, this.#moves());
    return {
      request: this.request as Request,
      fixed: [...this.fixed],
      edits: diffEdits(before, this.request, this.origins),
      remaining: problemsIn(this.context()),
      provenance: moved,
    };
  }

  #moves(): Map<number, number> {
    const places = new Map(messagesOf(this.#input.request).map((message, index) => [message, index]));
    const moves = new Map<number, number>();
    for (const [index, message] of messagesOf(this.request).entries()) {
      const old = places.get(this.origins.of(message));
      if (old !== undefined && !moves.has(old)) moves.set(old, index);
    }
    return moves;
  }
}

function messagesOf(request: unknown): readonly unknown[] {
  if (Array.isArray(request)) return request;
  const messages = (request as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(messages) ? messages : [];
}

/** Rules write paths of a body; a bare messages array is what stands under `messages`, and has nothing else. */
function withoutBody(edit: Edit): Edit[] {
  return edit.path[0] === 'messages' ? [{ ...edit, path: edit.path.slice(1) }] : [];
}

/**
 * Repairs every error that has a safe repair, one rule after the other until none is left; warnings stay, but for
 * those that belong to the same cleaning up (`Rule.along`). A document without errors comes back untouched.
 */
export function fix<Request = unknown>(input: LintInput<Request>): FixResult<Request> {
  const workshop = new Workshop(input);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const context = workshop.context();
    const changed = workshop.fixed.size > 0;
    if (
      !repairOne(
        workshop,
        context,
        (rule, finding) => severityOf(rule, finding) === 'error' || (changed && rule.along === true),
      )
    )
      break;
  }
  return workshop.result();
}

function severityOf(rule: Rule, finding: Finding): Problem['severity'] {
  return finding.severity ?? rule.severity;
}

/** Runs the first repair that changes something; false when none does. */
function repairOne(
  workshop: Workshop,
  context: LintContext,
  wanted: (rule: Rule, finding: Finding) => boolean,
): boolean {
  for (const rule of RULES) {
    if (!rule.repair || !applies(rule, context)) continue;
    const findings = [...rule.check(context)].filter((finding) => isFixable(rule, finding) && wanted(rule, finding));
    if (findings.length > 0 && workshop.repair(rule, context, findings)) return true;
  }
  return false;
}

/** Repairs one problem, a warning too; everything else stays as it is, whatever is wrong with it. */
export function fixProblem<Request = unknown>(
  input: LintInput<Request>,
  problem: Pick<Problem, 'rule' | 'path'>,
): FixResult<Request> {
  const workshop = new Workshop(input);
  const context = workshop.context();
  const rule = ruleById(problem.rule);
  if (rule && applies(rule, context)) {
    const findings = [...rule.check(context)].filter(
      (finding) => isFixable(rule, finding) && plainPath(finding.at) === problem.path,
    );
    if (findings.length > 0) workshop.repair(rule, context, findings);
  }
  return workshop.result();
}
