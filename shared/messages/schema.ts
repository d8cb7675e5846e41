import { z } from 'zod';
import { isRecord } from './blocks.ts';
import type { Message, RequestBody, ResponseMessage } from './types.ts';

/**
 * Shapes of the API's objects, loose: unknown fields and block types from the future pass. They judge and never
 * rebuild: take the verdict and keep the object that came in. What the API would say of a body is `lint`'s matter.
 * Source: @anthropic-ai/sdk 1.14 `resources/messages`.
 */

const text = z.looseObject({ type: z.literal('text'), text: z.string() });
const thinking = z.looseObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() });
const redactedThinking = z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() });
const toolUse = z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() });
const serverToolUse = z.looseObject({
  type: z.enum(['server_tool_use', 'mcp_tool_use']),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const toolResult = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
  is_error: z.boolean().nullish(),
});

/** Types with a shape of their own; every other block only needs a type. */
const SHAPES = new Map<string, z.ZodType>([
  ['text', text],
  ['thinking', thinking],
  ['redacted_thinking', redactedThinking],
  ['tool_use', toolUse],
  ['server_tool_use', serverToolUse],
  ['mcp_tool_use', serverToolUse],
  ['tool_result', toolResult],
]);

/** A block: one of the known shapes, or any object with a type nobody here knows. */
export const blockSchema = z.looseObject({ type: z.string() }).superRefine((block, context) => {
  const verdict = SHAPES.get(block.type)?.safeParse(block);
  for (const { code, path, message } of verdict?.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message, params: { code } });
  }
});

export const contentSchema = z.union([z.string(), z.array(blockSchema)]);

export const messageSchema = z.looseObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: contentSchema,
});

export const messagesSchema = z.array(messageSchema);

export const requestSchema = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(0),
  messages: messagesSchema,
  system: z.union([z.string(), z.array(text)]).nullish(),
  tools: z.array(z.looseObject({})).nullish(),
  tool_choice: z.looseObject({ type: z.string() }).nullish(),
  thinking: z.looseObject({ type: z.string() }).nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  stream: z.boolean().nullish(),
});

const tokens = z.number().nullish();

export const usageSchema = z.looseObject({
  input_tokens: tokens,
  output_tokens: tokens,
  cache_creation_input_tokens: tokens,
  cache_read_input_tokens: tokens,
});

export const responseSchema = z.looseObject({
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string(),
  content: z.array(blockSchema),
  stop_reason: z.string().nullable(),
  usage: usageSchema,
});

export function isMessage(value: unknown): value is Message {
  return messageSchema.safeParse(value).success;
}

export function isRequestBody(value: unknown): value is RequestBody {
  return requestSchema.safeParse(value).success;
}

export function isResponseMessage(value: unknown): value is ResponseMessage {
  return responseSchema.safeParse(value).success;
}

export interface Misfit {
  /** Dotted path, `messages.2.content.0.id`; empty for the value itself. */
  path: string;
  /** What is there and what should be, as a sentence. */
  sentence: string;
}

/** Where and why this JSON is no request body; null when it is one. Only its form is judged, not what the API allows. */
export function whyNotRequest(value: unknown): Misfit | null {
  return firstMisfit(requestSchema, value);
}

/** The same for a list of messages. */
export function whyNotMessages(value: unknown): Misfit | null {
  return firstMisfit(messagesSchema, value);
}

function firstMisfit(schema: z.ZodType, value: unknown): Misfit | null {
  const issues = schema.safeParse(value).error?.issues;
  const issue = issues?.[0];
  if (!issue) return null;
  // Of a union the branch that got furthest says most: a list whose third block is wrong, not "expected a string".
  const [deepest = issue] = unfolded(issue, []).toSorted((left, right) => right.path.length - left.path.length);
  const path = deepest.path.map(String);
  const found = path.reduce<unknown>((at, key) => memberOf(at, key), value);
  return { path: path.join('.'), sentence: sentenceOf(deepest.message, path, found) };
}

interface Located {
  path: PropertyKey[];
  message: string;
}

function unfolded(issue: z.core.$ZodIssue, before: readonly PropertyKey[]): Located[] {
  const path = [...before, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
  return issue.errors.flatMap((branch) => branch.flatMap((inner) => unfolded(inner, path)));
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function sentenceOf(message: string, path: readonly string[], found: unknown): string {
  const place = path.length > 0 ? path.join('.') : 'The document';
  if (found === undefined && path.length > 0) return `${place} is missing.`;
  const wanted = message.replace(/^Invalid (?:input|option): /, '').replace(/, received .*$/, '');
  return `${place}: ${wanted}.`;
}
