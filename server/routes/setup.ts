import { Hono } from 'hono';
import { z } from 'zod';
import type { SetupChange, SetupReply } from '../../shared/api/contract.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import { readJson } from '../json-body.ts';
import { problemSentences } from './zod-sentences.ts';

/** Where live requests go. */
export interface Setup {
  reply(): SetupReply;
  /** @throws HttpProblem 400 */
  change(change: SetupChange): void;
}

const changeSchema = z.strictObject({
  apiKey: z.string().max(10_000).optional(),
  baseUrl: z.string().max(2000).optional(),
});

/** The key and the address of live requests. A key goes in and never comes out. */
export function setupRoutes(setup: Setup): Hono {
  const app = new Hono();
  app.get('/', (context) => context.json(setup.reply()));
  app.put('/', async (context) => {
    const body = await readJson(context);
    const { error } = changeSchema.safeParse(body);
    if (error !== undefined) {
      throw new HttpProblem(400, 'bad-setup', `The setup cannot be read. ${problemSentences(error).join(' ')}`);
    }
    setup.change(body as SetupChange);
    return context.json(setup.reply());
  });
  return app;
}
