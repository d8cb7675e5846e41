import type { ContentBlock, Message } from '../../../shared/messages/types.ts';
import type { SessionEvent } from '../../../shared/session/events.ts';
import { LogBuilder } from '../../../shared/view/testing/build-log.ts';

const WORDS = 'order refund parcel label depot courier street ticket policy agent window reply'.split(' ');

function sentence(from: number): string {
  return Array.from({ length: 18 }, (_, at) => WORDS[(from * 7 + at * 5) % WORDS.length]).join(' ');
}

function calls(turn: number): ContentBlock[] {
  return [
    { type: 'text', text: `Looking up order ${turn}: ${sentence(turn)}.` },
    { type: 'tool_use', id: `toolu_${turn}`, name: 'lookup_order', input: { order_id: `A-${turn}` } },
  ];
}

/** A run of at least so many events, as a real one leaves them: each turn asks, answers, runs a tool and appends. */
export function longRun(events: number): SessionEvent[] {
  const builder = new LogBuilder([{ role: 'user', content: 'Check all open orders, one after the other.' }]);
  for (let turn = 1; builder.seq < events - 6; turn++) {
    const answer = builder.answer(calls(turn), 'tool_use');
    const failed = turn % 97 === 0;
    const result = { content: failed ? 'no such order' : `{"order_id":"A-${turn}"}`, is_error: failed };
    builder.run(`${answer}.1`, 'lookup_order', { order_id: `A-${turn}` }, result);
    builder.results();
  }
  builder.answer([{ type: 'text', text: 'All orders are checked.' }], 'end_turn');
  builder.add({ type: 'run-end', outcome: { status: 'done', reason: 'end_turn' }, phase: 'response' });
  return [...builder.log.events];
}

/** A conversation of so many messages: a question, then calls and results in turn. */
export function longConversation(messages: number): Message[] {
  const list: Message[] = [{ role: 'user', content: 'Check all open orders, one after the other.' }];
  for (let turn = 1; list.length < messages; turn++) {
    list.push({ role: 'assistant', content: calls(turn) });
    const content = `{"order_id":"A-${turn}","note":"${sentence(turn + 3)}"}`;
    list.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content }] });
  }
  return list.slice(0, messages);
}
