import type { MiddlewareHandler } from 'hono';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import { requestHost } from './host-check.ts';

/**
 * Lets in only the page this server served itself, and programs that are no browser. `same-site` is refused
 * too: every port of localhost is one site (https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header).
 */
export function originCheck(): MiddlewareHandler {
  return async (context, next) => {
    const site = context.req.header('sec-fetch-site');
    const origin = context.req.header('origin');
    if (site !== undefined && site !== 'same-origin' && site !== 'none') throw foreign(`a ${site} page`);
    if (origin !== undefined && !sameHost(origin, requestHost(context))) throw foreign(origin);
    await next();
  };
}

/** Compares host and port only: behind a TLS proxy the page is https and this server is not. */
function sameHost(origin: string, host: string): boolean {
  try {
    return new URL(origin).host === new URL(`${new URL(origin).protocol}//${host}`).host;
  } catch {
    return false;
  }
}

function foreign(who: string): HttpProblem {
  return new HttpProblem(
    403,
    'foreign-origin',
    `This call came from ${who}, not from Loupe's own page, and was refused. Use the page at this server's address.`,
  );
}
