import { describe, expect, it } from 'vitest';
import { runLint, type TranscriptReader } from './lint.ts';

interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Runs the command on a file of this text (and on standard input). */
async function run(text: string | Error, ...args: string[]): Promise<Ran> {
  return runWith(undefined, text, ...args);
}

async function runWith(reader: TranscriptReader | undefined, text: string | Error, ...args: string[]): Promise<Ran> {
  const written = { out: '', err: '' };
  const read = async (): Promise<string> => {
    if (typeof text !== 'string') throw text;
    return text;
  };
  const code = await runLint(
    args,
    {
      readFile: read,
      stdin: read,
      stdout: (part) => void (written.out += part),
      stderr: (part) => void (written.err += part),
    },
    reader,
  );
  return { code, ...written };
}

const LEGAL =
  '{ "model":"claude-sonnet-4-5" ,\r\n\t"max_tokens": 1e3, "messages": [ {"role":"user","content":"caf\\u00e9 \\/ 129.00"} ],\r\n\t"metadata":{"user_id":"a","user_id":"b"} }\r\n\r\n';
const BROKEN = `{
  "model": "claude-sonnet-4-5",
  "max_tokens": 1.0e3,
  "messages": [
    { "role": "user", "content": "caf\\u00e9" },
    { "role": "assistant", "content": [ { "type": "tool_use", "id": "a", "name": "look", "input": { "price": 129.00 } } ] },
    { "role": "user", "content": "caf\\u00e9 again" }
  ],
  "tools": [{ "name": "look", "input_schema": { "type": "object" } }]
}
`;

describe('lint FILE', () => {
  it('exits 0 and says so when nothing is wrong', async () => {
    expect(await run(LEGAL, 'chat.json')).toEqual({ code: 0, out: 'chat.json: no problems\n', err: '' });
  });

  it('exits 1 for errors and names place, rule and the words of the API', async () => {
    const { code, out, err } = await run(BROKEN, 'chat.json');
    expect(code).toBe(1);
    expect(err).toBe('');
    expect(out).toContain('messages.1.content.0  error  tool-use-unanswered (reported first by the API, fixable)');
    expect(out).toContain(
      'API: 400 invalid_request_error: messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: a.',
    );
    expect(out).toMatch(/1 error, 0 warnings; --fix repairs 1 of them\n$/);
  });

  it('exits 0 for warnings alone', async () => {
    const warned = BROKEN.replace(
      '"caf\\u00e9 again"',
      '[{"type":"tool_result","tool_use_id":"a"},{"type":"text","text":"x"}]',
    );
    const { code, out } = await run(warned, 'chat.json');
    expect(code).toBe(0);
    expect(out).toContain('0 errors, 1 warning, 1 note');
  });

  it('prints one JSON document with --json', async () => {
    const { code, out } = await run(BROKEN, '--json', 'chat.json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      problems: [
        {
          rule: 'tool-use-unanswered',
          severity: 'error',
          path: 'messages.1.content.0',
          message: expect.stringContaining('The call a has no tool_result'),
          api: {
            status: 400,
            type: 'invalid_request_error',
            message: expect.stringContaining('immediately after: a.'),
          },
          first: true,
          fixable: true,
          ids: ['a'],
        },
      ],
    });
  });

  it('reads standard input, a bare list and a recorded request', async () => {
    expect(await run('[{"role":"user","content":"Hi."}]', '-')).toMatchObject({
      code: 0,
      out: 'standard input: no problems\n',
    });
    const recorded = `{"request": ${BROKEN}, "provenance": {}}`;
    expect((await run(recorded, 'r.json', '--json')).out).toContain('"path":"messages.1.content.0"');
  });

  it('judges for the model and the version asked for', async () => {
    const prefill = '[{"role":"user","content":"Hi."},{"role":"assistant","content":"{"}]';
    expect((await run(prefill, 'f')).code).toBe(0);
    expect((await run(prefill, 'f', '--model=claude-opus-4-6')).out).toContain('prefill-unsupported');
    const warm = LEGAL.replace('"max_tokens"', '"temperature": 1, "max_tokens"');
    expect((await run(warm, 'f', '--api-version', '2026-10-21')).out).toContain('sampling-removed');
    expect((await run(warm, 'f', '--api-version', '2023-06-01')).code).toBe(0);
  });
});

describe('lint --fix', () => {
  it.each([
    ['as it came', LEGAL],
    ['with a byte order mark', `\uFEFF${LEGAL}`],
    ['without a line end', LEGAL.trimEnd()],
  ])('gives a legal document back byte for byte, %s', async (_title, text) => {
    expect(await run(text, '--fix', 'chat.json')).toEqual({ code: 0, out: text, err: '' });
  });

  it('changes the text only where it was wrong', async () => {
    const { code, out, err } = await run(BROKEN, 'chat.json', '--fix');
    expect(code).toBe(0);
    expect(err).toContain('repaired: tool-use-unanswered\n');
    const [before, after] = [BROKEN.split('\n'), out.split('\n')];
    expect(after.slice(0, 6)).toEqual(before.slice(0, 6));
    expect(after.slice(-4)).toEqual(before.slice(-4));
    expect(out).toContain('"text": "caf\\u00e9 again"');
    expect(JSON.parse(out)).toMatchObject({
      messages: [
        {},
        {},
        {
          content: [
            { type: 'tool_result', tool_use_id: 'a', is_error: true },
            { type: 'text', text: 'café again' },
          ],
        },
      ],
    });
    expect((await run(out, 'chat.json')).code).toBe(0);
    expect((await run(out, 'chat.json', '--fix')).out).toBe(out);
  });

  it('keeps byte order mark and line ends of what it repairs', async () => {
    const { out } = await run(`\uFEFF${BROKEN.replaceAll('\n', '\r\n')}`, 'f', '--fix');
    expect(out.startsWith('\uFEFF{\r\n')).toBe(true);
    expect(out.replaceAll('\r\n', '')).not.toContain('\n');
  });

  it('keeps the form of a recorded request and moves its provenance along', async () => {
    const recorded =
      '{"request":{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":""},{"role":"user","content":"b"},{"role":"assistant","content":"c"}]},"provenance":{"messages.3":{"model":"m"}},"note":1.0}';
    const { out, code } = await run(recorded, 'f', '--fix');
    expect(code).toBe(0);
    expect(out).toBe(
      '{"request":{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"},{"role":"assistant","content":"c"}]},"provenance":{"messages.2":{"model":"m"}},"note":1.0}',
    );
  });

  it('exits 1 with what is left on stderr', async () => {
    const { code, out, err } = await run('{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[]}', 'f', '--fix');
    expect({ code, out }).toEqual({ code: 1, out: '{"model":"claude-sonnet-4-5","max_tokens":9,"messages":[]}' });
    expect(err).toContain('messages  error  messages-list');
    expect(err).toContain('left: 1 error, 0 warnings');
  });

  it('with --json prints what is left, what was repaired and the document', async () => {
    const { out } = await run(BROKEN, 'f', '--fix', '--json');
    expect(JSON.parse(out)).toMatchObject({
      problems: [{ rule: 'text-after-tool-result' }],
      fixed: ['tool-use-unanswered'],
      document: { model: 'claude-sonnet-4-5', messages: [{}, {}, { role: 'user' }] },
    });
  });
});

describe('a log of conversations', () => {
  const reader: TranscriptReader = async (text) =>
    text.startsWith('log')
      ? [
          { id: 'main', request: [{ role: 'user', content: 'Hi.' }] },
          {
            id: 'side',
            request: [
              { role: 'user', content: '' },
              { role: 'user', content: 'x' },
              { role: 'assistant', content: 7 },
            ],
          },
        ]
      : null;

  it('is judged conversation by conversation', async () => {
    const { code, out } = await runWith(reader, 'log', 'f.jsonl');
    expect(code).toBe(1);
    expect(out).toContain('f.jsonl · main: no problems\n');
    expect(out).toContain('f.jsonl · side\n  messages.2.content  error  content-type');
    const json = JSON.parse((await runWith(reader, 'log', 'f.jsonl', '--json')).out) as { problems: unknown[] };
    expect(json.problems[0]).toMatchObject({ rule: 'content-type', conversation: 'side' });
  });

  it('is not repaired in place, and anything else is still refused', async () => {
    expect(await runWith(reader, 'log', 'f.jsonl', '--fix')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('f.jsonl is a log'),
    });
    expect(await runWith(reader, 'nonsense', 'f.jsonl')).toMatchObject({
      code: 2,
      err: expect.stringContaining('f.jsonl is not JSON'),
    });
  });
});

describe('what cannot be read', () => {
  it.each([
    [['f', '--modell', 'x'], 'there is no option --modell'],
    [[], 'name a file'],
    [['a', 'b'], 'one file at a time'],
    [['f', '--model'], '--model needs a value'],
    [['f', '--api-version', '2024-01-01'], '--api-version is 2023-06-01 or 2026-10-21'],
    [['f', '--json=yes'], '--json takes no value'],
  ])('%j is bad usage', async (args, sentence) => {
    const { code, out, err } = await run(LEGAL, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
    expect(err).toContain('usage: agent-loupe lint');
  });

  it.each([
    ['{\n  "messages": [,]\n}', 'not JSON: line 2, column 16: '],
    ['{"a":1}\n{"a":2}', 'not JSON: line 2, column 1: end of file expected'],
    ['', 'is empty'],
    ['{"a":1}', 'This object has no messages. Accepted are a messages array'],
    ['"text"', 'This is a string.'],
    [`${'['.repeat(600)}${']'.repeat(600)}`, 'nested deeper than 512 levels'],
    ['{"type":"message","role":"assistant","content":[]}', 'a response of the API, not a request'],
  ])('%s exits 2', async (text, sentence) => {
    const { code, out, err } = await run(text, 'f.json');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/\n {4}at /);
  });

  it('says why a file cannot be read', async () => {
    const missing = Object.assign(new Error('ENOENT: x'), { code: 'ENOENT' });
    expect(await run(missing, 'gone.json')).toEqual({
      code: 2,
      out: '',
      err: 'agent-loupe lint: cannot read gone.json: there is no such file.\n',
    });
    expect((await run(Object.assign(new Error('x'), { code: 'EISDIR' }), 'd')).err).toContain('it is a folder');
  });

  it('explains itself', async () => {
    expect(await run(LEGAL, '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('usage: agent-loupe lint'),
      err: '',
    });
  });
});
