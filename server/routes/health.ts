import { Hono } from 'hono';
import type { HealthReply } from '../../shared/api/contract.ts';

/** Says that the server is up, without a cookie. */
export function healthRoutes(version: string, store: string): Hono {
  const app = new Hono();
  app.get('/', (context) => context.json({ status: 'ok', version, store } satisfies HealthReply));
  return app;
}
