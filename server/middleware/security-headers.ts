import type { MiddlewareHandler } from 'hono';
import { CONTENT_SECURITY_POLICY } from '../../shared/api/content-security-policy.ts';

/** On every answer, errors too. */
export function securityHeaders(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    context.header('content-security-policy', CONTENT_SECURITY_POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'no-referrer');
    context.header('cross-origin-opener-policy', 'same-origin');
    context.header('cross-origin-resource-policy', 'same-origin');
  };
}
