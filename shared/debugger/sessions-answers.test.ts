import { expect, test } from 'vitest';
import { golden } from '../testing/golden.ts';
import {
  answer,
  BAD_REQUEST,
  CUT_STREAM,
  drive,
  OVERLOADED,
  stepTo,
  text,
  use,
  WRONG_STREAM,
} from '../testing/stories.ts';

const go = { type: 'continue' } as const;
const say = (words: string) => ({ type: 'say', text: words }) as const;

test('going on after each end', () =>
  golden(
    'after-each-end',
    'What lets a run go on depends on how it ended: nothing more, a word of the person, or an edit.',
    drive([
      text('Bye.'),
      text('A,', 'stop_sequence'),
      answer([], 'refusal'),
      text('I wo', 'refusal'),
      text('Too lo', 'max_tokens'),
      text('Full', 'model_context_window_exceeded'),
      text('Hm', 'from_the_future'),
      text('No call', 'tool_use'),
      answer([], 'end_turn'),
      BAD_REQUEST,
      text('Done.'),
    ]),
    (t) => {
      t.command(go).run();
      t.command(go, 'end_turn').command(say('And then?')).command(go).run();
      t.command(go, 'stop_sequence').command(say('More.')).command(go).run();
      t.command(go, 'refusal without content').command(say('Please.')).command(go).run();
      t.command(go, 'refusal with content: dropped as well').command(say('Pretty please.')).command(go).run();
      t.command(go, 'max_tokens');
      const { body } = t.driver.state.tables.configs[0] ?? { body: {} as never };
      const config = { body: { ...body, max_tokens: 2000 }, endpoint: 'scripted', policy: 'correct' } as const;
      t.command({ type: 'edit-config', config }, 'the cut answer is left beside the path');
      t.command({ type: 'undo' }, 'one step takes both back').command({ type: 'redo' });
      t.command(go).run();
      t.command(go, 'a full window').command(say('Shorter.')).command(go).run();
      t.command(go, 'an unknown stop_reason').command(say('What?')).command(go).run();
      t.command(go, 'tool_use without a call').command(say('Go on.')).command(go).run();
      t.command(go, 'an empty end').command(say('Please continue.')).command(go).run();
      t.command(go, 'an HTTP error: the same body again').run();
    },
  ));

test('pause_turn', () =>
  golden(
    'pause-turn',
    'pause_turn and compaction are sent again as they are, each a turn of its own, until maxPauses.',
    drive([text('1', 'pause_turn'), text('2', 'compaction'), text('3', 'pause_turn'), text('Done.')], {
      limits: { maxPauses: 2 },
    }),
    (t) => {
      t.command({ type: 'next', granularity: 'turn' }, 'to request 2').run();
      t.command(go).run();
      t.command({ type: 'raise-limit', limit: 'maxPauses', to: 3 }).run();
    },
  ));

test('retries', () =>
  golden(
    'retries',
    'Faults are retried with the same body, never sooner than asked; a cut after content marks the try abandoned.',
    drive(
      [
        { type: 'http_error', status: 429, headers: { 'retry-after': '7' } },
        CUT_STREAM,
        text('Done.'),
        OVERLOADED,
        OVERLOADED,
        OVERLOADED,
        text('Done again.'),
        WRONG_STREAM,
        CUT_STREAM,
      ],
      { limits: { maxRetries: 2 } },
    ),
    (t) => {
      t.command(go).run();
      t.command(say('Again.')).command(go, 'three faults are one too many').run();
      t.command(go, 'the same body again, with new tries').run();
      t.command(say('Once more.')).command(go, 'a stream out of order is no fault of the line').run();
      const exceptions = { runFailed: true, failedTry: true, toolError: false };
      t.command({ type: 'set-exception-breakpoints', exceptions });
      t.command({ type: 'fork', head: 'm1.0', stop: 'request' }).switchToNewest();
      t.command(go).run('each failed try halts').command(go).run();
    },
  ));

test('going on by itself after max_tokens', () =>
  golden(
    'auto-continue',
    'A cut text is followed by a request to go on; a cut call is never run, the question is asked again with more room.',
    drive(
      [text('One, two', 'max_tokens'), answer([use('t1')], 'max_tokens'), text('three.'), text('Cut', 'max_tokens')],
      {
        limits: { autoContinue: 2 },
      },
    ),
    (t) => {
      t.command(go).run();
      t.command(say('And?')).command({ type: 'edit-limits', limits: { autoContinue: 0 } });
      t.command(go).run();
    },
  ));

test('a call that was cut never runs', () => {
  for (const reason of ['max_tokens', 'refusal', 'model_context_window_exceeded', 'from_the_future']) {
    const driver = drive([answer([use('t1')], reason), text('Done.')]);
    driver.command(go);
    driver.run();
    expect(driver.at.phase).toBe('ended');
    expect(driver.command({ type: 'continue', openCalls: 'run' })?.code).toBe('ended-needs-edit');
    driver.command(say('Go on.'));
    driver.command(go);
    driver.run();
    expect(driver.at.outcome?.reason).toBe('end_turn');
    expect(driver.log.events.filter((event) => event.type === 'tool-call-start')).toEqual([]);
  }
});

test('a cut call stopped at response does not run either', () => {
  const driver = stepTo(drive([answer([use('t1')], 'max_tokens'), text('Done.')]), 'response');
  driver.command({ type: 'terminate' });
  driver.command({ type: 'continue', openCalls: 'run' });
  driver.run();
  expect(driver.log.events.filter((event) => event.type === 'tool-call-start')).toEqual([]);
});
