import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { HttpProblem } from '../../shared/api/http-problem.ts';

export interface AuthRules {
  /** Names the cookie, because cookies of one host are shared by all its ports. */
  port: number;
  /** LOUPE_TOKEN; null on a loopback server without one, where whoever can open the page may use it. */
  token: string | null;
  /** Random secret of this data folder. */
  secret: string;
}

/** Lets in the bearer of the cookie, or of `Authorization: Bearer LOUPE_TOKEN`. */
export function authCheck(rules: AuthRules): MiddlewareHandler {
  return async (context, next) => {
    if (!hasCookie(context, rules) && !hasToken(context, rules)) throw notSignedIn(rules);
    await next();
  };
}

/** HttpOnly, SameSite=Strict, sent to `/api` only; ends with the browser session. */
export function setAuthCookie(context: Context, rules: AuthRules): void {
  setCookie(context, cookieName(rules), cookieValue(rules), { httpOnly: true, sameSite: 'Strict', path: '/api' });
}

/** True when `given` is LOUPE_TOKEN; takes the same time whatever it is. */
export function isToken(given: string, rules: AuthRules): boolean {
  return rules.token !== null && equal(given, rules.token);
}

function hasCookie(context: Context, rules: AuthRules): boolean {
  const given = getCookie(context, cookieName(rules));
  return given !== undefined && equal(given, cookieValue(rules));
}

function hasToken(context: Context, rules: AuthRules): boolean {
  const given = /^bearer (.*)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  return given !== undefined && isToken(given, rules);
}

function cookieName({ port }: AuthRules): string {
  return `loupe_${port}`;
}

/** Depends on the token, so that changing it signs everybody out. */
function cookieValue({ secret, token }: AuthRules): string {
  return createHmac('sha256', secret)
    .update(`page ${token ?? ''}`)
    .digest('base64url');
}

function equal(left: string, right: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

function notSignedIn({ token }: AuthRules): HttpProblem {
  const what =
    token === null
      ? 'The cookie of this page is missing or belongs to another server. Reload the page.'
      : 'Sign in: open this server once as /#token=LOUPE_TOKEN, or send Authorization: Bearer LOUPE_TOKEN.';
  return new HttpProblem(401, 'not-signed-in', what);
}
