import { expect, it } from 'vitest';
import { HttpProblem } from '../../shared/api/http-problem.ts';
import { LiveEndpoint } from './live-endpoint.ts';

const ENV_KEY = 'sk-env-1234567890';

it('starts with the default address and no key', () => {
  const live = new LiveEndpoint({});
  expect(live.reply()).toEqual({
    key: { present: false, source: null },
    baseUrl: { value: 'https://api.anthropic.com', source: 'default' },
  });
});

it('uses the environment, blanks and slashes aside', () => {
  const live = new LiveEndpoint({ ANTHROPIC_API_KEY: ` ${ENV_KEY}\n`, ANTHROPIC_BASE_URL: 'http://gate.example/v/' });
  expect(live.target()).toEqual({ baseUrl: 'http://gate.example/v', apiKey: ENV_KEY, ownHeaders: true });
  expect(live.reply().baseUrl.source).toBe('env');
});

it('takes ANTHROPIC_AUTH_TOKEN when there is no key', () => {
  expect(new LiveEndpoint({ ANTHROPIC_AUTH_TOKEN: 'token-1' }).target().apiKey).toBe('token-1');
});

it('never gives the environment key to a typed address', () => {
  const live = new LiveEndpoint({ ANTHROPIC_API_KEY: ENV_KEY });
  live.change({ baseUrl: 'https://elsewhere.example' });
  expect(live.target()).toEqual({ baseUrl: 'https://elsewhere.example', apiKey: null, ownHeaders: false });
  expect(live.reply().key).toEqual({ present: false, source: null });
  live.change({ baseUrl: '' });
  expect(live.target().apiKey).toBe(ENV_KEY);
});

it('knows the environment address when it is typed', () => {
  const live = new LiveEndpoint({ ANTHROPIC_API_KEY: ENV_KEY });
  live.change({ baseUrl: 'https://api.anthropic.com/' });
  expect(live.target().apiKey).toBe(ENV_KEY);
});

it('forgets a typed key when the address changes, and only then', () => {
  const live = new LiveEndpoint({});
  live.change({ apiKey: 'typed-1', baseUrl: 'https://one.example' });
  expect(live.target().apiKey).toBe('typed-1');
  live.change({ baseUrl: 'https://one.example/' });
  expect(live.target().apiKey).toBe('typed-1');
  live.change({ baseUrl: 'https://two.example' });
  expect(live.target().apiKey).toBeNull();
});

it('prefers a typed key and forgets it on demand', () => {
  const live = new LiveEndpoint({ ANTHROPIC_API_KEY: ENV_KEY });
  live.change({ apiKey: '  typed-1 ' });
  expect(live.reply().key).toEqual({ present: true, source: 'typed' });
  live.change({ apiKey: '' });
  expect(live.reply().key).toEqual({ present: true, source: 'env' });
});

it.each([
  ['not an address', 'it is no address'],
  ['ftp://x.example', 'it begins with ftp:'],
  ['https://user:pw@x.example', 'user name or password'],
  ['https://x.example/?key=1', 'query'],
  ['https://x.example/#a', 'fragment'],
])('refuses %s and changes nothing', (baseUrl, why) => {
  const live = new LiveEndpoint({});
  live.change({ apiKey: 'typed-1' });
  expect(() => live.change({ baseUrl, apiKey: 'typed-2' })).toThrow(HttpProblem);
  expect(() => live.change({ baseUrl })).toThrow(why);
  expect(live.target()).toMatchObject({ baseUrl: 'https://api.anthropic.com', apiKey: 'typed-1' });
});

it('refuses a key no header can carry, before anything else changes', () => {
  const live = new LiveEndpoint({});
  expect(() => live.change({ apiKey: 'a\nb', baseUrl: 'https://x.example' })).toThrow(/Copy it again/);
  expect(live.target().baseUrl).toBe('https://api.anthropic.com');
});

it('names all secrets it knows', () => {
  const live = new LiveEndpoint({
    ANTHROPIC_API_KEY: ENV_KEY,
    ANTHROPIC_CUSTOM_HEADERS: 'x-gate: s3cr3t: value\nbroken\n',
  });
  live.change({ apiKey: 'typed-1' });
  expect(live.secrets()).toEqual([
    ['API key', 'typed-1'],
    ['ANTHROPIC_API_KEY', ENV_KEY],
    ['x-gate', 's3cr3t: value'],
  ]);
});
