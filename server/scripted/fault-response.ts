import type { Fault } from '../../shared/scripted/fault.ts';
import { errorBody } from '../../shared/scripted/http-errors.ts';

/** The API's envelope with its `request-id` header. */
export function faultResponse({ status, type, message, details }: Fault, requestId: string): Response {
  const body = errorBody(type, message, requestId);
  const error = details === undefined ? body.error : { ...body.error, details };
  return Response.json({ ...body, error }, { status, headers: { 'request-id': requestId } });
}
