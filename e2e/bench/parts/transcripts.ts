import { closeSync, openSync, writeSync } from 'node:fs';
import type { Message } from '../../../shared/messages/types.ts';

const MB = 1_000_000;
const CODE =
  'export function total(lines: Line[]): number { return lines.reduce((sum, each) => sum + each.price, 0); }\n';

/** Text of about so many bytes, with the quotes and line ends that JSON has to escape. */
function text(bytes: number, salt: number): string {
  return `// part ${salt}: "draft" é\n`.padEnd(40) + CODE.repeat(Math.max(1, Math.round(bytes / CODE.length)));
}

/** A session file of a coding agent: calls and results, one record a line. */
export function writeClaudeCode(file: string, megabytes: number): void {
  const out = openSync(file, 'w');
  const base = { isSidechain: false, sessionId: '0b5e6c1e-0000-4000-8000-000000000001', version: '2.1.90', cwd: '/p' };
  let written = 0;
  let parent: string | null = null;
  const write = (type: string, id: string, rest: object): void => {
    const timestamp = new Date(Date.UTC(2026, 0, 1) + written).toISOString();
    const line = JSON.stringify({ parentUuid: parent, ...base, type, uuid: id, timestamp, ...rest });
    written += writeSync(out, `${line}\n`);
    parent = id;
  };
  write('user', 'u0', { message: { role: 'user', content: 'Read all files and tell what they do.' } });
  for (let turn = 1; written < megabytes * MB; turn++) {
    const message = { id: `msg_${turn}`, type: 'message', role: 'assistant', model: 'claude-sonnet-5' };
    const usage = { input_tokens: 5, cache_read_input_tokens: 900, output_tokens: 60 };
    const call = { type: 'tool_use', id: `toolu_${turn}`, name: 'Read', input: { file_path: `/p/src/${turn}.ts` } };
    const content = [{ type: 'text', text: text(300, turn) }, call];
    const end = { stop_reason: 'tool_use', stop_sequence: null, usage };
    write('assistant', `a${turn}`, { requestId: `req_${turn}`, message: { ...message, content, ...end } });
    const result = { type: 'tool_result', tool_use_id: call.id, content: text(2400 + (turn % 7) * 700, turn) };
    write('user', `u${turn}`, { message: { role: 'user', content: [result] }, toolUseResult: { type: 'text' } });
  }
  closeSync(out);
}

/** A capture of the wire: each of the turns sends everything before it again. */
export function writeWireCapture(file: string, megabytes: number, turns: number): void {
  const out = openSync(file, 'w');
  // n(n+1)/2 times what one turn adds is the whole file.
  const step = (megabytes * MB) / ((turns * (turns + 1)) / 2);
  const messages: Message[] = [{ role: 'user', content: 'Read all files and tell what they do.' }];
  for (let turn = 1; turn <= turns; turn++) {
    const call = { type: 'tool_use', id: `toolu_${turn}`, name: 'read_file', input: { path: `src/${turn}.ts` } };
    const content = [{ type: 'text', text: text(200, turn) }, call];
    writeSync(out, `${JSON.stringify(exchange(turn, messages, content))}\n`);
    messages.push({ role: 'assistant', content });
    const result = { type: 'tool_result', tool_use_id: call.id, content: text(step - 600, turn) };
    messages.push({ role: 'user', content: [result] });
  }
  closeSync(out);
}

function exchange(turn: number, messages: Message[], content: object[]): object {
  const timestamp = 1_770_000_000 + turn;
  const head = { id: `msg_${turn}`, type: 'message', role: 'assistant', model: 'claude-sonnet-5' };
  const end = { stop_reason: 'tool_use', stop_sequence: null, usage: { input_tokens: 50, output_tokens: 9 } };
  const body = { model: 'claude-sonnet-5', max_tokens: 4096, messages };
  return {
    request: { timestamp, method: 'POST', url: 'https://api.anthropic.com/v1/messages', headers: {}, body },
    response: { timestamp: timestamp + 0.5, status_code: 200, headers: {}, body: { ...head, content, ...end } },
    logged_at: '2026-02-02T02:40:00Z',
  };
}
