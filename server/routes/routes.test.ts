import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CreateSession, SessionSummary } from '../../shared/api/contract.ts';
import type { SessionEvent } from '../../shared/session/events.ts';
import { CONTENT_SECURITY_POLICY } from '../../shared/api/content-security-policy.ts';
import { testApp, type TestApp } from '../testing/test-app.ts';
import { testScenario } from '../testing/test-scenario.ts';

let test: TestApp;
beforeEach(() => {
  test = testApp();
});
afterEach(async () => {
  await test.close();
});

const errorOf = async (answer: Response) =>
  ((await answer.json()) as { error: { code: string; message: string } }).error;

describe('health', () => {
  it('answers without cookie or origin', async () => {
    const answer = await test.app.request('/api/health', {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(await answer.json()).toEqual({ status: 'ok', version: '0.0.0', store: 'memory' });
  });

  it('still checks the host', async () => {
    expect((await test.app.request('/api/health', { headers: { host: 'evil.example' } })).status).toBe(403);
  });
});

describe('every call under /api', () => {
  const calls: [method: string, path: string][] = [
    ['GET', '/api/sessions'],
    ['POST', '/api/sessions'],
    ['DELETE', '/api/sessions/s1'],
    ['POST', '/api/sessions/s1/restore'],
    ['GET', '/api/sessions/s1/events'],
    ['GET', '/api/sessions/s1/stream'],
    ['POST', '/api/sessions/s1/commands'],
    ['GET', '/api/setup'],
    ['PUT', '/api/setup'],
    ['GET', '/api/nothing'],
  ];

  it.each(calls)('%s %s is refused without the cookie', async (method, path) => {
    const answer = await test.app.request(path, { method });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([401, 'not-signed-in']);
  });

  it.each(calls)('%s %s is refused from a foreign page, cookie or not', async (method, path) => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const answer = await test.call(path, { method, headers });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([403, 'foreign-origin']);
  });

  it.each(calls)('%s %s is refused under a foreign name', async (method, path) => {
    const answer = await test.call(path, { method, headers: { host: 'evil.example' } });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([403, 'host-not-allowed']);
  });

  it('that does not exist is a plain 404', async () => {
    const answer = await test.call('/api/nothing');
    expect([answer.status, (await errorOf(answer)).code]).toEqual([404, 'not-found']);
  });

  it('is not kept by caches', async () => {
    expect((await test.call('/api/sessions')).headers.get('cache-control')).toBe('no-store');
  });
});

describe('token mode', () => {
  const token = 'correct horse battery staple';
  const login = (app: TestApp['app'], body: unknown, headers: Record<string, string> = {}) =>
    app.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it('gives no cookie for opening the page', async () => {
    const { app } = testApp({ token });
    expect((await app.request('/')).headers.get('set-cookie')).toBeNull();
  });

  it('exchanges the token for the cookie', async () => {
    const closed = testApp({ token });
    const answer = await login(closed.app, { token });
    expect([answer.status, answer.headers.get('set-cookie')?.includes('HttpOnly')]).toEqual([204, true]);
    expect((await closed.call('/api/sessions')).status).toBe(200);
    expect((await closed.app.request('/api/sessions', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      200,
    );
  });

  it.each([[{ token: 'wrong' }], [{}], [{ token: 7 }], [null], [[]]])('refuses %j', async (body) => {
    const answer = await login(testApp({ token }).app, body);
    expect([answer.status, (await errorOf(answer)).code, answer.headers.get('set-cookie')]).toEqual([
      401,
      'wrong-token',
      null,
    ]);
  });

  it('takes no login from a foreign page', async () => {
    const answer = await login(testApp({ token }).app, { token }, { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });

  it('has no login where there is no token', async () => {
    expect((await login(test.app, { token: '' })).status).toBe(401);
  });
});

describe('page', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-page-'));
    mkdirSync(join(folder, 'app', 'assets'), { recursive: true });
    writeFileSync(join(folder, 'app', 'index.html'), '<!doctype html><title>Loupe</title>');
    writeFileSync(join(folder, 'app', 'assets', 'main-abc.js'), 'export {}');
    writeFileSync(join(folder, 'app', 'icon.svg'), '<svg/>');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    test = testApp({ pageFolder: join(folder, 'app') });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('comes with its cookie and its policy, and is asked for again each time', async () => {
    const answer = await test.app.request('/');
    expect(answer.headers.get('set-cookie')).toMatch(/^loupe_4747=.*Path=\/api; HttpOnly; SameSite=Strict/);
    expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    const again = await test.app.request('/', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('has files with a hash in their name that stay for ever, and others', async () => {
    const script = await test.app.request('/assets/main-abc.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await test.app.request('/icon.svg')).headers.get('cache-control')).toBe('no-cache');
    expect((await test.app.request('/icon.svg', { method: 'HEAD' })).status).toBe(200);
  });

  it('serves what a later build wrote', async () => {
    await test.app.request('/');
    writeFileSync(join(folder, 'app', 'assets', 'later.js'), 'export {}');
    expect((await test.app.request('/assets/later.js')).status).toBe(200);
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/secret.txt',
    '/assets',
    '/assets/%00',
    '/\\..\\secret.txt',
  ])('never leaves its folder: %s', async (path) => {
    const answer = await test.app.request(`http://127.0.0.1${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('secret\n');
  });

  it('says in words that it is not built', async () => {
    const answer = await testApp({ pageFolder: join(folder, 'none') }).app.request('/');
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run build')]);
  });
});

describe('setup', () => {
  const put = (body: unknown) =>
    test.call('/api/setup', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('takes a key and never gives it back', async () => {
    const answer = await put({ apiKey: 'sk-ant-typed-key' });
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ key: { present: true, source: 'typed' } });
    expect(text + (await (await test.call('/api/setup')).text())).not.toContain('sk-ant-typed-key');
    expect(test.live.target().apiKey).toBe('sk-ant-typed-key');
  });

  it.each([
    [{ apiKey: 7 }, 'bad-setup'],
    [{ key: 'x' }, 'bad-setup'],
    [[], 'bad-setup'],
    [{ baseUrl: 'nonsense' }, 'bad-base-url'],
    [{ apiKey: 'a b' }, 'bad-api-key'],
  ])('refuses %j', async (body, code) => {
    const answer = await put(body);
    expect([answer.status, (await errorOf(answer)).code]).toEqual([400, code]);
  });
});

describe('bodies', () => {
  const send = (body: string, type = 'application/json') =>
    test.call('/api/sessions', { method: 'POST', headers: { 'content-type': type }, body });

  it.each([
    ['{"id":', 'application/json', 400, 'bad-json'],
    ['{}', 'text/plain', 415, 'not-json'],
    ['{}', 'application/x-www-form-urlencoded', 415, 'not-json'],
    [`${'['.repeat(600)}${']'.repeat(600)}`, 'application/json', 400, 'too-deep'],
    ['{}', 'application/json; charset=utf-8', 400, 'bad-session'],
  ])('%s as %s: %i', async (body, type, status, code) => {
    const answer = await send(body, type);
    expect([answer.status, (await errorOf(answer)).code]).toEqual([status, code]);
  });

  it('may be deep inside a string', async () => {
    const answer = await send(
      JSON.stringify({ id: 's1', messages: [{ role: 'user', content: `"\\${'['.repeat(600)}` }], model: 'm' }),
    );
    expect(answer.status).toBe(201);
  });
});

describe('sessions', () => {
  const create = async (body: CreateSession) => {
    const answer = await test.post('/api/sessions', body);
    return [answer.status, await answer.json()];
  };
  const list = async () => (await (await test.call('/api/sessions')).json()) as SessionSummary[];

  it('are made once per id and listed newest first', async () => {
    expect(await create({ id: 's1', scenario: 'lookup' })).toEqual([201, { id: 's1' }]);
    expect(await create({ id: 's1', scenario: 'lookup' })).toEqual([200, { id: 's1' }]);
    expect(await list()).toMatchObject([
      {
        id: 's1',
        title: 'Look one thing up',
        scenario: 'lookup',
        model: 'claude-opus-5-5',
        phase: 'request',
        moving: false,
        events: 1,
      },
    ]);
  });

  it('carry a title in the language asked for, or their own', async () => {
    await create({ id: 's1', scenario: 'lookup', language: 'zh-CN' });
    await create({ id: 's2', scenario: 'lookup', title: 'Mine' });
    const titles = new Map((await list()).map(({ id, title }) => [id, title]));
    expect([titles.get('s1'), titles.get('s2')]).toEqual(['查一件事', 'Mine']);
  });

  it('can begin with a document, a request or messages', async () => {
    await create({ id: 'doc', document: { ...testScenario, id: 'other', title: undefined } });
    await create({
      id: 'req',
      request: { model: 'm1', max_tokens: 5, messages: [{ role: 'user', content: 'Hello   there' }] },
    });
    await create({ id: 'msg', messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], model: 'm2' });
    const byId = new Map((await list()).map((summary) => [summary.id, summary]));
    expect(byId.get('doc')).toMatchObject({ title: 'other', scenario: null });
    expect(byId.get('req')).toMatchObject({ title: 'Hello there', model: 'm1' });
    expect(byId.get('msg')).toMatchObject({ title: 'Hi', model: 'm2' });
  });

  it('fill an empty store once, however many pages open at the same time', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => create({ id, scenario: 'lookup', ifEmpty: true })));
    expect(answers).toEqual([
      [201, { id: 'a' }],
      [200, { id: 'a' }],
      [200, { id: 'a' }],
    ]);
    expect(await list()).toHaveLength(1);
  });

  it.each<[unknown, number, string]>([
    [{ id: 's1', scenario: 'unknown' }, 404, 'no-such-scenario'],
    [{ id: 's1' }, 400, 'bad-session'],
    [{ scenario: 'lookup' }, 400, 'bad-session'],
    [{ id: '../etc', scenario: 'lookup' }, 400, 'bad-session'],
    [{ id: 's1', scenario: 'lookup', messages: [] }, 400, 'bad-session'],
    [{ id: 's1', scenario: 'lookup', language: 'fr' }, 400, 'bad-session'],
    [{ id: 's1', scenario: 'lookup', surprise: 1 }, 400, 'bad-session'],
    [{ id: 's1', document: { request: {} } }, 400, 'bad-scenario'],
    [{ id: 's1', messages: [{ role: 'tool', content: 'x' }], model: 'm' }, 400, 'bad-session'],
    [{ id: 's1', request: { max_tokens: 1 } }, 400, 'bad-session'],
    [null, 400, 'bad-session'],
  ])('refuse %j', async (body, status, code) => {
    const answer = await test.post('/api/sessions', body);
    const error = await errorOf(answer);
    expect([answer.status, error.code]).toEqual([status, code]);
    expect(error.message).toMatch(/\.$/);
    expect(await list()).toEqual([]);
  });

  it('can be deleted and brought back', async () => {
    await create({ id: 's1', scenario: 'lookup' });
    expect((await test.call('/api/sessions/s1', { method: 'DELETE' })).status).toBe(204);
    expect(await list()).toEqual([]);
    for (const path of ['events', 'stream']) {
      const gone = await test.call(`/api/sessions/s1/${path}`);
      expect([gone.status, (await errorOf(gone)).code]).toEqual([404, 'deleted-session']);
    }
    expect(await create({ id: 's1', scenario: 'lookup' })).toEqual([200, { id: 's1' }]);
    expect((await test.call('/api/sessions/s1/restore', { method: 'POST' })).status).toBe(204);
    expect(await list()).toHaveLength(1);
  });

  it.each([
    ['DELETE', ''],
    ['POST', '/restore'],
    ['GET', '/events'],
    ['GET', '/stream'],
  ])('%s of an unknown one%s is a 404', async (method, path) => {
    const answer = await test.call(`/api/sessions/unknown${path}`, { method });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([404, 'no-such-session']);
  });
});

describe('events', () => {
  const events = async (query: string) =>
    (await (await test.call(`/api/sessions/s1/events${query}`)).json()) as SessionEvent[];

  it('come in ranges', async () => {
    await test.post('/api/sessions', { id: 's1', scenario: 'lookup' });
    const all = await events('');
    expect(all.map(({ seq, type }) => [seq, type])).toEqual([[1, 'session-create']]);
    expect(await events('?from=2')).toEqual([]);
    expect(await events('?from=0&to=1&chunks=0')).toEqual(all);
  });

  it.each(['from=x', 'to=-1', 'from=1.5', 'to='])('refuse %s', async (query) => {
    await test.post('/api/sessions', { id: 's1', scenario: 'lookup' });
    const answer = await test.call(`/api/sessions/s1/events?${query}`);
    expect([answer.status, (await errorOf(answer)).code]).toEqual([400, 'bad-seq']);
  });
});
