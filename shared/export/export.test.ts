import { describe, expect, test } from 'vitest';
import { importFiles } from '../import/import-files.ts';
import type { ImportedConversation } from '../import/import-types.ts';
import { toSession } from '../import/to-session.ts';
import { bytesSource } from '../import/source.ts';
import { fixture, fixtureFiles } from '../import/testing/fixtures.ts';
import { lint } from '../messages/lint.ts';
import { sendable } from '../session/sendable.ts';
import type { EventLog } from '../session/log.ts';
import type { ScenarioStep } from '../scripted/scenario-types.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { story } from '../testing/stories.ts';
import { conversationLog } from './conversation-log.ts';
import type { ExportSource } from './export-types.ts';
import { readLogs } from './read-log.ts';
import { EXPORTERS, exporterById } from './registry.ts';

const MODEL = 'claude-opus-5-5';

function sourceOf(log: EventLog, title = 'A title'): ExportSource {
  const state = log.newest;
  return { title, state, branch: state.record.branches[0]!, events: log.events };
}

function write(id: string, source: ExportSource): string {
  return exporterById(id)!.write(source);
}

async function imported(text: string, name = 'file'): Promise<ImportedConversation[]> {
  return (await importFiles([bytesSource(name, new TextEncoder().encode(text))])).conversations;
}

/** What a session holds, ids and numbers aside. */
function picture({ newest: { tables, record } }: EventLog): unknown {
  return {
    title: record.title,
    configs: tables.configs.map(({ body, policy }) => ({ body, policy })),
    nodes: tables.nodes.map(({ role, content, stopReason, turn, depth, extra }) => ({
      role,
      content,
      stopReason,
      turn,
      depth,
      extra,
    })),
    attempts: tables.attempts.map(({ message, outcome, startedAt, endedAt }) => ({
      message,
      outcome,
      startedAt,
      endedAt,
    })),
    calls: tables.calls.map(({ toolUseId, name, input, state, result }) => ({ toolUseId, name, input, state, result })),
    branches: record.branches.map(({ phase, outcome, counters }) => ({ phase, outcome, counters })),
  };
}

const files = fixtureFiles().filter((name) => !name.endsWith('bomb.yaml'));

describe('every fixture of every format', () => {
  test.each(files)('%s becomes a log with the same messages, and every export writes it', async (name) => {
    const { conversations } = await importFiles([fixture(name)]);
    for (const conversation of conversations) {
      const log = conversationLog(conversation, MODEL);
      const source = sourceOf(log, conversation.title);
      // A result that was made up for the last calls is left to what exports say of open calls.
      const { messages } = toSession(conversation, MODEL).session;
      const open = messages.length;
      const written = sendable(source.state, source.branch);
      expect(written.slice(0, open)).toEqual(messages);
      expect(written.length - open).toBeLessThanOrEqual(1);
      for (const exporter of EXPORTERS) {
        const text = exporter.write(source);
        expect(text.length).toBeGreaterThan(0);
        expect(exporter.write(source)).toBe(text);
      }
      expect(JSON.parse(write('messages', source))).toEqual(written);
      expect(JSON.parse(write('request', source))).toMatchObject({ messages: written, max_tokens: expect.any(Number) });
    }
  });

  test.each(files)('%s comes back from its own log as the same session', async (name) => {
    const { conversations } = await importFiles([fixture(name)]);
    for (const conversation of conversations) {
      const log = conversationLog(conversation, MODEL);
      const text = write('loupe', sourceOf(log));
      const [same] = readLogs(text);
      expect(same!.newest).toEqual(log.newest);
      const [again] = await imported(text);
      if (log.newest.record.branches.length > 1 || !again) continue;
      const { title, synthetic = [] } = conversation;
      expect(picture(conversationLog({ ...again, title, synthetic }, MODEL))).toEqual(picture(log));
    }
  });
});

describe('a session that Loupe recorded', () => {
  const steps: ScenarioStep[] = [
    {
      type: 'response',
      message: { content: [{ type: 'tool_use', id: 't1', name: 'look', input: { q: 1 } }], stop_reason: 'tool_use' },
    },
    { type: 'response', message: { content: 'Done.', stop_reason: 'end_turn' } },
  ];

  function stopped(times: number): EventLog {
    const driver = new SessionDriver(story(steps));
    for (let step = 0; step < times; step += 1) {
      driver.command({ type: 'next', granularity: 'stop' });
      while (driver.answerOne());
    }
    return driver.log;
  }

  test('its log folds to the same state', () => {
    const log = stopped(5);
    const [read] = readLogs(write('loupe', sourceOf(log)));
    expect(read!.newest).toEqual(log.newest);
  });

  test.each([0, 1, 2, 3, 4, 5])('after %i steps the messages array can be sent', (times) => {
    const source = sourceOf(stopped(times));
    const messages: unknown = JSON.parse(write('messages', source));
    const errors = lint({ request: messages }).filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
  });

  test('lines that are no events, and sessions behind one another, are read apart', () => {
    const one = write('loupe', sourceOf(stopped(1)));
    const two = write('loupe', sourceOf(stopped(5)));
    const logs = readLogs(`{"v":1}\n${one}not json\n\n${two}`);
    expect(logs.map(({ seq }) => seq)).toEqual([stopped(1).seq, stopped(5).seq]);
    expect(readLogs('')).toEqual([]);
  });

  test('the document names stop reasons, pairs calls with results and says how it ended', () => {
    const text = write('markdown', sourceOf(stopped(6)));
    expect(text).toContain('**Call #1** `look`');
    expect(text).toContain('**Result #1**');
    expect(text).toContain('`stop_reason`: `tool_use`');
    expect(text).toContain('*done: `end_turn`*');
  });
});
