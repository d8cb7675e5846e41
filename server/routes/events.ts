import { type Context, Hono } from 'hono';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import type { SessionHost } from '../../shared/host/session-host.ts';

/** Ranges of a session's event log. */
export function eventRoutes(host: SessionHost): Hono {
  const app = new Hono();
  app.get('/:id/events', async (context) => {
    const from = readSeq(context, 'from') ?? 1;
    const to = readSeq(context, 'to') ?? undefined;
    const chunks = context.req.query('chunks') !== '0';
    return context.json(
      await host.events(context.req.param('id'), { from, chunks, ...(to === undefined ? {} : { to }) }),
    );
  });
  return app;
}

/** A sequence number of the query; null when it is not given. @throws HttpProblem 400 */
export function readSeq(context: Context, name: string): number | null {
  const text = context.req.query(name);
  if (text === undefined) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new HttpProblem(
    400,
    'bad-seq',
    `\`${name}\` must be the number of an event (1, 2, 3 …); it is ${JSON.stringify(text)}.`,
  );
}
