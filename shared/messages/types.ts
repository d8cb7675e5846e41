/**
 * The Messages API as types. Field names are the wire's, verbatim. Every object may carry fields this file
 * does not know (`[key: string]: unknown`): they are kept, shown and sent back as they came.
 * Source: @anthropic-ai/sdk 1.14 `resources/messages`, platform.claude.com/docs.
 */

export type Role = 'user' | 'assistant' | 'system';

export interface CacheControl {
  type: 'ephemeral';
  ttl?: '5m' | '1h';
}

interface BlockBase {
  cache_control?: CacheControl | null;
  [key: string]: unknown;
}

export interface TextBlock extends BlockBase {
  type: 'text';
  text: string;
}

export interface ThinkingBlock extends BlockBase {
  type: 'thinking';
  thinking: string;
  signature: string;
}

export interface RedactedThinkingBlock extends BlockBase {
  type: 'redacted_thinking';
  data: string;
}

export interface ToolUseBlock extends BlockBase {
  type: 'tool_use';
  id: string;
  name: string;
  input: unknown;
}

export interface ServerToolUseBlock extends BlockBase {
  type: 'server_tool_use' | 'mcp_tool_use';
  id: string;
  name: string;
  input: unknown;
}

export interface ToolResultBlock extends BlockBase {
  type: 'tool_result';
  tool_use_id: string;
  content?: string | ContentBlock[];
  is_error?: boolean;
}

/** A block this file has no narrower type for: images, documents, server results, blocks from the future. */
export interface OtherBlock extends BlockBase {
  type: string;
}

/** Narrow with the guards of `blocks.ts`: the union is open, so `block.type === 'text'` alone proves nothing. */
export type ContentBlock =
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ServerToolUseBlock
  | ToolResultBlock
  | OtherBlock;

export type MessageContent = string | ContentBlock[];

/** One entry of the `messages` array. */
export interface Message {
  role: Role;
  content: MessageContent;
  [key: string]: unknown;
}

export interface ToolDefinition {
  name?: string;
  type?: string;
  description?: string;
  input_schema?: Record<string, unknown>;
  [key: string]: unknown;
}

export interface ToolChoice {
  type: string;
  name?: string;
  disable_parallel_tool_use?: boolean;
  [key: string]: unknown;
}

export interface ThinkingConfig {
  type: string;
  budget_tokens?: number;
  [key: string]: unknown;
}

/** Everything of a request body but its messages. */
export interface RequestSettings {
  model: string;
  max_tokens: number;
  system?: string | ContentBlock[];
  tools?: ToolDefinition[];
  tool_choice?: ToolChoice;
  thinking?: ThinkingConfig;
  stream?: boolean;
  [key: string]: unknown;
}

/** Body of `POST /v1/messages`. */
export interface RequestBody extends RequestSettings {
  messages: Message[];
}

/** The seven values the API documents, plus beta `compaction`; any other string may come and ends the loop. */
export const KNOWN_STOP_REASONS = [
  'end_turn',
  'tool_use',
  'pause_turn',
  'max_tokens',
  'stop_sequence',
  'refusal',
  'model_context_window_exceeded',
] as const;
export type KnownStopReason = (typeof KNOWN_STOP_REASONS)[number];
/** Raw value as received; `null` while streaming or when the stream was cut. */
export type StopReason = string | null;

/** Token counts as the API reports them; all in tokens. Missing and null both mean "not reported". */
export interface Usage {
  input_tokens?: number | null;
  output_tokens?: number | null;
  cache_creation_input_tokens?: number | null;
  cache_read_input_tokens?: number | null;
  [key: string]: unknown;
}

/** A response of `POST /v1/messages`, or what `accumulate` builds from a stream. */
export interface ResponseMessage {
  id: string;
  type: 'message';
  role: 'assistant';
  model: string;
  content: ContentBlock[];
  stop_reason: StopReason;
  stop_sequence?: string | null;
  stop_details?: { category?: string | null; explanation?: string | null; [key: string]: unknown } | null;
  usage: Usage;
  [key: string]: unknown;
}

/** The API's error envelope: `{"type":"error","error":{…},"request_id":"req_…"}`. */
export interface ErrorBody {
  type: 'error';
  error: { type: string; message: string; [key: string]: unknown };
  request_id?: string | null;
  [key: string]: unknown;
}

/** One decoded server-sent event of a message stream; `data.type` names it. */
export interface StreamEvent {
  type: string;
  [key: string]: unknown;
}
