import { test } from 'vitest';
import { golden } from '../testing/golden.ts';
import { callId, calls, CUT_STREAM, drive, stepTo, text, use } from '../testing/stories.ts';

const next = { type: 'next', granularity: 'stop' } as const;
const go = { type: 'continue' } as const;

test('parallel and serial calls', () =>
  golden(
    'parallel-and-serial',
    'Calls start together, those of serial tools in array order; results are placed by array order, whenever they come.',
    drive([calls(use('t1', 'bash'), 't2', use('t3', 'bash'), use('t4', 'pay')), text('Done.')]),
    (t) => {
      t.command(go).step('the answer comes', (driver) => void driver.answerOne());
      t.step('t4 first, then t2', (driver) => {
        driver.answerOne(2);
        driver.answerOne(1);
      });
      t.step('t1: now t3 may begin', (driver) => void driver.answerOne());
      t.run();
    },
  ));

test('the permission gate', () =>
  golden(
    'permission',
    'A live call asks; a denial is an error result that counts for no limit; allowed calls run.',
    drive([calls('t1', use('t2', 'pay'), use('t3', 'bash')), text('Done.')], { limits: { maxToolErrors: 1 } }),
    (t) => {
      t.command({ type: 'set-source', tool: null, source: 'live' });
      t.command(go).step('the answer comes', (driver) => void driver.answerOne());
      t.command({ type: 'set-call', call: callId(t.driver, 't1'), decision: 'deny' });
      t.command({ type: 'set-call', call: callId(t.driver, 't2'), input: { q: 'less' } }, 'still asks');
      t.command({ type: 'set-call', call: callId(t.driver, 't2'), decision: 'allow' });
      t.command({ type: 'set-call', call: callId(t.driver, 't2'), decision: 'deny' }, 'too late');
      t.command({ type: 'set-call', call: callId(t.driver, 't3'), source: 'scripted' }, 'another source asks nobody');
      t.run();
    },
  ));

test('calls that are never run', () =>
  golden(
    'never-run',
    'A tool nobody offers, and an input that is no JSON, get an error result beside their siblings.',
    drive([calls('t1', use('t2', 'teleport')), { type: 'sse', chunks: [brokenInput()], end: 'eof' }, text('Done.')]),
    (t) => {
      t.command(go).run();
    },
  ));

test('what is set before a call runs', () =>
  golden(
    'set-before-running',
    'At tools each call takes another input, source, decision or an injected fault; the model still sees its own input.',
    stepTo(drive([calls('t1', 't2', 't3', 't4', 't5'), text('Done.')], { limits: { toolTimeoutMs: 500 } }), 'tools'),
    (t) => {
      const set = (id: string, settings: object, note = ''): void => {
        t.command({ type: 'set-call', call: callId(t.driver, id), ...settings } as never, note);
      };
      set('t1', { input: { q: 'another' } });
      set('t1', { input: 'no object' });
      set('t2', { injection: { kind: 'error', text: 'The shop is closed.' } });
      set('t3', { injection: { kind: 'timeout' } });
      set('t4', { injection: { kind: 'delay', ms: 100 } });
      set('t5', { decision: 'deny' });
      t.command({ type: 'undo' }, 'the denial is taken back').command({ type: 'redo' });
      t.command(next).step('the outside answers', (driver) => driver.run());
      t.command({ type: 'undo' }, 'what ran cannot be set any more');
      t.step('t3 never answers', (driver) => void driver.elapse('tool'));
      t.command({ type: 'set-call', call: callId(t.driver, 't1'), input: {} }, 'too late');
      t.command(go).run();
    },
  ));

test('results edited before they are appended', () =>
  golden(
    'edit-results',
    'At results any result can be changed, and changed back; the appended message carries what stands there then.',
    stepTo(drive([calls('t1', use('t2', 'pay')), text('Done.')]), 'results'),
    (t) => {
      const edit = (id: string, content: string, is_error = false): void => {
        t.command({ type: 'edit-result', call: callId(t.driver, id), result: { content, is_error } });
      };
      edit('t1', 'shipped');
      edit('t1', 'lost', true);
      t.command({ type: 'undo' }).command({ type: 'undo' });
      edit('t2', 'declined', true);
      t.command(go).run();
    },
  ));

test('a tool error halts when a person asked for it', () =>
  golden(
    'tool-error-breakpoint',
    'The exception breakpoint for tool errors halts at results and names the calls.',
    drive([calls('t1', use('t2', 'pay')), text('Done.')], {
      tool_results: { look: { content: 'ok' }, pay: { content: 'declined', is_error: true } },
    }),
    (t) => {
      const exceptions = { runFailed: true, failedTry: false, toolError: true };
      t.command({ type: 'set-exception-breakpoints', exceptions });
      t.command(go).run();
      t.command(go).run();
    },
  ));

/** A stream whose tool input is no JSON, although the stream is whole. */
function brokenInput(): string {
  const start = CUT_STREAM.chunks[0];
  const events = [
    { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't3', name: 'look', input: {} } },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"q":"a"}}' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];
  return `${start}${events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')}`;
}
