import { expect, test } from 'vitest';
import type { ContentBlock, StopReason } from '../messages/types.ts';
import { KNOWN_STOP_REASONS } from '../messages/types.ts';
import type { Branch } from '../session/state.ts';
import { FAULTS } from '../session/what-if-types.ts';
import type { WhatIf } from '../session/what-if-types.ts';
import { rebuildRequest } from '../loop/compose.ts';
import { attemptById } from '../session/tree.ts';
import { checkState } from '../testing/check-state.ts';
import { golden } from '../testing/golden.ts';
import type { SessionDriver } from '../testing/session-driver.ts';
import { answer, calls, drive, stepTo, text, use } from '../testing/stories.ts';
import { type FollowsCode, whatFollows } from './what-if-follows.ts';

const go = { type: 'continue' } as const;
const next = { type: 'next', granularity: 'stop' } as const;
const REASONS: readonly StopReason[] = [...KNOWN_STOP_REASONS, 'compaction', null, 'from_the_future'];
const reason = (stop_reason: StopReason): WhatIf => ({ kind: 'stop_reason', stop_reason });
const fault = (name: (typeof FAULTS)[number]): WhatIf => ({ kind: 'fault', fault: name });
const ALL: readonly WhatIf[] = [...REASONS.map(reason), ...FAULTS.map(fault)];

/** Stopped at `response` behind an answer with this content. */
function atAnswer(content: ContentBlock[], stop: StopReason, limits = {}): SessionDriver {
  return stepTo(drive([answer(content, stop, [20, 10]), text('Done.')], { limits }), 'response');
}

/** The answer the branch rests at: a message, or an attempt that became none. */
function head({ at, state }: SessionDriver): string {
  const { outcome, id } = attemptById(state, at.lastAttempt) ?? {};
  return (outcome === 'complete' ? at.head : id) ?? '';
}

test('another stop_reason for the same answer', () =>
  golden(
    'what-if-stop-reasons',
    'Each value for the same two answers: a call and a text. A new branch each time; the original rests as it was.',
    atAnswer([{ type: 'text', text: 'I look.' }, use('t1')], 'tool_use'),
    (t) => {
      const original = head(t.driver);
      for (const each of REASONS) {
        t.switchTo('b1').command({ type: 'what-if', answer: original, what: reason(each) });
        t.switchToNewest().command(go).run();
      }
      t.note('the same for a text').switchTo('b1').command(next).command(go).run();
      const said = head(t.driver);
      for (const each of REASONS) {
        t.switchTo('b1').command({ type: 'what-if', answer: said, what: reason(each) });
        t.switchToNewest().command(go).run();
      }
    },
  ));

test('a fault in place of the answer', () =>
  golden(
    'what-if-faults',
    'Faults go the way of real ones: retries wait and then ask in earnest, a cut call never runs, broken input is answered.',
    atAnswer([{ type: 'text', text: 'I look at it now.' }, use('t1'), use('t2', 'pay')], 'tool_use'),
    (t) => {
      const original = head(t.driver);
      for (const each of FAULTS) {
        t.note(each)
          .switchTo('b1')
          .command({ type: 'what-if', answer: original, what: fault(each) });
        t.switchToNewest().run();
        if (t.driver.at.phase === 'response') t.command(go).run();
      }
      t.note('the original goes on as if nothing had been').switchTo('b1').command(go).run();
    },
  ));

test('what is refused', () => {
  const driver = atAnswer([{ type: 'text', text: 'No call.' }], 'end_turn');
  const command = (answerId: string, what: WhatIf) => driver.command({ type: 'what-if', answer: answerId, what });
  expect(command('m1.0', reason('end_turn'))?.code).toBe('no-such-node');
  expect(command('m99', reason('end_turn'))?.code).toBe('no-such-node');
  expect(command(head(driver), fault('truncated_input'))?.code).toBe('no-call-to-cut');
  expect(driver.state.record.branches).toHaveLength(1);
});

test('the original branch is untouched, and the new one says that its answer is made up', () => {
  const driver = atAnswer([use('t1')], 'tool_use');
  const before = structuredClone(driver.at);
  driver.command({ type: 'what-if', answer: head(driver), what: reason('end_turn') });
  expect(driver.at).toEqual(before);
  const attempt = driver.state.tables.attempts.at(-1);
  expect(attempt?.madeUp).toEqual({ of: before.head, what: reason('end_turn') });
  expect(driver.state.tables.attempts[0]?.madeUp).toBeUndefined();
  expect(driver.pending).toEqual([]);
});

test('a made-up request is the request it stands for, byte for byte', () => {
  const driver = drive([answer([use('t1')], 'max_tokens'), calls('t1'), text('Done.')], {
    limits: { autoContinue: 1 },
  });
  driver.command(next);
  driver.run();
  driver.command({ type: 'next', granularity: 'stop' });
  driver.run();
  driver.command({ type: 'next', granularity: 'stop' });
  driver.run();
  const original = attemptById(driver.state, driver.state.tables.nodes.at(-1)?.request);
  if (!original) throw new Error('no answer');
  expect(original.patch).toEqual({ max_tokens: 2000 });
  driver.command({ type: 'what-if', answer: original.id, what: fault('overloaded') });
  driver.run();
  const tries = driver.state.tables.attempts.slice(-2);
  expect(tries.map((each) => each.bodyHash)).toEqual([original.bodyHash, original.bodyHash]);
  expect(tries.map((each) => rebuildRequest(driver.state, each).body)).toEqual(
    Array.from({ length: 2 }, () => rebuildRequest(driver.state, original).body),
  );
});

/** What became of a branch that went on from a made-up answer, in the words of the prediction. */
function became(driver: SessionDriver, begun: Branch): FollowsCode {
  const branch = driver.state.record.branches.find((each) => each.id === begun.id) ?? begun;
  const mine = driver.log.events.filter((event) => event.branch === begun.id);
  const end = mine.find((event) => event.type === 'run-end');
  const madeUp = driver.state.tables.attempts.find((each) => each.branch === begun.id && each.madeUp);
  if (mine.some((event) => event.type === 'retry-wait')) return 'retried';
  if (madeUp?.outcome === 'refused') return 'refused';
  if (mine.some((event) => event.type === 'head-move')) return 'cut-call-asked-again';
  const append = mine.find((event) => event.type === 'message-append' && event.role === 'user');
  if (append?.type === 'message-append' && append.origin === 'continue') {
    return append.calls ? 'cut-call-answered' : 'cut-text-goes-on';
  }
  if (mine.some((event) => event.type === 'tool-call-end' && event.state === 'error')) return 'input-answered';
  if (mine.some((event) => event.type === 'tool-call-start')) return 'runs-calls';
  if (mine.filter((event) => event.type === 'request-start').length > 1) return 'sent-again';
  if (end?.type !== 'run-end') throw new Error(`rests at ${branch.phase}`);
  const codes: Record<string, FollowsCode> = {
    end_turn: 'done',
    stop_sequence: 'done',
    max_tokens: 'cut-ends',
    pause_limit: 'too-many-pauses',
    model_context_window_exceeded: 'window-full',
    unknown_stop_reason: 'unknown',
    api_error: 'fails',
    stream_error: 'fails',
  };
  const calls = driver.state.tables.nodes.some((node) => node.request === madeUp?.id && hasCalls(node.content));
  return codes[end.outcome.reason] ?? (calls ? 'open-calls' : 'no-call');
}

const hasCalls = (content: unknown): boolean =>
  Array.isArray(content) && content.some((block: ContentBlock) => block.type === 'tool_use');

const CONTENTS: readonly [string, ContentBlock[], StopReason][] = [
  ['text', [{ type: 'text', text: 'Hello there.' }], 'end_turn'],
  ['one call', [use('t1')], 'tool_use'],
  ['text and calls', [{ type: 'text', text: 'Both.' }, use('t1'), use('t2', 'pay')], 'tool_use'],
  ['nothing', [], 'end_turn'],
  ['an empty text', [{ type: 'text', text: ' ' }], 'end_turn'],
];
const LIMITS = [{}, { autoContinue: 2 }, { maxRetries: 0, maxPauses: 0 }];

test.each(CONTENTS)('what is told beforehand is what happens: %s', (_name, content, stop) => {
  for (const limits of LIMITS) {
    for (const what of ALL) {
      const driver = atAnswer(content, stop, limits);
      const told = whatFollows(driver.state, head(driver), what);
      const refusal = driver.command({ type: 'what-if', answer: head(driver), what });
      if (told?.code === 'impossible') {
        expect(refusal?.code).toBe('no-call-to-cut');
        continue;
      }
      expect(refusal).toBeNull();
      const begun = driver.state.record.branches.at(-1);
      if (!begun) throw new Error('no branch');
      driver.branch = begun.id;
      for (let step = 0; step < 3 && driver.at.phase !== 'ended'; step++) {
        driver.run();
        expect(checkState(driver.state)).toEqual([]);
        driver.command(next);
      }
      driver.run();
      expect(checkState(driver.state)).toEqual([]);
      expect([what, limits, became(driver, begun)]).toEqual([what, limits, told?.code]);
    }
  }
});
