import { z } from 'zod';
import type { ImportPart } from '../../shared/api/contract.ts';
import { isRecord } from '../../shared/messages/blocks.ts';
import type { ContentBlock } from '../../shared/messages/types.ts';
import { EVENT_VERSION } from '../../shared/session/events.ts';
import { DEFAULT_LIMITS } from '../../shared/session/limits.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import { problemSentences } from './zod-sentences.ts';

/*
 * What an imported event may be. A file must not bring along what a person has to allow: no live endpoint, no run that
 * moves, no breakpoint, no source that executes something. Messages may break every rule of the API.
 */

/** One step of a run may hold more calls than a part should have events. */
const MOST_EVENTS = 2000;

function isContent(value: unknown): value is string | ContentBlock[] {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((block) => isRecord(block) && typeof block['type'] === 'string');
}

const text = z.string().max(1000);
const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();
const role = z.enum(['user', 'assistant', 'system']);
const content = z.custom<string | ContentBlock[]>(isContent, 'must be a text or a list of blocks with a `type`');
const message = z.looseObject({ role, content });
const stop = z.enum(['request', 'response', 'tools', 'results']);
const config = z.strictObject({
  body: z.custom((value) => isRecord(value) && typeof value['model'] === 'string', 'must be a body with a `model`'),
  endpoint: z.literal('scripted'),
  policy: z.literal('correct'),
});
const result = z.strictObject({ content, is_error: z.boolean() });
const outcome = z.strictObject({ status: z.enum(['done', 'stopped', 'failed']), reason: text });
const extra = z.custom(isRecord, 'must be an object').optional();
const quarantined = z.strictObject({
  kind: z.enum(['mcp_server', 'server_tool', 'remote_content', 'setting']),
  path: z.string(),
  text: z.string(),
});
const limits = z.strictObject(
  Object.fromEntries(
    Object.entries(DEFAULT_LIMITS).map(([name, value]) => [name, typeof value === 'number' ? count : z.string()]),
  ),
);

const envelope = {
  v: z.literal(EVENT_VERSION),
  seq: z.number().int().positive(),
  at: z.number().nonnegative(),
  branch: id,
};

const event = z.discriminatedUnion('type', [
  z.strictObject({
    ...envelope,
    type: z.literal('session-create'),
    title: text,
    limits,
    config,
    messages: z.array(message),
    origin: z.strictObject({
      kind: z.literal('import'),
      name: text.optional(),
      format: text.optional(),
      quarantine: z.array(quarantined).optional(),
    }),
  }),
  z.strictObject({ ...envelope, type: z.literal('config-set'), config, joins: z.literal(true).optional() }),
  z.strictObject({
    ...envelope,
    type: z.literal('branch-create'),
    name: text,
    why: z.literal('fork'),
    from: id,
    head: id.nullable(),
    config: id,
    scriptCursor: count,
    stop,
    copyCalls: z.literal(false),
    resetCounters: z.boolean(),
  }),
  z.strictObject({ ...envelope, type: z.literal('run-start'), mode: z.literal('import'), phase: stop }),
  z.strictObject({
    ...envelope,
    type: z.literal('stopped'),
    reason: z.enum(['entry', 'step']),
    stop,
  }),
  z.strictObject({ ...envelope, type: z.literal('run-end'), outcome, phase: stop }),
  z.strictObject({
    ...envelope,
    type: z.literal('request-start'),
    config: id,
    messages: z.array(id),
    base: id.optional(),
    bodyHash: text,
    try: count,
    turn: count,
    scriptCursor: count,
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('response-end'),
    request: id,
    message: z.looseObject({
      id: text,
      type: z.literal('message'),
      role: z.literal('assistant'),
      model: text,
      content: z.custom((value) => Array.isArray(value) && isContent(value), 'must be a list of blocks'),
      stop_reason: text.nullable(),
      usage: z.custom(isRecord, 'must be an object'),
    }),
    rawInput: z.array(z.tuple([z.string(), z.string()])).optional(),
    outcome: z.literal('complete'),
    scriptCursor: count,
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('tool-call-start'),
    call: id,
    name: z.string(),
    input: z.unknown(),
    source: z.literal('recorded'),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('tool-call-end'),
    call: id,
    result,
    state: z.enum(['ok', 'error', 'cut']),
    source: z.literal('recorded'),
    durationMs: z.number().nonnegative(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('message-append'),
    role,
    content,
    extra,
    origin: z.enum(['answer', 'results', 'say']),
    request: id.optional(),
    calls: z.array(id).optional(),
  }),
  z.strictObject({
    ...envelope,
    type: z.literal('source-set'),
    tool: z.null(),
    source: z.enum(['recorded', 'typed']),
  }),
]);

const part = z.strictObject({ events: z.array(event).min(1).max(MOST_EVENTS), last: z.boolean() });

/**
 * Judges a part of an import; the object that comes back is the one that came in.
 * @throws HttpProblem 400 naming what is wrong
 */
export function readImportPart(body: unknown): ImportPart {
  const { error } = part.safeParse(body);
  if (error === undefined) return body as ImportPart;
  const sentences = problemSentences(error).slice(0, 5);
  throw new HttpProblem(400, 'bad-import', `This part of an import cannot be read. ${sentences.join(' ')}`);
}

/** @throws HttpProblem 400 */
export function readSessionId(value: string): string {
  if (/^[A-Za-z0-9_-]{1,100}$/.test(value)) return value;
  throw new HttpProblem(400, 'bad-session', 'The id of a new session must be a UUID.');
}
