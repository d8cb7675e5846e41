import type { Message, ResponseMessage } from '../../messages/types.ts';
import { sessionCreate } from '../../session/create.ts';
import type { EventBody, SessionEvent } from '../../session/events.ts';

const TOOLS = ['read_file', 'edit_file', 'run_tests', 'list_files'];

/**
 * The events of a long run: `turns` answers with one call each, and a last one without. Which messages a request
 * carried is left out of its event, or the log would grow with the square of the turns.
 */
export function longSession(turns: number): SessionEvent[] {
  const first: Message[] = [{ role: 'user', content: 'Move the test files to the new runner.' }];
  const config = {
    body: { model: 'claude-opus-5-5', max_tokens: 1024 },
    endpoint: 'scripted',
    policy: 'correct',
  } as const;
  const events: SessionEvent[] = [
    sessionCreate(
      {
        title: 'long',
        scenario: { id: 'long-haul', language: 'en' },
        config,
        messages: first,
        origin: { kind: 'scenario' },
      },
      0,
    ),
  ];
  let at = 0;
  const add = (body: EventBody): number => {
    at += 10;
    const seq = events.length + 1;
    events.push({ v: 1, seq, at, branch: 'b1', ...body });
    return seq;
  };
  add({ type: 'run-start', mode: 'live', phase: 'request' });
  for (let turn = 1; turn <= turns; turn++) addTurn(add, turn, turn === turns);
  add({ type: 'run-end', outcome: { status: 'done', reason: 'end_turn' }, phase: 'response' });
  return events;
}

function addTurn(add: (body: EventBody) => number, turn: number, last: boolean): void {
  const name = TOOLS[turn % TOOLS.length] ?? 'read_file';
  const id = `toolu_${String(turn).padStart(6, '0')}`;
  const input = { path: `src/cart/test/price-${turn}.test.ts` };
  const text = { type: 'text', text: `Step ${turn}: one more file, then the next.` };
  const content = last ? [text] : [text, { type: 'tool_use', id, name, input }];
  const start = add({
    type: 'request-start',
    config: 'c1',
    messages: [],
    bodyHash: '0',
    try: 1,
    turn,
    scriptCursor: turn,
  });
  const request = `q${start}`;
  const message: ResponseMessage = {
    id: `msg_${turn}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    stop_reason: last ? 'end_turn' : 'tool_use',
    usage: { input_tokens: 500 + turn * 30, output_tokens: 60 },
  };
  add({ type: 'response-end', request, message, outcome: 'complete', scriptCursor: turn });
  const answer = `m${add({ type: 'message-append', role: 'assistant', content, origin: 'answer', request })}`;
  if (last) return;
  const call = `${answer}.1`;
  const failed = turn % 17 === 0;
  const result = { content: failed ? 'old_str was not found' : `1 replacement in ${input.path}`, is_error: failed };
  add({ type: 'tool-call-start', call, name, input, source: 'scripted' });
  add({ type: 'tool-call-end', call, result, state: failed ? 'error' : 'ok', source: 'scripted', durationMs: 8 });
  const block = {
    type: 'tool_result',
    tool_use_id: id,
    content: result.content,
    ...(failed ? { is_error: true } : {}),
  };
  add({ type: 'message-append', role: 'user', content: [block], origin: 'results', calls: [call] });
}
