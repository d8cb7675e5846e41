import { describe, expect, it } from 'vitest';
import type { Branch, CallState, OpenCall } from '../../shared/session/state.ts';
import { refundAtResults } from '../../shared/view/testing/build-log.ts';
import { zhCN } from '../i18n/zh-cn/all.ts';
import type { EnglishMessages } from '../i18n/messages.ts';
import { translator, useLanguage } from '../i18n/translator.ts';
import { pillText } from './pill-text.ts';
import { pillOf, replayPill } from './pill.ts';

function branch(change: Partial<Branch>): Branch {
  const base = refundAtResults().builder.log.newest.record.branches[0];
  if (!base) throw new Error('the built session has no branch');
  return { ...base, turn: 2, calls: [], goal: null, stopped: stop('step'), outcome: null, backoff: null, ...change };
}

function stop(reason: NonNullable<Branch['stopped']>['reason']): Branch['stopped'] {
  return { reason, seq: 9, breakpoints: [], calls: [] };
}

function calls(...states: CallState[]): OpenCall[] {
  const call = refundAtResults().builder.log.newest.record.branches[0]?.calls[0];
  if (!call) throw new Error('the built session has no call');
  return states.map((state) => ({ ...call, state }));
}

const english = (shown: Branch): string => pillText(pillOf(shown), translator('state'));
const ended = (status: 'done' | 'stopped' | 'failed', reason: string): Branch =>
  branch({ phase: 'ended', stopped: null, outcome: { status, reason } });

describe('the state pill', () => {
  it.each([
    ['Paused at request · turn 2', branch({ phase: 'request' })],
    ['Paused at response · turn 2', branch({ phase: 'response' })],
    ['Paused at tools · turn 2', branch({ phase: 'tools', stopped: stop('breakpoint') })],
    ['Paused at results · turn 2', branch({ phase: 'results' })],
    ['Interrupted at tools · turn 2', branch({ phase: 'tools', stopped: stop('interrupted') })],
    ['Running', branch({ phase: 'sending', stopped: null, goal: { kind: 'continue' } })],
    ['Running', branch({ phase: 'results', stopped: null, goal: { kind: 'continue' } })],
    ['Running', branch({ phase: 'running', stopped: null, calls: calls('waiting', 'running') })],
    ['Waiting for a result', branch({ phase: 'running', stopped: null, calls: calls('ok', 'waiting') })],
    ['Waiting for a result', branch({ phase: 'running', stopped: null, calls: calls('asks', 'queued') })],
    ['Pausing', branch({ phase: 'sending', stopped: null, goal: { kind: 'pause' } })],
    [
      'Retrying · 2 of 2',
      branch({
        phase: 'backing-off',
        stopped: null,
        backoff: { request: 'q5', try: 2, of: 2, ms: 800, until: 5000, effect: 5 },
      }),
    ],
    ['Done · end_turn', ended('done', 'end_turn')],
    ['Stopped · max_turns', ended('stopped', 'max_turns')],
    ['Failed · stream_error', ended('failed', 'stream_error')],
  ])('%s', (text, shown) => {
    expect(english(shown)).toBe(text);
  });

  it('names the place and the length of what is replayed', () => {
    const pill = replayPill(branch({ phase: 'tools' }), branch({ turn: 14 }));
    expect(pillText(pill, translator('state'))).toBe('Replaying at tools · turn 2 of 14');
  });

  it('keeps the names of the API in every language', () => {
    useLanguage.setState({ language: 'zh-CN', messages: zhCN as unknown as EnglishMessages });
    expect(english(branch({ phase: 'results' }))).toBe('停在 results · 第 2 轮');
    useLanguage.setState(useLanguage.getInitialState());
  });
});
