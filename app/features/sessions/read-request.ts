import type { Message, RequestBody } from '../../../shared/messages/types.ts';
import { isRecord } from '../../../shared/messages/blocks.ts';
import { type JsonFault, readJson } from '../../../shared/view/inspect-json-text.ts';

export type RequestFault =
  | { code: 'notJson'; fault: JsonFault }
  | { code: 'notObject' | 'noMessages' | 'noModel' | 'noMaxTokens' }
  | { code: 'badEntry'; index: number };

export type ReadRequest = { ok: true; request: RequestBody } | { ok: false; fault: RequestFault };

/**
 * Reads what a person pasted as a request: a body of `POST /v1/messages`, or a bare messages array, which gets
 * `model` and a usual `max_tokens`. Only what a session needs is judged; everything else the linter will say.
 */
export function readRequest(text: string, model: string): ReadRequest {
  const read = readJson(text);
  if (!read.ok) return { ok: false, fault: { code: 'notJson', fault: read.fault } };
  const body = Array.isArray(read.value) ? { model, max_tokens: 4096, messages: read.value } : read.value;
  if (!isRecord(body)) return fail({ code: 'notObject' });
  return judge(body);
}

function judge(body: Record<string, unknown>): ReadRequest {
  const { messages, model, max_tokens } = body;
  if (!Array.isArray(messages) || messages.length === 0) return fail({ code: 'noMessages' });
  const bad = messages.findIndex((message) => !isMessage(message));
  if (bad >= 0) return fail({ code: 'badEntry', index: bad });
  if (typeof model !== 'string' || model === '') return fail({ code: 'noModel' });
  if (!Number.isSafeInteger(max_tokens) || (max_tokens as number) < 1) return fail({ code: 'noMaxTokens' });
  return { ok: true, request: body as unknown as RequestBody };
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value.role === 'string' && 'content' in value;
}

function fail(fault: RequestFault): ReadRequest {
  return { ok: false, fault };
}
