import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HttpProblem } from '../../shared/api/http-problem.ts';

/** A message with several 10 MB images fits; a runaway upload does not. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Refuses bodies over `bytes`, by their announced length or while they arrive. */
export function limitBody(bytes = MAX_BODY_BYTES): MiddlewareHandler {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      const megabytes = Math.round(bytes / (1024 * 1024));
      throw new HttpProblem(
        413,
        'body-too-large',
        `The body is larger than ${megabytes} MB. Send it in smaller parts.`,
      );
    },
  });
}
