import { errorBody, errorTypeOf } from '../../shared/scripted/http-errors.ts';

/** An error as the Messages API gives it. */
export interface Fault {
  status: number;
  type: string;
  message: string;
  details?: Record<string, unknown>;
}

export function fault(status: number, message: string, details?: Record<string, unknown>): Fault {
  return { status, type: errorTypeOf(status), message, ...(details === undefined ? {} : { details }) };
}

/** The API's envelope with its `request-id` header. */
export function faultResponse({ status, type, message, details }: Fault, requestId: string): Response {
  const body = errorBody(type, message, requestId);
  const error = details === undefined ? body.error : { ...body.error, details };
  return Response.json({ ...body, error }, { status, headers: { 'request-id': requestId } });
}
