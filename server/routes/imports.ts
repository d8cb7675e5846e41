import { Hono } from 'hono';
import type { ImportReply } from '../../shared/api/contract.ts';
import { readJson } from '../json-body.ts';
import type { SessionHost } from '../../shared/host/session-host.ts';
import { readImportPart, readSessionId } from './read-import.ts';

/** Imported sessions, part by part. */
export function importRoutes(host: SessionHost): Hono {
  const app = new Hono();
  app.post('/:id/import', async (context) => {
    const id = readSessionId(context.req.param('id'));
    const { events, last } = readImportPart(await readJson(context));
    const seq = await host.importPart(id, events, last);
    return context.json({ seq } satisfies ImportReply);
  });
  return app;
}
