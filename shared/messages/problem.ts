import type { LintContext } from './lint-context.ts';
import type { Edit, Path } from './edits.ts';

export type Severity = 'error' | 'warning' | 'info';

/** What the API answers, or would answer, to a request with this fault: HTTP status, `error.type`, `error.message`. */
export interface ApiAnswer {
  status: number;
  type: string;
  message: string;
}

/** One thing that is wrong with a request, as a person and a program read it. */
export interface Problem {
  /** Stable id of the rule; the key for translations and filters. */
  rule: string;
  severity: Severity;
  /** Plain JSON path from the request body, dot-joined, indexes as sent: `messages.2.content.0`. */
  path: string;
  /** Our own sentence, in English. */
  message: string;
  /** The API's own words, as if this fault stood alone; null when the API accepts it or its words are not known. */
  api: ApiAnswer | null;
  /** Set on the one error that the API would report of all that are here. */
  first?: true;
  /** `fixProblem` can repair it without losing or making up anything that matters. */
  fixable: boolean;
  /** Tool call ids that are concerned. */
  ids?: string[];
  /** Predicted rather than known: the model, one of its traits or the API's wording could not be confirmed. */
  assumed?: true;
}

/** What a rule reports; `lint` turns it into a `Problem`. */
export interface Finding {
  at: Path;
  message: string;
  /** Only where it differs from the rule's own. */
  severity?: Severity;
  /** Text of a 400 `invalid_request_error`, or the whole answer. */
  api?: string | ApiAnswer | null;
  ids?: string[];
  assumed?: boolean;
  /** False where this instance has no safe repair although the rule has one. */
  fixable?: boolean;
  /** Whatever the rule's own repair wants to remember. */
  data?: unknown;
}

/**
 * When the API looks at something. It reports one error per request, and goes through a body in this order
 * (measured on the direct API, August 2026); what stands behind `unknownKeys` is less certain.
 */
export const STAGES = [
  'body',
  'model',
  'tool_choice',
  'tools',
  'messages',
  'system',
  'thinking',
  'output_config',
  'cache_control',
  'max_tokens',
  'metadata',
  'stop_sequences',
  'sampling',
  'service_tier',
  'stream',
  'container',
  'nested',
  'unknownKeys',
  'shape',
  'pairing',
  'meaning',
  'size',
] as const;
export type Stage = (typeof STAGES)[number];

/**
 * One rule. `check` reads, `repair` returns the edits that make the given findings of this rule go away; both are
 * pure. A repair loses no text, moves no text past another and makes up no call and no thinking.
 */
export interface Rule {
  id: string;
  title: { en: string; 'zh-CN': string };
  severity: Severity;
  stage: Stage;
  /** `body`: says nothing about a bare messages array. `model`: says nothing while no model is known. */
  needs?: 'body' | 'model';
  /** A warning that is repaired too once the document has to change anyway. */
  along?: true;
  check(context: LintContext): Iterable<Finding>;
  repair?(context: LintContext, findings: readonly Finding[]): Edit[];
}
