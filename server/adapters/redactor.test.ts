import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RawFrame, SessionEvent } from '../../shared/session/events.ts';
import { createRedactor } from './redactor.ts';

const KEY = 'sk-ant-test-0123456789';
const redactor = createRedactor(() => [
  ['ANTHROPIC_API_KEY', KEY],
  ['API key', `${KEY}-longer`],
  ['odd', 'pass"word\\1'],
  ['tiny', 'abc'],
]);

function say(content: unknown): SessionEvent {
  return {
    v: 1,
    seq: 1,
    at: 0,
    branch: 'b1',
    type: 'message-append',
    role: 'user',
    content,
    origin: 'say',
  } as SessionEvent;
}

it('replaces a secret wherever it stands in an event', () => {
  const event = say([
    { type: 'text', text: `my key is ${KEY}, really ${KEY}` },
    { type: 'tool_use', id: 't1', name: 'x', input: { deep: [{ [`k${KEY}`]: KEY }] } },
  ]);
  const text = JSON.stringify(redactor.event(event));
  expect(text).not.toContain(KEY);
  expect(text).toContain('my key is [secret ANTHROPIC_API_KEY], really [secret ANTHROPIC_API_KEY]');
  expect(text).toContain('"k[secret ANTHROPIC_API_KEY]":"[secret ANTHROPIC_API_KEY]"');
});

it('leaves nothing of a secret that contains another one', () => {
  expect(redactor.text(`<${KEY}-longer>`)).toBe('<[secret API key]>');
});

it('finds a secret inside JSON text, where its quotes are escaped', () => {
  expect(redactor.text(JSON.stringify({ password: 'pass"word\\1' }))).toBe('{"password":"[secret odd]"}');
});

it('does not blank out words because of a very short secret', () => {
  expect(redactor.text('abcdef')).toBe('abcdef');
});

it('gives back the same object when there is nothing to hide', () => {
  const event = say('nothing here');
  expect(redactor.event(event)).toBe(event);
  expect(createRedactor(() => []).event(event)).toBe(event);
});

it('keeps a key named __proto__ a key', () => {
  const event = say(JSON.parse(`[{"type":"x","__proto__":{"a":"${KEY}"}}]`));
  expect(JSON.stringify(redactor.event(event))).toContain('"__proto__":{"a":"[secret ANTHROPIC_API_KEY]"}');
});

it('asks for the secrets each time', () => {
  const secrets: [string, string][] = [];
  const late = createRedactor(() => secrets);
  expect(late.text('typed-later')).toBe('typed-later');
  secrets.push(['API key', 'typed-later']);
  expect(late.text('typed-later')).toBe('[secret API key]');
});

function bytesOf(frames: readonly RawFrame[]): string {
  return Buffer.concat(
    frames.map(([, data]) => (typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.b64, 'base64'))),
  ).toString('utf8');
}

it('finds a secret that any number of frames share, and keeps all other bytes', () => {
  const parts = fc.array(fc.constantFrom(KEY, 'é', '漢', ' text ', '\n', 'sk-ant-', '"'), { maxLength: 12 });
  const cuts = fc.array(fc.nat(400), { maxLength: 6 });
  fc.assert(
    fc.property(parts, cuts, fc.boolean(), (words, places, base64) => {
      const bytes = Buffer.from(words.join(''));
      const borders = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
      const frames = borders.slice(1).map((end, index): RawFrame => {
        const piece = bytes.subarray(borders[index], end);
        const whole = Buffer.from(piece.toString('utf8')).equals(piece);
        return [index, base64 || !whole ? { b64: piece.toString('base64') } : piece.toString('utf8')];
      });
      const event = {
        v: 1,
        seq: 1,
        at: 0,
        branch: 'b1',
        type: 'response-chunk',
        request: 'r1',
        frames,
      } as SessionEvent;
      const done = redactor.event(event);
      if (done.type !== 'response-chunk') throw new Error('the type changed');
      expect(bytesOf(done.frames)).toBe(words.join('').replaceAll(KEY, '[secret ANTHROPIC_API_KEY]'));
      expect(done.frames.map(([dt]) => dt)).toEqual(frames.map(([dt]) => dt));
    }),
  );
});
