// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogBuilder } from '../../shared/view/testing/build-log.ts';
import { commandById } from '../commands/registry.ts';
import { play } from './replay-player.ts';
import { useReplay } from './replay-state.ts';
import { pushEvents, resetSession, setCursor } from './session-actions.ts';
import { useSession } from './session-store.ts';

/** Events 10 ms apart, an answer after 810 ms, and a person who thought for a minute. */
function story(): LogBuilder {
  const builder = new LogBuilder([{ role: 'user', content: 'Hi' }]);
  builder.answer([{ type: 'text', text: 'Hello.' }], 'end_turn');
  builder.add({ type: 'run-end', outcome: { status: 'done', reason: 'end_turn' }, phase: 'response' }, 60_000);
  return builder;
}

describe('playing the record', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    resetSession('one');
    useReplay.setState({ playing: false, speed: 1 });
    pushEvents(story().log.events);
  });
  afterEach(() => {
    resetSession(null);
    vi.useRealTimers();
  });

  const cursor = (): number | null => useSession.getState().cursor;
  const playing = (): boolean => useReplay.getState().playing;

  it('begins at the beginning, keeps the times, bounds the pauses and stops at the end', () => {
    play();
    expect(cursor()).toBe(1);
    vi.advanceTimersByTime(400);
    expect(cursor()).toBe(4);
    vi.advanceTimersByTime(700);
    expect(cursor()).toBe(6);
    expect(playing()).toBe(true);
    vi.advanceTimersByTime(2100);
    expect(cursor()).toBeNull();
    expect(playing()).toBe(false);
  });

  it('goes faster when told, also under way', () => {
    useReplay.setState({ speed: 32 });
    play();
    vi.advanceTimersByTime(200);
    expect(playing()).toBe(false);
    expect(cursor()).toBeNull();
  });

  it('begins where the needle stands', () => {
    setCursor(4);
    play();
    expect(cursor()).toBe(4);
    vi.advanceTimersByTime(900);
    expect(cursor()).toBe(6);
  });

  it('gives way to whoever moves the needle', () => {
    play();
    vi.advanceTimersByTime(60);
    setCursor(3);
    vi.advanceTimersByTime(2000);
    expect(cursor()).toBe(3);
    expect(playing()).toBe(false);
  });

  it('is paused by the toolbar, which executes nothing', () => {
    play();
    vi.advanceTimersByTime(60);
    const pause = commandById('pause');
    expect(pause.refusal()).toBeNull();
    pause.run();
    const at = cursor();
    vi.advanceTimersByTime(2000);
    expect(cursor()).toBe(at);
    expect(pause.refusal()).not.toBeNull();
  });

  it('plays what happened while it was playing too', () => {
    play();
    vi.advanceTimersByTime(900);
    const builder = story();
    const more = builder.add({ type: 'run-start', mode: 'live', phase: 'request' }, 500);
    pushEvents([more]);
    vi.advanceTimersByTime(2100);
    expect(playing()).toBe(true);
    vi.advanceTimersByTime(600);
    expect(playing()).toBe(false);
    expect(cursor()).toBeNull();
  });
});

describe('jumping along the record', () => {
  beforeEach(() => {
    resetSession('two');
    const builder = new LogBuilder([{ role: 'user', content: 'Hi' }]);
    builder.add({ type: 'stopped', reason: 'breakpoint', stop: 'request' });
    builder.add({ type: 'continued', command: 'continue' });
    builder.answer([{ type: 'text', text: 'Hello.' }], 'end_turn');
    pushEvents(builder.log.events);
  });
  afterEach(() => resetSession(null));

  it('goes back to a breakpoint and says when there is none left', () => {
    const back = commandById('previousBreakpoint');
    expect(back.refusal()).toBeNull();
    back.run();
    expect(useSession.getState().cursor).toBe(3);
    expect(back.refusal()).toMatch(/breakpoint/);
    expect(commandById('nextProblem').refusal()).toMatch(/problem/);
  });
});
