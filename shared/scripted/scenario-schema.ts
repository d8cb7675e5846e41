import { z } from 'zod';
import type { Limits } from '../session/limits.ts';

/**
 * The published schema of scenario files. Strict: an unknown key is an error, because a misspelt one would be ignored
 * in silence. Only what belongs to the API (`request`, content blocks, `usage`) stays open. The schema judges, it does
 * not rebuild: callers keep the document they gave.
 */
const text = z.string();
const json = z.record(z.string(), z.unknown());
const milliseconds = z.int().nonnegative().max(86_400_000);
const localText = z.union([text, z.record(z.string(), text)]);

const block = z.looseObject({ type: z.string().min(1) });
const content = z.union([text, z.array(block)]);

const request = z
  .looseObject({
    model: z.string().min(1),
    max_tokens: z.int(),
    messages: z.array(z.looseObject({ role: z.string(), content })),
  })
  .describe('Body of the first POST /v1/messages.');

const pace = z
  .strictObject({
    chunkChars: z.int().positive().optional().describe('UTF-16 units per delta.'),
    delayMs: milliseconds.optional().describe('Milliseconds before each delta.'),
  })
  .describe('How the answer is streamed.');

const message = z.strictObject({
  id: z.string().min(1).optional(),
  type: z.literal('message').optional(),
  role: z.literal('assistant').optional(),
  model: z.string().optional(),
  content,
  stop_reason: z.string().nullable(),
  stop_sequence: z.string().nullable().optional(),
  stop_details: json.nullable().optional(),
  container: json.nullable().optional(),
  usage: json.optional().describe('Counters given here win over the estimate.'),
});

const response = z.strictObject({ type: z.literal('response'), message, stream: pace.optional() });
const responseEachTurn = z.strictObject({ type: z.literal('response_each_turn'), message, stream: pace.optional() });
const httpError = z.strictObject({
  type: z.literal('http_error'),
  status: z.int().min(400).max(599),
  headers: z.record(z.string(), z.union([text, z.number()])).optional(),
  body: z.union([text, json]).optional(),
});
const sse = z.strictObject({
  type: z.literal('sse'),
  chunks: z.array(z.union([text, z.strictObject({ b64: z.base64() })])),
  end: z.enum(['eof', 'reset', 'hang']).optional(),
  delayMs: milliseconds.optional().describe('Milliseconds before each chunk.'),
});
const toolDone = z.strictObject({
  type: z.literal('tool_done'),
  tool_use_id: z.string().min(1),
  content: content.optional(),
  is_error: z.boolean().optional(),
});
const cancel = z.strictObject({ type: z.literal('cancel') });
const user = z.strictObject({ type: z.literal('user'), text: z.string().min(1) });

const pointer = z
  .string()
  .refine((value) => value === '' || value.startsWith('/'), 'A JSON pointer is empty or starts with "/".')
  .describe('JSON pointer (RFC 6901).');
const glob = z.string().max(1_000);
const valueTest = {
  pointer: pointer.optional(),
  equals: z.unknown().optional(),
  contains: z.unknown().optional(),
  glob: glob.optional(),
};

const condition = z.strictObject({
  turn: z.int().positive().optional().describe('Assistant messages in the request + 1.'),
  lastTool: text.optional(),
  result: z.strictObject({ ...valueTest, tool: text.optional(), isError: z.boolean().optional() }).optional(),
  hasTool: text.optional(),
  saidByUser: z.strictObject({ equals: text.optional(), contains: text.optional(), glob: glob.optional() }).optional(),
});

const result = z.strictObject({
  content: content.optional(),
  is_error: z.boolean().optional(),
  delayMs: milliseconds.optional(),
});
// oxlint-disable-next-line unicorn/no-thenable -- the file format's own word; it is never awaited
const resultCase = z.strictObject({ when: z.strictObject(valueTest).optional(), then: result });

const count = z.int().nonnegative();
const limits = z.strictObject({
  maxTurns: count.optional(),
  tokenBudget: count.optional(),
  timeoutMs: count.optional(),
  requestTimeoutMs: count.optional(),
  toolTimeoutMs: count.optional(),
  maxIdenticalCalls: count.optional(),
  maxToolErrors: count.optional(),
  maxRetries: count.optional(),
  maxPauses: count.optional(),
  autoContinue: count.optional(),
  maxResultChars: count.optional(),
  truncationMark: text.optional(),
} satisfies Record<keyof Limits, z.ZodType>);

export const scenarioSchema = z
  .strictObject({
    $schema: text.optional(),
    id: z.string().min(1).max(200).optional(),
    title: localText.optional(),
    about: localText.optional(),
    request,
    limits: limits.optional(),
    steps: z
      .array(z.discriminatedUnion('type', [response, responseEachTurn, httpError, sse, toolDone, cancel, user]))
      .optional(),
    rules: z
      .array(
        z.strictObject({
          when: condition.optional(),
          respond: z.discriminatedUnion('type', [response, httpError, sse]),
        }),
      )
      .optional(),
    tool_results: z.record(z.string(), z.union([result, z.array(resultCase)])).optional(),
  })
  .describe('A scenario: a scripted model and its world.');

/** JSON Schema (draft 2020-12) of scenario files, for editors and for publishing. */
export function scenarioJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(scenarioSchema, { io: 'input' });
}
