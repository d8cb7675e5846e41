import type { ContentBlock, ErrorBody, RequestBody, StopReason, Usage } from '../messages/types.ts';
import type { Limits } from '../session/limits.ts';

/**
 * A scenario: what the scripted Messages API answers, what the tools return and what the user says next, in one JSON
 * document. `scenario-schema.ts` judges documents against these shapes; README.md explains them.
 */
export interface Scenario {
  /** For editors: address of the JSON Schema. */
  $schema?: string;
  /** Part of the ids that answers get; `scenario` if left out. */
  id?: string;
  title?: LocalText;
  about?: LocalText;
  /** Body of the first request. Keys beyond these are the API's own and judged by the linter, not here. */
  request: RequestBody;
  /** A limit left out has the product's default. */
  limits?: Partial<Limits>;
  /** What the API, the tools and the user do, in order. */
  steps?: ScenarioStep[];
  /** Asked before `steps`: the first rule whose condition holds answers, and the script does not move. */
  rules?: ScenarioRule[];
  /** By `tool_use` id, by tool name, or `*` for any call. */
  tool_results?: Record<string, ScriptedResult | ScriptedResultCase[]>;
}

/** One text for all languages, or one per language tag (`en`, `zh-CN`). */
export type LocalText = string | Record<string, string>;

export type ScenarioStep = ApiStep | RunnerStep;
/** Steps that answer a request. */
export type ApiStep = ResponseStep | RepeatedResponseStep | HttpErrorStep | SseStep;
/** Steps that the runner carries out between requests. */
export type RunnerStep = ToolDoneStep | CancelStep | UserStep;

export interface ResponseStep {
  type: 'response';
  message: ScriptedMessage;
  stream?: StreamPace;
}

/** Answers this and every later request. */
export interface RepeatedResponseStep {
  type: 'response_each_turn';
  message: ScriptedMessage;
  stream?: StreamPace;
}

export interface HttpErrorStep {
  type: 'http_error';
  status: number;
  headers?: Record<string, string | number>;
  /** Sent as it is. Left out: the API's envelope for this status. */
  body?: ErrorBody | Record<string, unknown> | string;
}

/** Raw bytes of a response body, sent exactly so under `200 text/event-stream`. */
export interface SseStep {
  type: 'sse';
  chunks: (string | { b64: string })[];
  /** `eof` closes the connection in order, `reset` breaks it, `hang` leaves it open without another byte. */
  end?: 'eof' | 'reset' | 'hang';
  /** Milliseconds before each chunk. */
  delayMs?: number;
}

/** This tool finishes now. A call that a later step names waits for it. */
export interface ToolDoneStep {
  type: 'tool_done';
  tool_use_id: string;
  content?: string | ContentBlock[];
  is_error?: boolean;
}

export interface CancelStep {
  type: 'cancel';
}

/** What the user says once the loop has stopped. */
export interface UserStep {
  type: 'user';
  text: string;
}

/** How an answer is streamed. */
export interface StreamPace {
  /** UTF-16 units per delta. */
  chunkChars?: number;
  /** Milliseconds before each delta. */
  delayMs?: number;
}

/**
 * A response message as far as the script cares; the rest is filled in. Texts, ids and inputs may hold `{turn}` and
 * `{{result.TOOL/POINTER}}`. A call without an id and thinking without a signature get computed ones.
 */
export interface ScriptedMessage {
  content: string | ContentBlock[];
  stop_reason: StopReason;
  stop_sequence?: string | null;
  stop_details?: Record<string, unknown> | null;
  /** Counters given here win over the estimate, one by one. */
  usage?: Usage;
  id?: string;
  model?: string;
  container?: Record<string, unknown> | null;
}

export interface ScenarioRule {
  /** Left out: always holds. */
  when?: RuleCondition;
  respond: ResponseStep | HttpErrorStep | SseStep;
}

/** All parts given must hold. */
export interface RuleCondition {
  /** Assistant messages in the request + 1. */
  turn?: number;
  /** Name of the tool in the newest `tool_use` of the request. */
  lastTool?: string;
  result?: ResultTest;
  /** The request offers a tool of this name. */
  hasTool?: string;
  /** About the newest text of the user. */
  saidByUser?: TextTest;
}

export interface TextTest {
  equals?: string;
  contains?: string;
  /** `*` any run, `?` one character, `\` takes the next one literally; must match the whole text. */
  glob?: string;
}

/** A test of a JSON value, or of the value at `pointer` inside it (RFC 6901). All parts given must hold. */
export interface ValueTest {
  pointer?: string;
  equals?: unknown;
  contains?: unknown;
  glob?: string;
}

/** About the newest result in the request, of that tool if one is named. Holds only if there is one. */
export interface ResultTest extends ValueTest {
  tool?: string;
  isError?: boolean;
}

export interface ScriptedResult {
  content?: string | ContentBlock[];
  is_error?: boolean;
  /** Milliseconds the tool takes; 50 if left out. */
  delayMs?: number;
}

/** The first case whose test of the call's input holds. */
export interface ScriptedResultCase {
  when?: ValueTest;
  then: ScriptedResult;
}

/** Something in a script that could not be done as written, found while answering. */
export interface ScriptProblem {
  kind: 'template-missing';
  /** Where in the answer: `content.1.input.amount`. */
  path: string;
  /** The template as written, braces included. */
  template: string;
  message: string;
}
