import { Hono } from 'hono';
import type { CommandReply } from '../../shared/api/contract.ts';
import { readJson } from '../json-body.ts';
import { refusalReply, refusalStatus } from '../../shared/host/refusal-text.ts';
import type { SessionHost } from '../../shared/host/session-host.ts';
import { readCommand } from './read-command.ts';

/** What a person asks of a session. A repeated id gets its first answer. */
export function commandRoutes(host: SessionHost): Hono {
  const app = new Hono();
  app.post('/:id/commands', async (context) => {
    const command = readCommand(await readJson(context));
    const result = await host.command(context.req.param('id'), command);
    return result.ok
      ? context.json(result satisfies CommandReply)
      : context.json(refusalReply(result), refusalStatus(result.refusal.code));
  });
  return app;
}
