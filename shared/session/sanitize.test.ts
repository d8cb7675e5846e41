import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPrivate, restore, sanitize } from './sanitize.ts';

const key = `sk-ant-api03-${'aB3'.repeat(12)}`;
const github = `ghp_${'x9Q'.repeat(12)}`;
const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----';

describe('findPrivate', () => {
  test.each([
    [`the key is ${key}.`.replace('.', ' '), key, '[key 1]'],
    [`GITHUB_TOKEN=${github}`, github, '[token 1]'],
    [`push with ${github}`, github, '[token 1]'],
    ['id AKIAIOSFODNN7EXAMPLE here', 'AKIAIOSFODNN7EXAMPLE', '[key 1]'],
    ['Authorization: Bearer abcdefghijkl0123456789', 'abcdefghijkl0123456789', '[token 1]'],
    [`cat id_rsa\n${pem}\nend`, pem, '[private key 1]'],
    ['write to ana.b+c@example.co.uk.', 'ana.b+c@example.co.uk', '[email 1]'],
    ['in /home/ana/project/x.ts', '/home/ana', '[home 1]'],
    [String.raw`in C:\Users\ana\x`, String.raw`C:\Users\ana`, '[home 1]'],
    ['password = "hunter2Hunter3x9"', 'hunter2Hunter3x9', '[secret 1]'],
  ])('%j', (text, value, placeholder) => {
    expect(findPrivate({ content: text })).toMatchObject([{ value, placeholder, count: 1 }]);
  });

  test.each([
    'max_tokens: 4096 and input_tokens=12345678901234567890',
    'sk-learn is a library; a token is a word',
    'a @ b, @handle, x@localhost',
    'the secret: patience and time',
    '-----BEGIN PUBLIC KEY-----',
  ])('nothing in %j', (text) => {
    expect(findPrivate(text)).toEqual([]);
  });

  test('a value under the name of a secret; the same text is one finding', () => {
    const value = { env: { API_KEY: 'abcdefgh12345' }, said: 'it is abcdefgh12345 and a@b.org, a@b.org' };
    expect(findPrivate(value).map(({ placeholder, count }) => [placeholder, count])).toEqual([
      ['[secret 1]', 1],
      ['[email 1]', 2],
    ]);
    expect(sanitize(value, findPrivate(value))).toEqual({
      env: { API_KEY: '[secret 1]' },
      said: 'it is [secret 1] and [email 1], [email 1]',
    });
  });

  test('takes linear time on texts made to be slow', () => {
    for (const text of ['@', 'a@', '-----BEGIN ', 'token ', 'a.', '/home/', 'sk-'].map((part) =>
      part.repeat(100_000),
    )) {
      expect(findPrivate(text).length).toBeLessThan(3);
    }
  });
});

describe('sanitize and restore', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom(key, github, 'a@b.org', '/home/ana', '__proto__', '$&'));
  test('nothing that was found remains, and the way back gives the value', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.array(part).map((parts) => parts.join(' ')),
          { maxLength: 5 },
        ),
        (texts) => {
          fc.pre(!texts.some((text) => /\[\w/u.test(text)));
          const value = { list: texts };
          const found = findPrivate(value);
          const clean = sanitize(value, found);
          for (const { value: secret } of found)
            expect(JSON.stringify(clean.list)).not.toContain(JSON.stringify(secret).slice(1, -1));
          expect(restore(clean, found)).toEqual(value);
        },
      ),
    );
  });

  test('a value without private texts is the same object, and an own __proto__ stays', () => {
    const value = JSON.parse('{"__proto__":{"a":"b"},"c":["d"]}') as Record<string, unknown>;
    expect(sanitize(value, findPrivate(value))).toBe(value);
    const odd = JSON.parse('{"__proto__":{"a":"x a@b.org"}}') as Record<string, unknown>;
    expect(JSON.stringify(sanitize(odd, findPrivate(odd)))).toBe('{"__proto__":{"a":"x [email 1]"}}');
  });
});
