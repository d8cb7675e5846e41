import type {
  CommandReply,
  CreateSession,
  ErrorReply,
  HealthReply,
  ImportReply,
  RefusalReply,
  SessionSummary,
  SetupChange,
  SetupReply,
} from '../../shared/api/contract.ts';
import type { CommandEnvelope } from '../../shared/debugger/command-types.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { ApiError, RefusalError } from './api-error.ts';
import { holder } from './transport.ts';

/** Every call of `shared/api/contract.ts`. Each rejects with `ApiError`, `sendCommandCall` also with `RefusalError`. */
export function getHealth(): Promise<HealthReply> {
  return call('GET', '/api/health');
}

export function getSessions(): Promise<SessionSummary[]> {
  return call('GET', '/api/sessions');
}

export function createSession(body: CreateSession): Promise<{ id: string }> {
  return call('POST', '/api/sessions', body);
}

export async function deleteSession(id: string): Promise<void> {
  await call('DELETE', sessionPath(id));
}

export async function restoreSession(id: string): Promise<void> {
  await call('POST', `${sessionPath(id)}/restore`);
}

/** Stored events from `from` to `to` (both inclusive, 1-based). Without `chunks` the raw stream text is left out. */
export function getEvents(
  id: string,
  range: { from?: number; to?: number; chunks?: boolean } = {},
): Promise<SessionEvent[]> {
  const query = new URLSearchParams();
  if (range.from !== undefined) query.set('from', String(range.from));
  if (range.to !== undefined) query.set('to', String(range.to));
  query.set('chunks', range.chunks ? '1' : '0');
  return call('GET', `${sessionPath(id)}/events?${query}`);
}

export function postCommand(id: string, command: CommandEnvelope): Promise<CommandReply> {
  return call('POST', `${sessionPath(id)}/commands`, command);
}

/** Sends one part of an import, as the import worker wrote it. */
export function postImportPart(id: string, json: string): Promise<ImportReply> {
  return callWith('POST', `${sessionPath(id)}/import`, json, holder() === 'page' ? JSON.parse(json) : undefined);
}

/** Trades LOUPE_TOKEN for the cookie of this page; needed only by a server that was started with one. */
export async function signIn(token: string): Promise<void> {
  await call('POST', '/api/login', { token });
}

export function getSetup(): Promise<SetupReply> {
  return call('GET', '/api/setup');
}

export function putSetup(change: SetupChange): Promise<SetupReply> {
  return call('PUT', '/api/setup', change);
}

export function streamUrl(id: string, from: number): string {
  return `${sessionPath(id)}/stream?from=${from}`;
}

function sessionPath(id: string): string {
  return `/api/sessions/${encodeURIComponent(id)}`;
}

function call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
  return callWith(method, path, body === undefined ? undefined : JSON.stringify(body), body);
}

/** `text` is the body as it is sent; a page that holds its sessions itself takes it as the value `body`. */
async function callWith<Reply>(method: string, path: string, text?: string, body?: unknown): Promise<Reply> {
  return holder() === 'page' ? callPage(method, path, body) : read(await reach(method, path, text));
}

async function read<Reply>(response: Response): Promise<Reply> {
  if (!response.ok) throw failure(response.status, response.statusText, await response.json().catch(() => null));
  if (response.status === 204) return undefined as Reply;
  return (await response.json()) as Reply;
}

async function callPage<Reply>(method: string, path: string, body: unknown): Promise<Reply> {
  const { callPageHost } = await import('./page-host.ts');
  const reply = await callPageHost(method, path, body);
  if (reply.status >= 400) throw failure(reply.status, '', reply.body);
  return reply.body as Reply;
}

async function reach(method: string, path: string, text: string | undefined): Promise<Response> {
  const json = text === undefined ? {} : { body: text, headers: { 'content-type': 'application/json' } };
  try {
    return await fetch(path, { method, credentials: 'same-origin', ...json });
  } catch {
    throw new ApiError(0, 'unreachable', `${method} ${path}: the server does not answer.`);
  }
}

function failure(status: number, statusText: string, given: unknown): ApiError | RefusalError {
  const error = (given as Partial<RefusalReply & ErrorReply> | null)?.error;
  if (status === 409 && error && 'phase' in error) return new RefusalError(error);
  return new ApiError(status, error?.code ?? 'http', error?.message ?? `${status} ${statusText}`);
}
