import { Hono } from 'hono';
import type { CommandReply, RefusalReply } from '../../shared/api/contract.ts';
import type { SubmitResult } from '../../shared/runner/session-runner.ts';
import { readJson } from '../json-body.ts';
import { refusalStatus, refusalText } from '../../shared/host/refusal-text.ts';
import type { SessionHost } from '../../shared/host/session-host.ts';
import { readCommand } from './read-command.ts';

/** A page that lags further behind reads the log instead. */
const MOST_SINCE = 20;

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

function refusalReply({ refusal, phase, at, since }: Extract<SubmitResult, { ok: false }>): RefusalReply {
  return {
    error: {
      code: refusal.code,
      message: refusalText(refusal),
      phase,
      at,
      ...(refusal.code === 'stale' ? { since: since.slice(-MOST_SINCE) } : {}),
    },
  };
}
