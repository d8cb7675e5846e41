import { test } from 'vitest';
import { golden } from '../testing/golden.ts';
import { answer, callId, calls, CUT_STREAM, drive, OVERLOADED, stepTo, text, use } from '../testing/stories.ts';

const next = { type: 'next', granularity: 'stop' } as const;

test('stepping through a turn, stop by stop', () =>
  golden(
    'step-by-step',
    'Step halts at each of the four stops, and after the last answer at the end.',
    drive([calls('t1'), text('It is on its way.')]),
    (t) => {
      t.command(next, 'request -> response').run();
      t.command(next, 'response -> tools');
      t.command(next, 'tools -> results').run();
      t.command(next, 'results -> request of the next turn');
      t.command(next).run();
      t.command(next, 'nothing is left but the end');
      t.command(next, 'a person has to speak first');
    },
  ));

test('stepping by turns', () =>
  golden(
    'step-turn',
    'Step turn halts at the same stop of the next turn, or at the end.',
    stepTo(drive([calls('t1'), calls('t2'), text('Done.')]), 'tools'),
    (t) => {
      t.command({ type: 'next', granularity: 'turn' }, 'from tools of turn 1 to tools of turn 2').run();
      t.command({ type: 'next', granularity: 'turn' }, 'there is no third set of calls').run();
    },
  ));

test('breakpoints', () =>
  golden(
    'breakpoints',
    'A breakpoint halts where it matches, a log point prints, a hit condition counts calls, one stop names all that hit.',
    drive([
      calls('t1', use('t2', 'pay', { sum: 50 }), use('t3', 'pay', { sum: 500 })),
      calls(use('t4', 'pay', { sum: 7 })),
      text('Paid.'),
    ]),
    (t) => {
      const set = (id: string, where: object, more: object = {}): void => {
        t.command({ type: 'set-breakpoint', breakpoint: { id, where, enabled: true, ...more } as never });
      };
      set('large', { kind: 'tool', name: 'pay' }, { condition: 'input.sum > 100' });
      set('third', { kind: 'tool', name: 'p*' }, { hitCondition: '3' });
      set('log', { kind: 'tool', name: 'pay' }, { logMessage: 'pays {input.sum}' });
      set('ended', { kind: 'stop_reason', value: 'end_turn' });
      t.command({ type: 'continue' }, 'the large payment').run();
      t.command({ type: 'continue' }, 'the third payment').run();
      t.command({ type: 'continue' }, 'the last answer').run();
      t.command({ type: 'continue' });
    },
  ));

test('pause in each phase that moves', () =>
  golden(
    'pause',
    'Pause never aborts: a stream comes to its end, started calls finish, a wait is cancelled and its count kept.',
    drive([OVERLOADED, calls(use('t1', 'bash'), use('t2', 'bash')), calls('t3'), CUT_STREAM, text('Done.')], {
      limits: { maxRetries: 3 },
    }),
    (t) => {
      t.command({ type: 'pause' }, 'nothing moves yet');
      t.command({ type: 'continue' });
      t.step('the endpoint is overloaded', (driver) => void driver.answerOne());
      t.command({ type: 'pause' }, 'in backing-off: the wait ends, try 2 is next');
      t.command({ type: 'continue' });
      t.command({ type: 'pause' }, 'in sending');
      t.command({ type: 'pause' }, 'twice');
      t.run();
      t.command({ type: 'continue' }, 'bash calls run one after another');
      t.command({ type: 'pause' }, 'in running: the second call is held');
      t.run();
      t.command({ type: 'continue' });
      t.run('the second call finishes, the next answer asks for t3, which finishes; the stream after it is cut');
    },
  ));

test('a pause while the try fails', () =>
  golden(
    'pause-then-fault',
    'A fault on the way to a pause rests at request instead of waiting.',
    drive([OVERLOADED, text('Done.')]),
    (t) => {
      t.command({ type: 'continue' });
      t.command({ type: 'pause' });
      t.run('the endpoint is overloaded');
      t.command({ type: 'continue' }).run();
    },
  ));

test('a call that waits for a person', () =>
  golden(
    'waiting-for-a-person',
    'While a call waits for a person, Continue names it, its siblings go on, and no limit of time runs.',
    drive([calls('t1', use('t2', 'pay', { sum: 5 })), text('Done.')]),
    (t) => {
      t.command({ type: 'set-source', tool: 'pay', source: 'typed' });
      t.command({ type: 'continue' }).run();
      t.command({ type: 'continue' }, 'disabled');
      const edited = { content: 'changed while the other waits', is_error: false };
      t.command({ type: 'edit-result', call: callId(t.driver, 't1'), result: edited });
      t.step('ten minutes pass', (driver) => {
        driver.now += 600_000;
        driver.elapse('run');
        driver.elapse('tool');
      });
      const typed = { content: 'typed', is_error: false };
      t.command({ type: 'edit-result', call: callId(t.driver, 't2'), result: typed }).run();
    },
  ));

test('an answer whose calls no stop_reason asks for', () =>
  golden(
    'contradictions',
    'An end beside an open call, and tool_use without a call, break the rules of the API. The call can be run, answered or dropped.',
    drive([answer([{ type: 'text', text: 'Bye.' }, use('t1')], 'end_turn'), text('Nothing to run.', 'tool_use')]),
    (t) => {
      t.command({ type: 'continue' }).run();
      t.command({ type: 'continue' }, 'not without saying what becomes of the call');
      const head = t.driver.at.head ?? '';
      t.command({ type: 'continue', openCalls: 'run' }, 'run it').run();
      t.command({ type: 'fork', head, stop: 'response', name: 'answer it' }).switchToNewest();
      t.command({ type: 'continue' });
      const result = { content: 'by hand', is_error: false };
      t.command({ type: 'edit-result', call: callId(t.driver, 't1'), result });
      t.command({ type: 'continue' }, 'all calls are answered now').run();
      t.command({ type: 'fork', head, stop: 'response', name: 'drop it' }).switchToNewest();
      t.command({ type: 'edit-message', node: head, message: { role: 'assistant', content: 'Bye.' }, keep: false });
      t.command({ type: 'continue' });
    },
  ));

test('step out of the root', () =>
  golden(
    'step-out-of-the-root',
    'Without a sub-agent Step out runs the loop to its end, and Step into has nothing to enter.',
    drive([calls('t1'), text('Done.')]),
    (t) => {
      t.command({ type: 'stepIn' }, 'no sub-agent call is next');
      t.command({ type: 'next', granularity: 'stop' }).run();
      t.command({ type: 'stepOut' }).run();
    },
  ));
