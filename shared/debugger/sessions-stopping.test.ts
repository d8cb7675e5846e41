import { test } from 'vitest';
import { golden } from '../testing/golden.ts';
import { callId, calls, drive, OVERLOADED, stepTo, text, use } from '../testing/stories.ts';

const next = { type: 'next', granularity: 'stop' } as const;
const go = { type: 'continue' } as const;
const stop = { type: 'terminate' } as const;

test('stop in each phase, and what Continue does then', () =>
  golden(
    'stop-in-each-phase',
    'Stop ends the run where it is. Continue sends the same body again, goes on at the answer, or answers open calls as not run.',
    drive([text('never whole'), OVERLOADED, calls('t1', use('t2', 'bash'), use('t3', 'bash')), text('Done.')]),
    (t) => {
      t.note('at request').command(stop).command(stop, 'there is nothing left to stop').command(go);
      t.note('sending: what arrived is kept as an attempt').step('four events of the answer arrive', (driver) =>
        driver.streamPart(4),
      );
      t.command(stop).command(go);
      t.step('the first answer comes after all, to nobody; the second try is asked', (driver) => {
        driver.fact({ type: 'body-end', branch: 'b1', request: 'q5', json: false, nextCursor: 1 });
      });
      t.note('at response').command({ type: 'pause' }).run();
      t.command(stop).command(go, 'the answer is decided on, it ends the run');
    },
  ));

test('going on from a partial answer', () =>
  golden(
    'resume-partial',
    'What had arrived is kept as an attempt; a message that quotes it asks to continue. Restart asks as it was first asked.',
    drive([text('One, two, three, four, five.'), calls('t1'), text('never whole'), text('Done.')]),
    (t) => {
      t.command({ type: 'resume-partial' }, 'nothing was interrupted');
      t.command(go).step('half of the answer arrives', (driver) => driver.streamPart(5));
      t.command(stop).command({ type: 'resume-partial' }).run();
      t.command({ type: 'say', text: 'Go.' }).command(go);
      t.step('the calls and their results come, then half an answer', (driver) => {
        driver.answerOne();
        driver.answerOne();
        driver.streamPart(4);
      });
      t.note('the same after a crash').crash();
      t.command({ type: 'resume-partial' }).run();
      t.command({ type: 'restart' });
    },
  ));

test('stop while backing off', () =>
  golden(
    'stop-while-backing-off',
    'Stop ends the wait; Continue counts its tries anew.',
    drive([OVERLOADED, OVERLOADED, text('Done.')]),
    (t) => {
      t.command(go).step('the endpoint is overloaded', (driver) => void driver.answerOne());
      t.command(stop).command(go).run();
    },
  ));

test('stop between two tools', () =>
  golden(
    'stop-with-running-tools',
    'One result is kept, the running call is cut, its late result is shown aside, and the next request is valid.',
    drive([calls('t1', use('t2', 'pay')), text('Then not.')]),
    (t) => {
      t.command(go).step('the answer and the result of t1 come', (driver) => {
        driver.answerOne();
        driver.answerOne();
      });
      t.command(stop);
      t.step('the result of t2 comes late', (driver) => void driver.answerOne());
      t.command(next, 'answered as not run; the next stop is request').command(go).run();
    },
  ));

test('open calls after a stop', () =>
  golden(
    'run-open-calls',
    'After a stop the open calls can be run after all: those that were cut, too.',
    stepTo(drive([calls('t1', use('t2', 'bash'), use('t3', 'bash')), text('Done.')]), 'tools'),
    (t) => {
      t.command(stop, 'at tools');
      t.command({ type: 'continue', openCalls: 'run' });
      t.step('t1 is answered', (driver) => void driver.answerOne());
      t.command(stop, 'while t2 runs and t3 waits its turn');
      t.command({ type: 'continue', openCalls: 'run' }).run();
    },
  ));

test('stop at results', () =>
  golden(
    'stop-at-results',
    'Results that are in stay: Continue appends them.',
    stepTo(drive([calls('t1'), text('Done.')]), 'results'),
    (t) => {
      t.command(stop).command(go).run();
    },
  ));

test('killed in each phase', () =>
  golden(
    'killed-in-each-phase',
    'After kill -9 a branch rests, nothing resumes by itself, and what may have run is never repeated by itself.',
    drive([OVERLOADED, calls('t1', use('t2', 'pay', { sum: 5 })), text('Done.')]),
    (t) => {
      t.note('at request: the same').crash();
      t.note('sending').command(go).crash();
      t.note('backing off')
        .command(go)
        .step('the endpoint is overloaded', (driver) => void driver.answerOne())
        .crash();
      t.note('at response: the same').command(next).run().crash();
      t.note('at tools: the same').command(next).crash();
      t.note('running: one result is in, one call has begun').command(next);
      t.step('t1 is answered', (driver) => void driver.answerOne()).crash();
      t.command(go, 'what becomes of t2?');
      t.command({ type: 'set-call', call: callId(t.driver, 't2'), decision: 'allow' }, 'run it again');
      t.command(next).run();
      t.note('at results: the same').crash();
      t.command(go).run();
      t.note('at the end: the same').crash();
    },
  ));

test('in doubt: typed, or answered as an error', () =>
  golden(
    'in-doubt',
    'A call in doubt can also be typed, denied, or given an injected error.',
    drive([calls('t1', 't2', 't3'), text('Done.')]),
    (t) => {
      t.command(go)
        .step('the answer comes', (driver) => void driver.answerOne())
        .crash();
      const result = { content: 'as seen in the shop', is_error: false };
      t.command({ type: 'edit-result', call: callId(t.driver, 't1'), result });
      t.command({ type: 'set-call', call: callId(t.driver, 't2'), decision: 'deny' });
      const injection = { kind: 'error', text: 'The host died while it ran.' } as const;
      t.command({ type: 'set-call', call: callId(t.driver, 't3'), injection, decision: 'allow' });
      t.command(go).run();
    },
  ));

test('the end of a killed call that comes from nowhere', () =>
  golden(
    'late-after-kill',
    'A result for a call of the life before is late, whoever sends it, as often as it comes.',
    drive([calls('t1'), text('Done.')]),
    (t) => {
      t.command(go)
        .step('the answer comes', (driver) => void driver.answerOne())
        .crash();
      const effect = t.driver.log.events.findLast((event) => event.type === 'tool-call-start')?.seq ?? 0;
      t.step('twice the result', (driver) => {
        const result = { content: 'from the life before', is_error: false };
        for (let time = 0; time < 2; time++) {
          driver.fact({ type: 'tool-result', branch: 'b1', effect, call: callId(driver, 't1'), result });
        }
      });
      t.command(stop).command(go, 'nobody says "not run" of what may have run').run();
    },
  ));
