import type {
  CreateSession,
  ErrorReply,
  HealthReply,
  ImportPart,
  ImportReply,
  SetupReply,
} from '../../shared/api/contract.ts';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import type { CommandEnvelope } from '../../shared/debugger/command-types.ts';
import type { ReadRange } from '../../shared/host/event-store.ts';
import { refusalReply, refusalStatus } from '../../shared/host/refusal-text.ts';
import type { SessionHost } from '../../shared/host/session-host.ts';

export interface LocalCall {
  method: string;
  /** With its query, as it would go to a server. */
  path: string;
  body?: unknown;
}

export interface LocalReply {
  status: number;
  body: unknown;
}

interface Route {
  method: string;
  path: RegExp;
  answer(host: SessionHost, call: Asked): Promise<LocalReply> | LocalReply;
}

interface Asked {
  session: string;
  query: URLSearchParams;
  body: unknown;
}

/** A page without a server keeps neither key nor address. */
const NO_SETUP: SetupReply = {
  key: { present: false, source: null },
  baseUrl: { value: 'https://api.anthropic.com', source: 'default' },
};

/** Loupe's own API, answered in the page by the same host that a server has. */
const ROUTES: readonly Route[] = [
  route('GET', /^\/api\/sessions$/, async (host) => ok(await host.list())),
  route('POST', /^\/api\/sessions$/, async (host, { body }) => {
    const { id, created } = await host.create(body as CreateSession);
    return { status: created ? 201 : 200, body: { id } };
  }),
  route('DELETE', /^\/api\/sessions\/([^/]+)$/, async (host, { session }) => {
    await host.remove(session);
    return NOTHING;
  }),
  route('POST', /^\/api\/sessions\/([^/]+)\/restore$/, async (host, { session }) => {
    await host.restore(session);
    return NOTHING;
  }),
  route('GET', /^\/api\/sessions\/([^/]+)\/events$/, async (host, { session, query }) =>
    ok(await host.events(session, rangeOf(query))),
  ),
  route('POST', /^\/api\/sessions\/([^/]+)\/commands$/, async (host, { session, body }) => {
    const result = await host.command(session, body as CommandEnvelope);
    return result.ok ? ok(result) : { status: refusalStatus(result.refusal.code), body: refusalReply(result) };
  }),
  route('POST', /^\/api\/sessions\/([^/]+)\/import$/, async (host, { session, body }) => {
    const { events, last } = body as ImportPart;
    return ok({ seq: await host.importPart(session, events, last) } satisfies ImportReply);
  }),
  route('GET', /^\/api\/setup$/, () => ok(NO_SETUP)),
  route('PUT', /^\/api\/setup$/, () => {
    throw new HttpProblem(503, 'needs-server', 'A key needs the server. Start Loupe with "npm ci && npm start".');
  }),
];

const NOTHING: LocalReply = { status: 204, body: null };

/** Answers one call as the server would; never rejects. */
export async function answerCall(host: SessionHost, storeName: string, call: LocalCall): Promise<LocalReply> {
  const { pathname, searchParams } = new URL(call.path, 'http://page.invalid');
  if (pathname === '/api/health') return ok({ status: 'ok', version: 'page', store: storeName } satisfies HealthReply);
  for (const { method, path, answer } of ROUTES) {
    const found = method === call.method ? path.exec(pathname) : null;
    if (!found) continue;
    try {
      return await answer(host, { session: decodeURIComponent(found[1] ?? ''), query: searchParams, body: call.body });
    } catch (error) {
      return failure(error);
    }
  }
  return failure(new HttpProblem(404, 'not-found', `${call.method} ${pathname} needs the server.`));
}

function route(method: string, path: RegExp, answer: Route['answer']): Route {
  return { method, path, answer };
}

function ok(body: unknown): LocalReply {
  return { status: 200, body };
}

function failure(error: unknown): LocalReply {
  const [status, code] = error instanceof HttpProblem ? [error.status, error.code] : [500, 'internal'];
  const message = error instanceof Error ? error.message : String(error);
  return { status, body: { error: { code, message } } satisfies ErrorReply };
}

function rangeOf(query: URLSearchParams): ReadRange {
  const to = query.get('to');
  return {
    from: Number(query.get('from') ?? 1),
    chunks: query.get('chunks') !== '0',
    ...(to === null ? {} : { to: Number(to) }),
  };
}
