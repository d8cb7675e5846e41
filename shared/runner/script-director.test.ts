import { describe, expect, test } from 'vitest';
import type { ScenarioStep } from '../scripted/scenario-types.ts';
import { textOf } from '../messages/blocks.ts';
import { EventLog } from '../session/log.ts';
import { messagesOf } from '../session/tree.ts';
import { ScriptedPorts } from '../testing/scripted-ports.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { calls, story, text, use } from '../testing/stories.ts';
import { runReport } from './run-report.ts';
import { ScriptDirector } from './script-director.ts';
import { SessionRunner } from './session-runner.ts';

/** Plays a script to its end. */
async function play(steps: ScenarioStep[], more: Parameters<typeof story>[1] = {}) {
  const scenario = story(steps, more);
  const ports = new ScriptedPorts(scenario);
  const log = EventLog.of(new SessionDriver(scenario).log.events);
  const runner = new SessionRunner({ sessionId: 's', log, ports, mode: 'headless' });
  const director = new ScriptDirector(runner, scenario, 'b1');
  ports.waitsFor = (call) => (director.holds(call.toolUseId) ? 'script' : 'none');
  await director.play();
  await runner.idle();
  const [branch] = log.newest.record.branches;
  return { log, ports, branch, messages: messagesOf(log.newest, branch?.head ?? null) };
}

const done = (tool_use_id: string, content = `${tool_use_id} done`): ScenarioStep => ({
  type: 'tool_done',
  tool_use_id,
  content,
});
const user = (said: string): ScenarioStep => ({ type: 'user', text: said });
const CANCEL: ScenarioStep = { type: 'cancel' };

const said = (messages: Awaited<ReturnType<typeof play>>['messages']): string[] =>
  messages.map((message) =>
    typeof message.content === 'string'
      ? message.content
      : message.content
          .map((block) => textOf([block]) || textOf(block.content as never) || String(block.name))
          .join(' + '),
  );

test('a script without runner steps is played to its end', async () => {
  const { branch, ports } = await play([calls('t1'), text('Done.')]);
  expect([branch?.outcome?.reason, ports.asked]).toEqual(['end_turn', [1, 3]]);
});

test('what the user says next is said once the loop has stopped, and the last stop is the outcome', async () => {
  const { branch, messages } = await play([
    text('One.'),
    user('And?'),
    text('Two.', 'max_tokens'),
    user('Go on.'),
    text('Three.'),
  ]);
  expect(said(messages)).toEqual(['Where is my order?', 'One.', 'And?', 'Two.', 'Go on.', 'Three.']);
  expect(branch?.outcome?.reason).toBe('end_turn');
});

test('words behind a refusal join the question', async () => {
  const { messages } = await play([
    { type: 'response', message: { content: [], stop_reason: 'refusal' } },
    user('Please.'),
    text('Fine.'),
  ]);
  expect(messages).toHaveLength(2);
});

test('a call that a later step names waits for it; results stand in array order', async () => {
  const { messages, log } = await play([calls('t1', 't2', use('t3', 'pay')), done('t2'), done('t1'), text('Done.')]);
  expect(said(messages)[2]).toBe('t1 done + t2 done + pay says ok');
  const ends = log.events.flatMap((event) => (event.type === 'tool-call-end' ? [textOf(event.result.content)] : []));
  expect(ends.filter((end) => end.endsWith('done'))).toEqual(['t2 done', 't1 done']);
});

describe('cancel', () => {
  test('keeps what is in, answers what is open, ignores what comes later, and sends nothing until the user speaks', async () => {
    const { messages, ports, log } = await play([
      calls('t1', use('t2', 'pay')),
      done('t1'),
      CANCEL,
      done('t2', 'too late'),
      user('Then not.'),
      text('All right.'),
    ]);
    expect(said(messages)[2]).toBe(
      't1 done + not run to its end: the run was cancelled; it may have done part of its work + Then not.',
    );
    expect(ports.asked).toEqual([1, 3]);
    expect(log.newest.tables.late.map((fact) => fact.result?.content)).toEqual(['too late']);
  });

  test('is the outcome when nothing follows, and the history can be sent', async () => {
    const { branch, log, ports } = await play([calls('t1'), CANCEL, done('t1')]);
    expect([branch?.outcome?.reason, ports.asked]).toEqual(['cancelled', [1]]);
    expect(runReport(log, 'b1').history.at(-1)).toMatchObject({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', is_error: true }],
    });
  });

  test('after the end is passed over', async () => {
    const { branch } = await play([text('Done.'), CANCEL, user('More?'), text('No.')]);
    expect(branch?.outcome?.reason).toBe('end_turn');
  });
});

test('a result for a call that never ran is passed over', async () => {
  const { branch, messages } = await play([calls(use('t1', 'nobody')), done('t1'), done('t9'), text('Done.')]);
  expect(said(messages)[2]).toContain('There is no tool named nobody');
  expect(branch?.outcome?.reason).toBe('end_turn');
});

test('serial calls wait for their turn, also when the script finishes the second one first', async () => {
  const { messages } = await play([calls(use('t1', 'bash'), use('t2', 'bash')), done('t1'), done('t2'), text('Done.')]);
  expect(said(messages)[2]).toBe('t1 done + t2 done');
});

test('a script that cannot go on says why', async () => {
  await expect(play([text('Done.'), user('  '), text('Never.')])).rejects.toThrow(
    "the script's say was refused: empty-text",
  );
});
