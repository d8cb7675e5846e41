import type { ErrorBody } from '../messages/types.ts';

/** HTTP status and `error.type` belong together (platform.claude.com/docs/en/api/errors). */
const TYPES: readonly (readonly [number, string])[] = [
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [409, 'conflict_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [500, 'api_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
];

/** The type that the API gives an error of this status. */
export function errorTypeOf(status: number): string {
  const exact = TYPES.find(([known]) => known === status)?.[1];
  return exact ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

/** The status that goes with an error type; 500 for an unknown one. */
export function statusOf(type: string): number {
  return TYPES.find(([, known]) => known === type)?.[0] ?? 500;
}

/** The API's error envelope. */
export function errorBody(type: string, message: string, requestId: string): ErrorBody {
  return { type: 'error', error: { type, message }, request_id: requestId };
}
