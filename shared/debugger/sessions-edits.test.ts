import { test } from 'vitest';
import { golden } from '../testing/golden.ts';
import { answer, callId, calls, drive, stepTo, text, use } from '../testing/stories.ts';
import type { Transcript } from '../testing/transcript.ts';

const next = { type: 'next', granularity: 'stop' } as const;
const go = { type: 'continue' } as const;
const say = (words: string) => ({ type: 'say', text: words }) as const;

const head = (t: Transcript): string => t.driver.at.head ?? '';
const edit = (node: string, role: 'user' | 'assistant', content: unknown, keep = false) =>
  ({ type: 'edit-message', node, message: { role, content }, keep }) as never;

test('saying something wherever it is allowed', () =>
  golden(
    'say-everywhere',
    'At request 1 it replaces the first question, later it joins the newest user message, behind an answer it opens one.',
    drive([calls('t1'), text('Fine.'), text('Bye.')]),
    (t) => {
      t.command(say('Where is my parcel?'), 'replaces the first question')
        .command({ type: 'undo' })
        .command({ type: 'redo' });
      t.command(next);
      t.command(say('Hello?'), 'not while it moves');
      t.run().command(say('Hello?'), 'not at response');
      t.command(next).command(say('Hello?'), 'not at tools');
      t.command(next).run().command(say('Hello?'), 'not at results');
      t.command(next).command(say('Be quick.'), 'joins behind the results').command(say('Please.'), 'once more');
      t.command(say('  '), 'nothing');
      t.command(go).run();
      t.command(say('And the other one?'), 'behind the answer').command(go).run();
    },
  ));

test('saying something while calls are open', () =>
  golden(
    'say-with-open-calls',
    'The open calls are answered as not run first, in the same message; undo brings them back as they were.',
    stepTo(drive([calls('t1', use('t2', 'pay')), text('As you like.')]), 'tools'),
    (t) => {
      t.command(next).step('t1 is answered', (driver) => void driver.answerOne());
      t.command({ type: 'terminate' }).command(say('Do not pay!'));
      t.command({ type: 'undo' }).command({ type: 'redo' });
      t.command(go).run();
    },
  ));

test('editing messages', () =>
  golden(
    'edit-messages',
    'The newest message gets a sibling on the same branch; an earlier one makes a new branch, with or without what follows.',
    drive([calls('t1'), text('It is lost.'), text('Sorry.')]),
    (t) => {
      t.command(go).run();
      const { nodes } = t.driver.state.tables;
      const [question, asks, results, last] = nodes.map((node) => node.id);
      t.command(edit(last ?? '', 'assistant', 'It is on its way.'), 'the newest: in place');
      t.command({ type: 'undo' }, 'the original is one step away').command({ type: 'redo' });
      t.command(
        edit(results ?? '', 'user', [{ type: 'tool_result', tool_use_id: 't1', content: 'shipped' }]),
        'an earlier one: a new branch, what followed is left out',
      );
      t.switchToNewest().command(go).run('the script goes on behind the answer above').switchTo('b1');
      t.command(edit(question ?? '', 'user', 'Where is my parcel?', true), 'keep what follows: shared content');
      t.command(edit('m99', 'user', 'x'), 'no such message');
      t.command(edit(asks ?? '', 'assistant', nodes[1]?.content, true), 'nothing differs');
      t.switchToNewest().command(go, 'everything is there, it ends as it ended');
    },
  ));

test('editing an answer at each of its stops', () =>
  golden(
    'edit-an-answer',
    'An edited answer keeps the stop, and what was set and came in for calls that stay the same.',
    stepTo(
      drive([answer([{ type: 'text', text: 'Let me see.' }, use('t1'), use('t2', 'pay')], 'tool_use'), text('Done.')]),
      'tools',
    ),
    (t) => {
      const words = { type: 'text', text: 'I look.' };
      t.command({ type: 'set-call', call: callId(t.driver, 't2'), input: { q: 'less' } });
      t.command(edit(head(t), 'assistant', [words, use('t1'), use('t2', 'pay')]), 'at tools');
      t.command(next).run();
      t.command(edit(head(t), 'assistant', [use('t1'), use('t2', 'pay')]), 'at results: both results stay');
      t.command(
        edit(head(t), 'assistant', [use('t1', 'look', { q: 'new' }), use('t2', 'pay')]),
        'a changed call has no result',
      );
      t.command({ type: 'undo' });
      t.command(edit(head(t), 'assistant', 'No calls at all.'), 'without calls it is an ending');
      t.command({ type: 'undo' })
        .command({ type: 'undo' })
        .command({ type: 'undo' }, 'also behind the run of the calls: the input is no draft any more');
      t.command({ type: 'redo' }).command({ type: 'redo' });
      t.command(go).run();
    },
  ));

test('editing an early message while results are in', () =>
  golden(
    'edit-early-keep-results',
    'When everything is kept the new branch stands where the old one stood, with the results that were in: nothing runs again.',
    stepTo(drive([calls('t1', use('t2', 'pay')), text('Done.')]), 'results'),
    (t) => {
      t.command(edit('m1.0', 'user', 'Where is my parcel?', true)).switchToNewest();
      t.command(go).run();
    },
  ));

test('settings', () =>
  golden(
    'edit-settings',
    'Settings act from the next request on; an end stays an end, except where they are the edit it asks for.',
    drive([answer([], 'refusal'), text('Now I can.'), text('Again.')]),
    (t) => {
      const { body } = t.driver.state.tables.configs[0] ?? { body: {} as never };
      const set = (max_tokens: number, note = ''): void => {
        const config = { body: { ...body, max_tokens }, endpoint: 'scripted', policy: 'correct' } as const;
        t.command({ type: 'edit-config', config }, note);
      };
      set(1000, 'nothing differs');
      set(1500);
      t.command(go).run();
      set(1600, 'after a refusal the same question may be asked');
      t.command(go).run();
      set(1700, 'after the end a person has to speak');
      t.command(go)
        .command({ type: 'undo' })
        .command({ type: 'undo' }, 'an answer closes what came before it')
        .command(say('Again?'))
        .command(go)
        .run();
    },
  ));

test('forking at each stop', () =>
  golden(
    'fork-at-each-stop',
    'A fork rests at its stop with copied values; nothing is executed again, and the old branch does not change.',
    drive([calls('t1', use('t2', 'pay')), text('Done.')]),
    (t) => {
      t.command(next).run().command(next);
      t.command({ type: 'set-call', call: callId(t.driver, 't2'), input: { q: 'less' } });
      t.command(go).run();
      const [question, asks, results, last] = t.driver.state.tables.nodes.map((node) => node.id);
      const fork = (at: string | undefined, stop: 'request' | 'response' | 'tools' | 'results', name: string): void => {
        t.switchTo('b1')
          .command({ type: 'fork', head: at ?? null, stop, name })
          .switchToNewest();
      };
      fork(question, 'request', 'at request');
      t.command(go).run('the script stands at its beginning again');
      fork(asks, 'response', 'at response');
      t.command(next);
      fork(asks, 'tools', 'at tools');
      t.command({ type: 'set-call', call: callId(t.driver, 't1'), source: 'scripted' }, 'only this one runs again');
      t.command(next).run();
      fork(asks, 'results', 'at results');
      const result = { content: 'lost', is_error: false };
      t.command({ type: 'edit-result', call: callId(t.driver, 't1'), result });
      t.command(go).run();
      fork(results, 'tools', 'results lead to request');
      fork(last, 'tools', 'an end has no tools');
      t.command(go);
      t.command({ type: 'fork', head: 'm99', stop: 'request' });
    },
  ));

test('forking from a run that moves', () =>
  golden(
    'fork-while-moving',
    'A fork never touches a run: finished results are copied, running calls are not.',
    drive([calls('t1', use('t2', 'pay')), text('Done.')]),
    (t) => {
      t.command(go).step('the answer and t1 come', (driver) => {
        driver.answerOne();
        driver.answerOne();
      });
      t.command({ type: 'fork', head: head(t), stop: 'results' });
      t.run('the old branch goes on').switchToNewest();
      t.command(go).run();
    },
  ));

test('restart', () =>
  golden(
    'restart',
    'Restart stops what moves and makes a branch at the first request, with the question as it was last edited.',
    drive([calls('t1'), text('Done.')]),
    (t) => {
      t.command(say('Where is my parcel?')).command(go);
      t.step('half of the answer comes', (driver) => driver.streamPart(3));
      t.command({ type: 'restart' }).switchToNewest().command(go).run();
      t.command(say('Thanks.')).command({ type: 'restart' }, 'what was said later is not part of it');
    },
  ));

test('branches', () =>
  golden(
    'branches',
    'Deleting stops the run first and can be undone; the last branch stays; a deleted one takes no commands.',
    drive([calls('t1'), text('Done.')]),
    (t) => {
      t.command({ type: 'delete-branch' }, 'the last one');
      t.command({ type: 'fork', head: head(t), stop: 'request', name: 'other' });
      t.command({ type: 'rename-branch', name: 'first' }).command({ type: 'rename-branch', name: ' ' });
      t.command(go).command({ type: 'delete-branch' }).command(go).command(say('Hello?'));
      t.command({ type: 'set-call', call: 'm1.0', decision: 'allow' });
      t.step('its answer comes late', (driver) =>
        driver.fact({ type: 'body-end', branch: 'b1', request: 'q6', json: false, nextCursor: 1 }),
      );
      t.command({ type: 'restore-branch' }).command({ type: 'restore-branch' }, 'it is there');
      t.command(go).run();
    },
  ));

test('undo has one history', () =>
  golden(
    'undo',
    'Undo and redo move head, settings and drafts back and forth in the order they were changed; a new edit ends redo.',
    stepTo(drive([calls('t1'), text('Done.')]), 'tools'),
    (t) => {
      t.command({ type: 'undo' }, 'nothing yet');
      t.command({ type: 'set-call', call: callId(t.driver, 't1'), source: 'typed' });
      t.command(edit(head(t), 'assistant', [use('t1'), use('t9', 'pay')]));
      t.command({ type: 'set-call', call: callId(t.driver, 't9'), decision: 'deny' });
      t.command({ type: 'undo' }).command({ type: 'undo' }).command({ type: 'undo' }).command({ type: 'undo' });
      t.command({ type: 'redo' }).command({ type: 'redo' }).command({ type: 'redo' }).command({ type: 'redo' });
      t.command({ type: 'undo' });
      t.command({ type: 'set-call', call: callId(t.driver, 't9'), decision: 'allow' }).command(
        { type: 'redo' },
        'gone',
      );
    },
  ));
