import { z } from 'zod';
import type { Command, CommandType } from '../../shared/debugger/command-types.ts';
import { isRecord } from '../../shared/messages/blocks.ts';
import type { ContentBlock, Message } from '../../shared/messages/types.ts';
import type { CallResult, ConfigData } from '../../shared/session/events.ts';
import { FAULTS, type WhatIf } from '../../shared/session/what-if-types.ts';
import { DEFAULT_LIMITS, type LimitName, type Limits } from '../../shared/session/limits.ts';

/*
 * What a command's body must look like. Messages may break every rule of the API, because breaking them is what a
 * debugger is for; they only must be messages, so that they can be folded and drawn.
 */

const id = z.string().min(1).max(200);
const stop = z.enum(['request', 'response', 'tools', 'results']);
const source = z.enum(['live', 'scripted', 'recorded', 'typed', 'javascript', 'injected']);
const decision = z.enum(['ask', 'allow', 'deny']);
const count = z.number().int().nonnegative();

function isContent(value: unknown): value is string | ContentBlock[] {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.every((block) => isRecord(block) && typeof block['type'] === 'string');
}

const ROLES = ['user', 'assistant', 'system'];
const isMessage = (value: unknown) =>
  isRecord(value) && ROLES.includes(String(value['role'])) && isContent(value['content']);

const content = z.custom<string | ContentBlock[]>(isContent, 'must be a text or a list of blocks with a `type`');
const message = z.custom<Message>(
  isMessage,
  'must have a role (user, assistant, system) and a content (text or blocks)',
);
const result = z.strictObject({ content, is_error: z.boolean() }) satisfies z.ZodType<CallResult>;

const configBody = z.custom<ConfigData['body']>(
  (value) => isRecord(value) && typeof value['model'] === 'string' && !('messages' in value),
  'must be a request body without `messages` and with a `model`',
);
const config = z.strictObject({
  body: configBody,
  endpoint: z.enum(['scripted', 'live']),
  policy: z.string().min(1).max(100),
}) satisfies z.ZodType<ConfigData>;

const injection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('error'), text: z.string() }),
  z.strictObject({
    kind: z.literal('delay'),
    ms: z
      .number()
      .nonnegative()
      .max(24 * 60 * 60 * 1000),
  }),
  z.strictObject({ kind: z.literal('timeout') }),
]);

const limitNames = Object.keys(DEFAULT_LIMITS).filter((name) => name !== 'truncationMark') as [LimitName];
const limits = z.strictObject({
  ...(Object.fromEntries(limitNames.map((name) => [name, count.optional()])) as Record<
    LimitName,
    z.ZodOptional<typeof count>
  >),
  truncationMark: z.string().max(1000).optional(),
}) satisfies z.ZodType<Partial<Limits>>;

const where = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stop'), stop }),
  z.strictObject({ kind: z.literal('tool'), name: z.string() }),
  z.strictObject({ kind: z.literal('stop_reason'), value: z.string() }),
  z.strictObject({ kind: z.literal('error-result') }),
  z.strictObject({ kind: z.literal('tokens'), over: z.number().nonnegative() }),
  z.strictObject({ kind: z.literal('cost'), over: z.number().nonnegative() }),
  z.strictObject({ kind: z.literal('same-call'), times: count }),
  z.strictObject({ kind: z.literal('problem'), severity: z.enum(['error', 'warning']) }),
  z.strictObject({ kind: z.literal('text'), contains: z.string() }),
  z.strictObject({ kind: z.literal('node'), node: id, stop, once: z.boolean() }),
  z.strictObject({ kind: z.literal('place'), branch: id, turn: count, stop }),
]);
const breakpoint = z.strictObject({
  id,
  where,
  enabled: z.boolean(),
  condition: z.string().optional(),
  hitCondition: z.string().optional(),
  logMessage: z.string().optional(),
});

const edited = z.union([
  z.strictObject({ from: id }),
  z.strictObject({
    role: z.enum(['user', 'assistant', 'system']),
    content,
    extra: z.record(z.string(), z.unknown()).optional(),
  }),
]);

const whatIf = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stop_reason'), stop_reason: z.string().max(200).nullable() }),
  z.strictObject({ kind: z.literal('fault'), fault: z.enum(FAULTS) }),
]) satisfies z.ZodType<WhatIf>;

type Schemas = { [T in CommandType]: z.ZodType<Omit<Extract<Command, { type: T }>, 'type'>> };

/** One entry per command: a new command does not compile without one. */
const COMMANDS: Schemas = {
  continue: z.strictObject({
    openCalls: z.enum(['run', 'notRun']).optional(),
    thinking: z.enum(['send', 'drop']).optional(),
  }),
  next: z.strictObject({ granularity: z.enum(['stop', 'turn']) }),
  stepIn: z.strictObject({}),
  stepOut: z.strictObject({}),
  pause: z.strictObject({}),
  terminate: z.strictObject({}),
  'resume-partial': z.strictObject({}),
  restart: z.strictObject({}),
  say: z.strictObject({ text: z.string() }),
  fork: z.strictObject({ head: id.nullable(), stop, name: z.string().max(200).optional() }),
  'what-if': z.strictObject({ answer: id, what: whatIf }),
  'rename-branch': z.strictObject({ name: z.string().min(1).max(200) }),
  'delete-branch': z.strictObject({}),
  'restore-branch': z.strictObject({}),
  'edit-message': z.strictObject({ node: id, message, keep: z.boolean() }),
  'edit-history': z.strictObject({ base: id.nullable(), messages: z.array(edited) }),
  'edit-config': z.strictObject({ config }),
  'edit-limits': z.strictObject({ limits }),
  'raise-limit': z.strictObject({
    limit: z.enum(limitNames),
    to: z.number().nonnegative(),
    openCalls: z.enum(['run', 'notRun']).optional(),
  }),
  'set-call': z.strictObject({
    call: id,
    input: z.unknown().optional(),
    source: source.optional(),
    injection: injection.nullable().optional(),
    decision: decision.optional(),
  }),
  'edit-result': z.strictObject({ call: id, result }),
  'set-source': z.strictObject({
    tool: z.string().nullable(),
    source: source.nullable(),
    injection: injection.optional(),
  }),
  fix: z.strictObject({ rule: id, path: z.string().optional() }),
  undo: z.strictObject({}),
  redo: z.strictObject({}),
  'set-breakpoint': z.strictObject({ breakpoint }),
  'remove-breakpoint': z.strictObject({ breakpoint: id }),
  'set-exception-breakpoints': z.strictObject({
    exceptions: z.strictObject({ runFailed: z.boolean(), failedTry: z.boolean(), toolError: z.boolean() }),
  }),
};

const envelope = z.object({ id, branch: id, at: count.optional() });

export const COMMAND_TYPES = Object.keys(COMMANDS) as CommandType[];

/** The schema of a command's own fields; null for an unknown type. */
export function commandSchema(type: string): z.ZodType | null {
  return Object.hasOwn(COMMANDS, type) ? COMMANDS[type as CommandType] : null;
}

export const envelopeSchema = envelope;
