import { Hono } from 'hono';
import { z } from 'zod';
import type { CreateSession } from '../../shared/api/contract.ts';
import { isRecord } from '../../shared/messages/blocks.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import { readJson } from '../json-body.ts';
import type { SessionHost } from '../../shared/host/session-host.ts';
import { problemSentences } from './zod-sentences.ts';

/** The list, and making, hiding and bringing back sessions. */
export function sessionRoutes(host: SessionHost): Hono {
  const app = new Hono();
  app.get('/', async (context) => context.json(await host.list()));
  app.post('/', async (context) => {
    const { id, created } = await host.create(readCreate(await readJson(context)));
    return context.json({ id }, created ? 201 : 200);
  });
  app.delete('/:id', async (context) => {
    await host.remove(context.req.param('id'));
    return context.body(null, 204);
  });
  app.post('/:id/restore', async (context) => {
    await host.restore(context.req.param('id'));
    return context.body(null, 204);
  });
  return app;
}

const common = {
  id: z.string().regex(/^[A-Za-z0-9_-]{1,100}$/, 'must be a UUID'),
  title: z.string().min(1).max(500).optional(),
  language: z.enum(['en', 'zh-CN']).optional(),
  ifEmpty: z.boolean().optional(),
};

const messages = z.array(
  z.looseObject({
    role: z.enum(['user', 'assistant', 'system']),
    content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
  }),
);

/** By the key that tells what the session begins with. */
const KINDS = new Map<string, z.ZodType>([
  ['scenario', z.strictObject({ ...common, scenario: z.string().min(1).max(200) })],
  ['document', z.strictObject({ ...common, document: z.unknown() })],
  [
    'request',
    z.strictObject({
      ...common,
      request: z.looseObject({ model: z.string(), messages }),
      endpoint: z.enum(['scripted', 'live']).optional(),
    }),
  ],
  ['messages', z.strictObject({ ...common, messages, model: z.string().min(1) })],
]);

/** @throws HttpProblem 400 */
export function readCreate(body: unknown): CreateSession {
  const keys = isRecord(body) ? [...KINDS.keys()].filter((key) => Object.hasOwn(body, key)) : [];
  const schema = keys.length === 1 ? KINDS.get(keys[0] ?? '') : undefined;
  if (schema === undefined) {
    throw new HttpProblem(
      400,
      'bad-session',
      'A new session needs `id` and exactly one of `scenario`, `document`, `request`, `messages`.',
    );
  }
  const { error } = schema.safeParse(body);
  if (error !== undefined) {
    throw new HttpProblem(400, 'bad-session', `This session cannot be made. ${problemSentences(error).join(' ')}`);
  }
  return body as CreateSession;
}
