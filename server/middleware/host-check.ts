import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { HttpProblem } from '../../shared/api/http-problem.ts';

export interface HostRules {
  /** The address the server binds, as given by HOST. */
  bound: string;
  /** Further names from LOUPE_ALLOWED_HOSTS. */
  allowed: readonly string[];
}

/**
 * Answers only to names that cannot be pointed here by somebody else's DNS (DNS rebinding): loopback names, the
 * bound address, names the owner listed, and, when bound to every address, any IP literal.
 */
export function hostCheck(rules: HostRules): MiddlewareHandler {
  return async (context, next) => {
    const name = hostName(requestHost(context));
    if (name === null || !isAllowedHost(name, rules)) {
      throw new HttpProblem(
        403,
        'host-not-allowed',
        `This server does not answer to the name ${JSON.stringify(name ?? '')}. Open it as http://127.0.0.1 or ` +
          'localhost with its port, or add the name to LOUPE_ALLOWED_HOSTS and restart.',
      );
    }
    await next();
  };
}

/** `Host` as sent; the URL's own host when the app is called without a socket. */
export function requestHost(context: Context): string {
  return context.req.header('host') ?? new URL(context.req.url).host;
}

/** The name without port, lower case, no brackets; null when it is no host at all. */
export function hostName(host: string): string | null {
  try {
    const url = new URL(`http://${host}`);
    if (url.pathname !== '/' || url.username !== '' || url.search !== '' || url.hash !== '') return null;
    return bare(url.hostname);
  } catch {
    return null;
  }
}

/** True for names and addresses that only reach this machine. */
export function isLoopback(name: string): boolean {
  const host = bare(name);
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function isAllowedHost(name: string, { bound, allowed }: HostRules): boolean {
  if (isLoopback(name) || name === bare(bound)) return true;
  if (allowed.some((entry) => hostName(entry) === name)) return true;
  return isEveryAddress(bound) && isIP(name) !== 0;
}

function isEveryAddress(bound: string): boolean {
  return bound === '0.0.0.0' || bare(bound) === '::';
}

function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
