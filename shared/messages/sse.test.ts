import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SseDecoder, encodeSse, readFrame } from './sse.ts';
import type { SseFrame } from './sse.ts';

const utf8 = new TextEncoder();

/** Decodes `bytes` cut at the given positions. */
function decode(bytes: Uint8Array, cuts: number[] = []) {
  const decoder = new SseDecoder();
  const frames: SseFrame[] = [];
  const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  for (let part = 1; part < edges.length; part += 1)
    frames.push(...decoder.push(bytes.slice(edges[part - 1], edges[part])));
  const rest = decoder.end();
  return { frames: [...frames, ...rest.frames], leftover: rest.leftover };
}

function read(text: string) {
  const { frames, leftover } = decode(utf8.encode(text));
  return { frames: frames.map(({ event, data }) => (event === undefined ? { data } : { event, data })), leftover };
}

describe('lines and fields', () => {
  test.each([
    ['LF', 'event: a\ndata: 1\n\n', [{ event: 'a', data: '1' }]],
    ['CRLF', 'event: a\r\ndata: 1\r\n\r\n', [{ event: 'a', data: '1' }]],
    ['CR', 'event: a\rdata: 1\r\rdata: 2\r\r', [{ event: 'a', data: '1' }, { data: '2' }]],
    [
      'mixed',
      'event: a\r\ndata: 1\n\revent: b\ndata: 2\r\n\n',
      [
        { event: 'a', data: '1' },
        { event: 'b', data: '2' },
      ],
    ],
    ['byte order mark', '\ufeffdata: 1\n\n', [{ data: '1' }]],
    ['no space after the colon', 'event:a\ndata:{"b":1}\n\n', [{ event: 'a', data: '{"b":1}' }]],
    ['one space only is dropped', 'data:  1 \n\n', [{ data: ' 1 ' }]],
    ['several data lines', 'data: 1\ndata\ndata: 3\n\n', [{ data: '1\n\n3' }]],
    ['comments, id and retry', ': hi\n\nid: 7\nretry: 9\ndata: 1\n:x\n\n', [{ data: '1' }]],
    ['event without data', 'event: ping\n\n', [{ event: 'ping', data: '' }]],
    ['blank lines', '\n\n\r\n\ndata: 1\n\n\n', [{ data: '1' }]],
    ['last event line wins', 'event: a\nevent: b\ndata: 1\n\n', [{ event: 'b', data: '1' }]],
    ['an empty name is no name', 'event: a\nevent:\ndata: 1\n\n', [{ data: '1' }]],
    ['mark inside a line is text', 'data: \ufeff1\n\n', [{ data: '\ufeff1' }]],
  ])('%s', (_name, text, frames) => {
    expect(read(text)).toEqual({ frames, leftover: expect.any(String) });
  });

  test('raw is the text of the frame, comments before it included', () => {
    expect(decode(utf8.encode(': hello\n\nevent: a\r\ndata: 1\r\n\r\n')).frames[0]?.raw).toBe(
      ': hello\n\nevent: a\r\ndata: 1\r\n\r\n',
    );
  });
});

describe('the end', () => {
  test.each([
    ['nothing', '', [], ''],
    ['no blank line behind a whole object', 'data: {"a":1}\n', [{ data: '{"a":1}' }], ''],
    [
      'no line end at all',
      'event: message_stop\ndata: {"type":"message_stop"}',
      [{ event: 'message_stop', data: '{"type":"message_stop"}' }],
      '',
    ],
    ['cut inside the object', 'data: {"a":{"b":1}', [], 'data: {"a":{"b":1}'],
    ['cut inside a number', 'data: 12', [], 'data: 12'],
    ['cut behind the name', 'event: message_stop\n', [], 'event: message_stop\n'],
    ['cut inside a field name', 'data: 1\n\ndat', [{ data: '1' }], 'dat'],
    ['CR as last unit', 'data: {"a":1}\r\r', [{ data: '{"a":1}' }], ''],
    ['a comment', ': bye', [], ': bye'],
  ])('%s', (_name, text, frames, leftover) => {
    expect(read(text)).toEqual({ frames, leftover });
  });

  test('a cut inside a character leaves a replacement character in the leftover only', () => {
    const bytes = utf8.encode('data: {"a":"🐟"}');
    expect(decode(bytes.slice(0, 13)).leftover).toBe('data: {"a":"\ufffd');
  });
});

const line = fc.oneof(
  fc.constantFrom('', 'data', ': comment', 'event: ping', 'id: 3', 'data: {"a":"é🐟"}', 'data:x', 'event:a\u2028b'),
  fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, '')),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n')))
  .map((lines) => lines.flat().join(''));

describe('properties', () => {
  test('any cut of the same bytes gives the same frames', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(200), { maxLength: 30 }), (text, cuts) => {
        const bytes = utf8.encode(text);
        const inside = cuts.map((cut) => cut % (bytes.length + 1));
        expect(decode(bytes, inside)).toEqual(decode(bytes));
      }),
    );
  });

  test('one byte at a time, and every single cut', () => {
    const bytes = utf8.encode('\ufeff: c\r\n\r\nevent: é\r\ndata: {"a":"🐟"}\r\n\r\ndata: 2\r\r');
    const whole = decode(bytes);
    expect(decode(bytes, [...bytes.keys()])).toEqual(whole);
    for (let cut = 0; cut <= bytes.length; cut += 1) expect(decode(bytes, [cut])).toEqual(whole);
  });

  test('no text is lost: raw parts and leftover are the stream, whose mark is no text', () => {
    fc.assert(
      fc.property(stream, (text) => {
        const { frames, leftover } = decode(utf8.encode(text));
        const mark = text.startsWith('\ufeff') ? 1 : 0;
        expect(frames.map((frame) => frame.raw).join('') + leftover).toBe(text.slice(mark));
      }),
    );
  });

  test('garbage bytes never throw', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 8 }), (chunks) => {
        const decoder = new SseDecoder();
        const frames = [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end().frames];
        for (const frame of frames) expect(readFrame(frame).kind).toMatch(/^(event|ignored|bad-json)$/);
      }),
    );
  });

  test('events survive encoding', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ minLength: 1 }), (fields, type) => {
        const event = { ...fields, type };
        const frame = decode(utf8.encode(encodeSse(event))).frames[0]!;
        expect(readFrame(frame)).toMatchObject({
          kind: 'event',
          event: JSON.parse(JSON.stringify({ ...event, type })),
        });
      }),
      { examples: [[{ a: '\ud83d' }, 'x\r\ny']] },
    );
  });
});

describe('readFrame', () => {
  test.each([
    [
      { event: 'ping', data: 'anything', raw: '' },
      { kind: 'event', event: { type: 'ping' }, named: true },
    ],
    [
      { event: 'message_stop', data: '{}', raw: '' },
      { kind: 'event', event: { type: 'message_stop' }, named: true },
    ],
    [
      { data: '{"type":"message_stop"}', raw: '' },
      { kind: 'event', event: { type: 'message_stop' }, named: false },
    ],
    [
      { event: 'a', data: '{"type":"b"}', raw: '' },
      { kind: 'event', event: { type: 'b' }, named: true },
    ],
    [
      { data: '[DONE]', raw: '' },
      { kind: 'ignored', why: 'not-an-event' },
    ],
    [
      { event: 'a', data: '7', raw: '' },
      { kind: 'ignored', why: 'not-an-event' },
    ],
    [
      { event: 'a', data: '', raw: '' },
      { kind: 'ignored', why: 'no-data' },
    ],
    [
      { event: 'error', data: 'upstream died', raw: '' },
      { kind: 'event', event: { type: 'error', error: { type: 'unknown', message: 'upstream died' } }, named: true },
    ],
    [
      { event: 'a', data: '{"x', raw: '' },
      { kind: 'bad-json', event: 'a', data: '{"x' },
    ],
  ])('%j', (frame, reading) => {
    expect(readFrame(frame)).toMatchObject(reading);
  });
});

test('encodeSse writes the bytes of the API', () => {
  expect(encodeSse({ type: 'ping' })).toBe('event: ping\ndata: {"type": "ping"}\n\n');
  expect(encodeSse({ type: 'content_block_stop', index: 1 })).toBe(
    'event: content_block_stop\ndata: {"type":"content_block_stop","index":1}\n\n',
  );
});

test('a long line in small pieces costs linear time', () => {
  const time = (size: number) => {
    const bytes = utf8.encode(`data: {"a":"${'x'.repeat(size)}"}\n\n`);
    const start = performance.now();
    const decoder = new SseDecoder();
    let frames = 0;
    for (let at = 0; at < bytes.length; at += 16) frames += decoder.push(bytes.subarray(at, at + 16)).length;
    expect(frames).toBe(1);
    return performance.now() - start;
  };
  time(200_000);
  expect(time(3_200_000)).toBeLessThan(40 * Math.max(time(400_000), 5));
});
