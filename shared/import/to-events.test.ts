import { describe, expect, it } from 'vitest';
import { rebuildRequest } from '../loop/compose.ts';
import { EventLog } from '../session/log.ts';
import type { SessionEvent } from '../session/events.ts';
import { messagesOf } from '../session/tree.ts';
import { eventLine } from '../testing/event-line.ts';
import { importFiles } from './import-files.ts';
import { safeMessage } from './safe-message.ts';
import { bytesSource } from './source.ts';
import { fixture, fixtureFiles } from './testing/fixtures.ts';
import { sessionEvents } from './to-events.ts';
import { toSession } from './to-session.ts';

const NOW = Date.UTC(2026, 5, 1);
const options = { model: 'fallback', now: NOW };

async function eventsOf(name: string): Promise<SessionEvent[]> {
  const { conversations } = await importFiles([fixture(name)]);
  return [...sessionEvents(conversations[0]!, options)];
}

async function eventsOfMessages(messages: unknown[]): Promise<SessionEvent[]> {
  const bytes = new TextEncoder().encode(JSON.stringify(messages));
  const { conversations } = await importFiles([bytesSource('messages.json', bytes)]);
  return [...sessionEvents(conversations[0]!, options)];
}

const lines = (events: readonly SessionEvent[]): string[] => events.map(eventLine);

describe('sessionEvents', () => {
  it('writes a conversation as the run that it records', async () => {
    expect(lines(await eventsOf('claude-code/parallel.jsonl')).join('\n')).toMatchInlineSnapshot(`
      "1 b1 session-create: user "Read a.txt and b.txt"
      2 b1 run-start from request
      3 b1 request-start turn 1 try 1: m1.0
      4 b1 response-end complete, stop_reason tool_use
      5 b1 message-append m5 assistant (answer): [thinking, "Reading both.", tool_use toolu_a Read{"file_path":"a.txt"}, tool_use toolu_b Read{"file_path":"b.txt"}]
      6 b1 stopped at tools, step
      7 b1 tool-call-start m5.2 Read {"file_path":"a.txt"} from recorded
      8 b1 tool-call-start m5.3 Read {"file_path":"b.txt"} from recorded
      9 b1 tool-call-end m5.2 ok (recorded): A
      10 b1 tool-call-end m5.3 ok (recorded): B
      11 b1 message-append m11 user (results): [tool_result toolu_a "A", tool_result toolu_b "B", "<system-reminder>Be kind.</system-reminder>"]
      12 b1 request-start turn 2 try 1: … m1.0, m5, m11
      13 b1 response-end complete, stop_reason end_turn
      14 b1 message-append m14 assistant (answer): ["A and B."]
      15 b1 run-end done · end_turn in response
      16 b1 source-set every tool from recorded"
    `);
  });

  it('makes a branch of what was rewound', async () => {
    expect(lines(await eventsOf('claude-code/rewind.jsonl')).join('\n')).toMatchInlineSnapshot(`
      "1 b1 session-create: user "Which sort?"
      2 b1 run-start from request
      3 b1 request-start turn 1 try 1: m1.0
      4 b1 response-end complete, stop_reason end_turn
      5 b1 message-append m5 assistant (answer): ["Any preference?"]
      6 b1 run-end done · end_turn in response
      7 b1 message-append m7 user (say): "Merge sort, rather"
      8 b1 run-start from request
      9 b1 request-start turn 2 try 1: … m1.0, m5, m7
      10 b1 response-end complete, stop_reason tool_use
      11 b1 message-append m11 assistant (answer): [tool_use toolu_m Write{"file_path":"m.py"}]
      12 b1 stopped at tools, step
      13 b1 tool-call-start m11.0 Write {"file_path":"m.py"} from recorded
      14 b1 tool-call-end m11.0 ok (recorded): written
      15 b1 message-append m15 user (results): [tool_result toolu_m "written"]
      16 b1 request-start turn 3 try 1: … m7, m11, m15
      17 b1 response-end complete, stop_reason end_turn
      18 b1 message-append m18 assistant (answer): ["Merge sort is there."]
      19 b1 run-end done · end_turn in response
      20 b1 branch-create "rewind 1: Quick sort" (fork) from b1 at m5, response
      21 b20 run-end done · end_turn in response
      22 b20 message-append m22 user (say): "Quick sort"
      23 b20 run-start from request
      24 b20 request-start turn 2 try 1: m1.0, m5, m22
      25 b20 response-end complete, stop_reason tool_use
      26 b20 message-append m26 assistant (answer): ["Writing.", tool_use toolu_q Write{"file_path":"q.py"}]
      27 b20 stopped at tools, step
      28 b20 tool-call-start m26.1 Write {"file_path":"q.py"} from recorded
      29 b20 tool-call-end m26.1 ok (recorded): written
      30 b20 message-append m30 user (results): [tool_result toolu_q "written"]
      31 b20 request-start turn 3 try 1: … m22, m26, m30
      32 b20 response-end complete, stop_reason end_turn
      33 b20 message-append m33 assistant (answer): ["Quick sort is there."]
      34 b20 run-end done · end_turn in response
      35 b1 source-set every tool from recorded"
    `);
  });

  it('keeps times and usage of the source', async () => {
    const events = await eventsOf('claude-code/parallel.jsonl');
    const log = EventLog.of(events);
    const [first] = log.newest.tables.attempts;
    expect(new Date(first?.startedAt ?? 0).toISOString()).toBe('2026-03-01T10:00:02.000Z');
    expect((first?.endedAt ?? 0) - (first?.startedAt ?? 0)).toBe(10_000);
    expect(first?.message?.usage).toMatchObject({ input_tokens: 5, output_tokens: 40 });
    expect(events.at(-1)?.at).toBe(NOW);
    expect(log.newest.tables.calls.map(({ durationMs, source }) => [durationMs, source])).toEqual([
      [6000, 'recorded'],
      [6000, 'recorded'],
    ]);
  });

  it('rests with the last calls open when nobody answered them', async () => {
    const branch = EventLog.of(await eventsOf('claude-code/interrupted.jsonl')).newest.record.branches[0];
    expect(branch?.phase).toBe('tools');
    expect(branch?.calls.map(({ toolUseId, source }) => [toolUseId, source])).toEqual([['toolu_ls', 'recorded']]);
  });

  it('keeps a broken pairing as it is', async () => {
    const events = await eventsOf('messages-api/broken-pairing.json');
    const { newest } = EventLog.of(events);
    expect(newest.tables.calls).toEqual([]);
    expect(newest.record.branches[0]?.outcome).toEqual({ status: 'done', reason: 'end_turn' });
  });

  it('keeps answers that follow each other, results of only some calls, and extra fields', async () => {
    const messages = [
      { role: 'user', content: 'q', note: 1 },
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 't1', name: 'x', input: {} },
          { type: 'tool_use', id: 't2', name: 'x', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't2', content: 'two' },
          { type: 'text', text: 'more' },
        ],
        tag: 'y',
      },
      { role: 'user', content: 'and' },
    ];
    const { newest } = EventLog.of(await eventsOfMessages(messages));
    const branch = newest.record.branches[0]!;
    expect(messagesOf(newest, branch.head)).toEqual(messages);
    expect(newest.tables.calls.map(({ toolUseId }) => toolUseId)).toEqual(['t2']);
    expect(branch.phase).toBe('request');
  });

  it.each(fixtureFiles())('writes everything that %s holds, and hashes that hold', async (name) => {
    const { conversations } = await importFiles([fixture(name)]);
    for (const conversation of conversations) {
      const log = EventLog.of(JSON.parse(JSON.stringify([...sessionEvents(conversation, options)])) as SessionEvent[]);
      const { newest } = log;
      const main = newest.record.branches[0]!;
      const plain = JSON.parse(JSON.stringify(toSession(conversation, 'f').session.messages.map(safeMessage)));
      expect(messagesOf(newest, main.head)).toEqual(plain);
      for (const [index, branch] of conversation.branches.entries()) {
        const head = newest.record.branches[index + 1]?.head ?? null;
        expect(messagesOf(newest, head).slice(branch.from)).toEqual(JSON.parse(JSON.stringify(branch.messages)));
      }
      for (const attempt of newest.tables.attempts) expect(rebuildRequest(newest, attempt).matches).toBe(true);
      expect(newest.record.branches.every(({ goal }) => goal === null)).toBe(true);
    }
  });
});
