import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { authCheck, type AuthRules, setAuthCookie } from './auth.ts';
import { limitBody } from './body-limit.ts';
import { errorHandler, notFound } from './errors.ts';
import { hostCheck, type HostRules, isLoopback } from './host-check.ts';
import { originCheck } from './origin-check.ts';
import { CONTENT_SECURITY_POLICY } from '../../shared/api/content-security-policy.ts';
import { securityHeaders } from './security-headers.ts';

function appWith(...middleware: Parameters<Hono['use']>[1][]): Hono {
  const app = new Hono();
  app.onError(errorHandler(() => {}));
  for (const each of middleware) app.use(each);
  app.all('/x', async (context) => context.text(`ok ${(await context.req.text()).length}`));
  return app;
}

const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

describe('host check', () => {
  const local: HostRules = { bound: '127.0.0.1', allowed: [] };
  const network: HostRules = { bound: '0.0.0.0', allowed: ['loupe.example', 'other.example:8443'] };
  it.each<[host: string, rules: HostRules, allowed: boolean]>([
    ['127.0.0.1:4747', local, true],
    ['localhost:4747', local, true],
    ['LOCALHOST', local, true],
    ['localhost.:4747', local, true],
    ['[::1]:4747', local, true],
    ['127.8.9.1', local, true],
    // DNS rebinding: the attacker's own name, pointed at this machine.
    ['evil.example:4747', local, false],
    ['127.0.0.1.evil.example', local, false],
    ['localhost.evil.example', local, false],
    ['evil.example@127.0.0.1', local, false],
    ['127.0.0.1:4747/../evil', local, false],
    ['192.168.1.5:4747', local, false],
    ['0.0.0.0:4747', local, false],
    ['', local, false],
    ['a b', local, false],
    ['192.168.1.5:4747', network, true],
    ['[fe80::1]:4747', network, true],
    ['loupe.example', network, true],
    ['loupe.example:4747', network, true],
    ['other.example', network, true],
    ['sub.loupe.example', network, false],
    ['evil.example', network, false],
    ['192.168.1.5', { bound: '192.168.1.5', allowed: [] }, true],
    ['192.168.1.6', { bound: '192.168.1.5', allowed: [] }, false],
    ['box.lan', { bound: 'box.lan', allowed: [] }, true],
  ])('%j under %o: %s', async (host, rules, allowed) => {
    const answer = await appWith(hostCheck(rules)).request('/x', { headers: { host } });
    expect(answer.status).toBe(allowed ? 200 : 403);
    if (!allowed) expect(await codeOf(answer)).toBe('host-not-allowed');
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['[::1]', true],
    ['localhost', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
    ['127.evil.example', false],
  ])('knows whether %s is this machine only', (name, loopback) => {
    expect(isLoopback(name)).toBe(loopback);
  });
});

describe('origin check', () => {
  const host = '127.0.0.1:4747';
  it.each<[what: string, headers: Record<string, string>, allowed: boolean]>([
    ['a program without these headers', {}, true],
    ['the page itself', { origin: 'http://127.0.0.1:4747', 'sec-fetch-site': 'same-origin' }, true],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }, true],
    ['the page behind a TLS proxy', { origin: 'https://127.0.0.1:4747' }, true],
    ['a foreign page', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, false],
    ['a foreign page in an old browser', { origin: 'https://evil.example' }, false],
    ['a foreign <img> or EventSource', { 'sec-fetch-site': 'cross-site' }, false],
    ['another port of this machine', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' }, false],
    ['another port in an old browser', { origin: 'http://127.0.0.1:3000' }, false],
    ['another name of this machine', { origin: 'http://localhost:4747' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['an origin that is none', { origin: 'not an origin' }, false],
    ['an unknown site value', { 'sec-fetch-site': 'odd' }, false],
  ])('%s', async (_what, headers, allowed) => {
    for (const method of ['GET', 'POST']) {
      const answer = await appWith(originCheck()).request('/x', { method, headers: { host, ...headers } });
      expect(answer.status).toBe(allowed ? 200 : 403);
      if (!allowed) expect(await codeOf(answer)).toBe('foreign-origin');
    }
  });

  it('knows a default port written out', async () => {
    const answer = await appWith(originCheck()).request('/x', {
      headers: { host: 'a.example:443', origin: 'https://a.example' },
    });
    expect(answer.status).toBe(200);
  });
});

describe('auth', () => {
  const open: AuthRules = { port: 4747, token: null, secret: 's1' };
  const closed: AuthRules = { port: 4747, token: 'a-long-token', secret: 's1' };

  async function cookieFor(rules: AuthRules): Promise<string> {
    const app = new Hono().get('/', (context) => {
      setAuthCookie(context, rules);
      return context.text('');
    });
    return (await app.request('/')).headers.get('set-cookie') ?? '';
  }
  const pair = async (rules: AuthRules) => (await cookieFor(rules)).split(';', 1)[0] ?? '';

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const cookie = await cookieFor(open);
    expect(cookie).toMatch(/^loupe_4747=[\w-]{43}; /);
    expect(cookie).toMatch(/; Path=\/api/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).not.toMatch(/a-long-token|s1/);
  });

  it.each<[what: string, rules: AuthRules, headers: () => Promise<Record<string, string>>, status: number]>([
    ['its cookie', open, async () => ({ cookie: await pair(open) }), 200],
    ['its cookie among others', open, async () => ({ cookie: `a=b; ${await pair(open)}; c=d` }), 200],
    ['nothing', open, async () => ({}), 401],
    ['a wrong value', open, async () => ({ cookie: 'loupe_4747=guess' }), 401],
    ['the cookie of another port', open, async () => ({ cookie: await pair({ ...open, port: 4748 }) }), 401],
    ['the cookie of another data folder', open, async () => ({ cookie: await pair({ ...open, secret: 's2' }) }), 401],
    ['an empty bearer without a token', open, async () => ({ authorization: 'Bearer ' }), 401],
    ['any bearer without a token', open, async () => ({ authorization: 'Bearer null' }), 401],
    ['the token', closed, async () => ({ authorization: 'Bearer a-long-token' }), 200],
    ['the token, scheme in lower case', closed, async () => ({ authorization: 'bearer a-long-token' }), 200],
    ['a wrong token', closed, async () => ({ authorization: 'Bearer a-long-toke' }), 401],
    ['another scheme', closed, async () => ({ authorization: 'Basic a-long-token' }), 401],
    ['the cookie of the tokenless server', closed, async () => ({ cookie: await pair(open) }), 401],
    ['its cookie with a token', closed, async () => ({ cookie: await pair(closed) }), 200],
  ])('with %s (%o)', async (_what, rules, headers, status) => {
    const answer = await appWith(authCheck(rules)).request('/x', { headers: await headers() });
    expect(answer.status).toBe(status);
    if (status === 401) expect(await codeOf(answer)).toBe('not-signed-in');
  });
});

describe('body limit', () => {
  it.each([
    [10, 200],
    [11, 413],
  ])('%i bytes of 10: %i', async (size, status) => {
    const answer = await appWith(limitBody(10)).request('/x', { method: 'POST', body: 'x'.repeat(size) });
    expect(answer.status).toBe(status);
  });

  it('stops a body that never said its length', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    const answer = await appWith(limitBody(10_000)).request('/x', init);
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'body-too-large']);
  });
});

describe('errors and headers', () => {
  it('tells a fault in general words and reports it', async () => {
    const reported: unknown[] = [];
    const app = new Hono();
    app.onError(errorHandler((error) => void reported.push(error)));
    app.notFound(notFound);
    app.get('/fault', () => {
      throw new Error('secret path /home/x');
    });
    const answer = await app.request('/fault');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('/home/x');
    expect(String(reported[0])).toContain('/home/x');
    expect(await codeOf(await app.request('/nowhere'))).toBe('not-found');
  });

  it('sends the safety headers with every answer, errors too', async () => {
    const app = appWith(securityHeaders(), hostCheck({ bound: '127.0.0.1', allowed: [] }));
    for (const host of ['127.0.0.1', 'evil.example']) {
      const { headers } = await app.request('/x', { headers: { host } });
      expect(headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });
});
