import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { RequestBody } from '../messages/types.ts';
import { curlOf } from './inspect-curl.ts';

const to = { baseUrl: "http://127.0.0.1:4747/scripted/it's", apiVersion: '2023-06-01', key: true };
const body: RequestBody = {
  model: 'm',
  max_tokens: 1,
  stream: true,
  messages: [{ role: 'user', content: "it's $HOME `id` \\ \n BODY 'x'" }],
};

describe('curlOf', () => {
  test('a shell hands the body to curl unchanged and knows the key by name only', () => {
    const command = curlOf(body, to);
    const shell = `curl() { for part in "$@"; do printf '%s\\n' "$part" >&2; done; cat; }\n${command}`;
    const out = execFileSync('sh', ['-c', shell], {
      env: { ANTHROPIC_API_KEY: 'k', HOME: '/nowhere' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(JSON.parse(out.toString())).toEqual(body);
    expect(command).toContain('"authorization: Bearer $ANTHROPIC_API_KEY"');
    expect(command).toContain('--no-buffer');
  });

  test('the scripted API needs no key', () => {
    expect(curlOf({ ...body, stream: false }, { ...to, key: false })).not.toMatch(/authorization|no-buffer/u);
  });
});
