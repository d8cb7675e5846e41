import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { hashHex } from '../../shared/messages/canonical-json.ts';
import type { RequestBody } from '../../shared/messages/types.ts';
import { scriptedId } from '../../shared/scripted/ids.ts';
import { conversationKey } from '../../shared/scripted/position.ts';
import { respond, type ScriptedAnswer, type ScriptedResponse } from '../../shared/scripted/respond.ts';
import type { Scenario, ScriptProblem } from '../../shared/scripted/scenario-types.ts';
import { readCursor } from '../../shared/scripted/steps.ts';
import { countTokens } from '../../shared/scripted/tokens.ts';
import { type AnswerBody, messageParts, plainAnswerMs, rawParts } from '../../shared/scripted/answer-parts.ts';
import { type Fault, fault } from '../../shared/scripted/fault.ts';
import { faultResponse } from './fault-response.ts';
import { modelInfo, modelList } from './models.ts';
import { pause, Stopped, type WaitClock } from '../../shared/runner/waiting.ts';
import { playBody } from './play.ts';
import type { RequestContext } from '../../shared/scripted/judge.ts';
import { readRequest } from './read-request.ts';
import { ServedMemory } from './served-memory.ts';

/** `incoming` and `outgoing` exist only behind a real socket. */
export type ScriptedEnv = { Bindings: Partial<HttpBindings> };

export interface ScriptedApiDeps {
  /** The script behind the name in the address (without `@key`); null when there is none. */
  lookup(name: string): Promise<Scenario | null> | Scenario | null;
  clock: WaitClock;
  /** What the API would refuse about a well-formed request. */
  judge(body: RequestBody, context: RequestContext): Fault | null;
  /**
   * Whether an answer without a pace of its own takes the time it would cost: for clients that tell their position
   * (Loupe's own runs, which somebody watches), for all, or for none.
   */
  naturalPace?: 'loupe' | 'always' | 'never';
  /** Name of a scenario that also answers without a name in the address: `/v1/messages`. */
  root?: string;
  /** Told what a script could not do as written. */
  onProblems?(name: string, problems: ScriptProblem[]): void;
}

/**
 * The scripted Messages API under `/:scenario/v1/…`; any SDK can be pointed at it. SCENARIO: "Where a script stands".
 * Without sockets (`app.fetch`) it works the same, except that a reset is an error of the body.
 */
export function createScriptedApi(deps: ScriptedApiDeps): Hono<ScriptedEnv> {
  const app = new Hono<ScriptedEnv>();
  const memory = new ServedMemory();
  for (const base of deps.root === undefined ? ['/:scenario'] : ['', '/:scenario']) addRoutes(app, base, deps, memory);
  app.all('*', (context) => faultResponse(noSuchPath(context), faultId(context, 'path')));
  app.onError((error, context) => {
    if (error instanceof Stopped) return new Response(null, { status: 499 });
    return faultResponse(fault(500, `The scripted API failed: ${error.message}`), faultId(context, 'error'));
  });
  return app;
}

function addRoutes(app: Hono<ScriptedEnv>, base: string, deps: ScriptedApiDeps, memory: ServedMemory): void {
  app.post(`${base}/v1/messages`, (context) =>
    withScenario(deps, context, 'messages', (scenario, read) => answerMessages(deps, memory, context, scenario, read)),
  );
  app.post(`${base}/v1/messages/count_tokens`, (context) =>
    withScenario(deps, context, 'count_tokens', async (_scenario, { body }) => {
      const requestId = faultId(context, 'count', JSON.stringify(body));
      return Response.json(countTokens(body), { headers: { 'request-id': requestId } });
    }),
  );
  app.get(`${base}/v1/models`, (context) =>
    modelList(new URL(context.req.url).searchParams, faultId(context, 'models')),
  );
  app.get(`${base}/v1/models/:id`, (context) => modelInfo(context.req.param('id') ?? '', faultId(context, 'model')));
}

interface WellFormed {
  body: RequestBody;
  context: RequestContext;
}

async function withScenario(
  deps: ScriptedApiDeps,
  context: Context<ScriptedEnv>,
  endpoint: RequestContext['endpoint'],
  answer: (scenario: Scenario, read: WellFormed) => Promise<Response>,
): Promise<Response> {
  const refuse = (found: Fault, about: string) => faultResponse(found, faultId(context, 'refused', about));
  const name = scenarioName(context, deps.root);
  const scenario = await deps.lookup(name);
  if (scenario === null) return refuse(noSuchScenario(name), name);
  const read = await readRequest(context.req.raw, endpoint);
  if (!read.ok) return refuse(read.fault, read.fault.message);
  const found = deps.judge(read.body, read.context);
  return found === null ? answer(scenario, read) : refuse(found, JSON.stringify(read.body));
}

async function answerMessages(
  deps: ScriptedApiDeps,
  memory: ServedMemory,
  context: Context<ScriptedEnv>,
  scenario: Scenario,
  { body }: WellFormed,
): Promise<Response> {
  const now = deps.clock.now();
  const cursor = readCursor(context.req.header('x-loupe-step'));
  const key = `${context.req.param('scenario') ?? ''} ${conversationKey(body)}`;
  const response = respond(scenario, { body, cursor }, cursor === null ? memory.get(key, now) : []);
  if (cursor === null) memory.set(key, response.served, now);
  if (response.problems.length > 0) deps.onProblems?.(scenarioName(context, deps.root), response.problems);
  const natural = deps.naturalPace === 'always' || (deps.naturalPace !== 'never' && cursor !== null);
  return send(deps.clock, context, response, body.stream === true, natural);
}

async function send(
  clock: WaitClock,
  context: Context<ScriptedEnv>,
  response: ScriptedResponse,
  streamed: boolean,
  natural: boolean,
): Promise<Response> {
  const { answer, requestId, nextCursor } = response;
  const signal = context.req.raw.signal;
  const headers: Record<string, string> = { 'request-id': requestId };
  if (nextCursor !== null) headers['x-loupe-next-step'] = String(nextCursor);
  if (answer.kind === 'http_error') {
    await pause(clock, plainAnswerMs(answer, natural), signal);
    return httpError(answer, headers);
  }
  if (answer.kind === 'message' && !streamed) {
    await pause(clock, plainAnswerMs(answer, natural), signal);
    return Response.json(answer.message, { headers });
  }
  const body = answer.kind === 'message' ? messageParts(answer, natural) : rawParts(answer, natural);
  await pause(clock, body.headMs, signal);
  return streamResponse(clock, context, body, headers);
}

function httpError(answer: Extract<ScriptedAnswer, { kind: 'http_error' }>, headers: Record<string, string>): Response {
  const text = typeof answer.body === 'string';
  const type = text ? 'text/plain; charset=utf-8' : 'application/json';
  return new Response(text ? (answer.body as string) : JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'content-type': type, ...headers, ...answer.headers },
  });
}

function streamResponse(
  clock: WaitClock,
  context: Context<ScriptedEnv>,
  { parts, end }: AnswerBody,
  headers: Record<string, string>,
): Response {
  const outgoing = context.env?.outgoing;
  const body = playBody({
    parts,
    end,
    clock,
    signal: context.req.raw.signal,
    breakConnection: outgoing === undefined ? null : () => breakSocket(outgoing),
  });
  const sse = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', ...headers };
  // Makes the host send the head at once instead of waiting for the first bytes of the body.
  return new Response(body, { headers: outgoing === undefined ? sse : { ...sse, 'transfer-encoding': 'chunked' } });
}

/** Closes the connection without an end of the body, once everything written so far has left. */
async function breakSocket(outgoing: HttpBindings['outgoing']): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (outgoing.writableLength > 0 && !outgoing.destroyed);
  outgoing.destroy();
}

/** The part of the address in front of `@key`. */
function scenarioName(context: Context<ScriptedEnv>, root = ''): string {
  const [name = ''] = (context.req.param('scenario') ?? root).split('@', 1);
  return name === '' ? root : name;
}

function faultId(context: Context<ScriptedEnv>, ...about: string[]): string {
  return scriptedId('req_', context.req.path, hashHex(about.join('\u0000')));
}

function noSuchScenario(name: string): Fault {
  return fault(
    404,
    `There is no script ${JSON.stringify(name)} here. Name a built-in scenario, such as /scripted/refund; ` +
      'a session without a script needs a live endpoint.',
  );
}

function noSuchPath({ req: { method, path } }: Context<ScriptedEnv>): Fault {
  const wanted = path.endsWith('/v1/models') ? 'GET' : /\/v1\/messages(\/count_tokens)?$/.test(path) ? 'POST' : null;
  if (wanted === null) return fault(404, 'Not found');
  if (wanted !== method) return { ...fault(400, 'Method Not Allowed'), status: 405 };
  return fault(404, 'Not found. The base URL must name a scenario, such as /scripted/refund.');
}
