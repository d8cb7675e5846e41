import { Hono } from 'hono';
import { authCheck, type AuthRules } from './middleware/auth.ts';
import { limitBody } from './middleware/body-limit.ts';
import { errorHandler, notFound } from './middleware/errors.ts';
import { hostCheck, type HostRules } from './middleware/host-check.ts';
import { originCheck } from './middleware/origin-check.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { commandRoutes } from './routes/commands.ts';
import { eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { importRoutes } from './routes/imports.ts';
import { loginRoutes } from './routes/login.ts';
import { pageRoutes } from './routes/page.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { type Setup, setupRoutes } from './routes/setup.ts';
import { streamRoutes, type StreamSettings } from './routes/stream.ts';
import type { ScriptedEnv } from './scripted/api.ts';
import type { SessionHost } from '../shared/host/session-host.ts';

export interface AppDeps {
  version: string;
  storeName: string;
  host: SessionHost;
  setup: Setup;
  /** The scripted Messages API, mounted at `/scripted`. */
  scripted: Hono<ScriptedEnv>;
  /** Folder of the built page. */
  pageFolder: string;
  hosts: HostRules;
  auth: AuthRules;
  stream?: StreamSettings;
  /** Told of faults nobody foresaw. */
  report(error: unknown): void;
}

/**
 * The whole server as a value: `app.request('/api/health')` needs no port. Contract: shared/api/contract.ts.
 * Host is checked on everything, origin and cookie on `/api` except health (and login, which gives the cookie).
 */
export function createApp(deps: AppDeps): Hono<ScriptedEnv> {
  const app = new Hono<ScriptedEnv>();
  app.onError(errorHandler(deps.report));
  app.notFound(notFound);
  app.use(securityHeaders());
  app.use(hostCheck(deps.hosts));
  app.route('/api', apiRoutes(deps));
  app.route('/scripted', deps.scripted);
  app.route('/', pageRoutes(deps.pageFolder, deps.auth));
  return app;
}

function apiRoutes(deps: AppDeps): Hono {
  const api = new Hono();
  api.route('/health', healthRoutes(deps.version, deps.storeName));
  api.use(originCheck());
  api.use(noStore);
  api.use(limitBody());
  api.route('/login', loginRoutes(deps.auth));
  api.use(authCheck(deps.auth));
  api.route('/setup', setupRoutes(deps.setup));
  api.route('/sessions', sessionRoutes(deps.host));
  api.route('/sessions', eventRoutes(deps.host));
  api.route('/sessions', importRoutes(deps.host));
  api.route('/sessions', streamRoutes(deps.host, deps.stream));
  api.route('/sessions', commandRoutes(deps.host));
  api.all('*', (context) => context.notFound());
  return api;
}

const noStore: Parameters<Hono['use']>[1] = async (context, next) => {
  await next();
  if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store');
};
