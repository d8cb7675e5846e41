import { afterEach, expect, it, vi } from 'vitest';
import { createSimulatedClock } from './clock-simulated.ts';
import { systemClock } from './clock-system.ts';

afterEach(() => vi.useRealTimers());

const turns = async (count = 3) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

it('jumps from deadline to deadline, in order of time and then of setting', async () => {
  const clock = createSimulatedClock(100);
  const seen: string[] = [];
  clock.timer(50, () => seen.push(`b ${clock.now()}`));
  clock.timer(10, () => {
    seen.push(`a ${clock.now()}`);
    clock.timer(5, () => seen.push(`c ${clock.now()}`));
  });
  clock.timer(50, () => seen.push(`d ${clock.now()}`));
  await turns(8);
  expect(seen).toEqual(['a 110', 'c 115', 'b 150', 'd 150']);
});

it('stands still while anything is busy', async () => {
  const clock = createSimulatedClock();
  const idle = [clock.busy(), clock.busy()];
  const fire = vi.fn();
  clock.timer(1000, fire);
  await turns();
  idle[0]?.();
  idle[0]?.();
  await turns();
  expect([fire.mock.calls.length, clock.now()]).toEqual([0, 0]);
  idle[1]?.();
  await turns();
  expect([fire.mock.calls.length, clock.now()]).toEqual([1, 1000]);
});

it('moves on when the busy part says it waits', async () => {
  const clock = createSimulatedClock();
  clock.busy();
  const resume = clock.waiting();
  const fire = vi.fn(resume);
  clock.timer(300, fire);
  const later = vi.fn();
  clock.timer(400, later);
  await turns();
  expect([fire.mock.calls.length, later.mock.calls.length, clock.now()]).toEqual([1, 0, 300]);
});

it('does not jump when work began between the last release and the jump', async () => {
  const clock = createSimulatedClock();
  const fire = vi.fn();
  const idle = clock.busy();
  clock.timer(10, fire);
  idle();
  const again = clock.busy();
  await turns();
  expect(fire).not.toHaveBeenCalled();
  again();
  await turns();
  expect(fire).toHaveBeenCalledOnce();
});

it('forgets a cancelled deadline', async () => {
  const clock = createSimulatedClock();
  const fire = vi.fn();
  clock.timer(10, fire)();
  clock.timer(20, () => {});
  await turns();
  expect([fire.mock.calls.length, clock.now()]).toEqual([0, 20]);
});

it('never runs backwards for a negative wait', async () => {
  const clock = createSimulatedClock(50);
  clock.timer(-10, () => {});
  await turns();
  expect(clock.now()).toBe(50);
});

it('waits longer than one timer of the platform can', () => {
  vi.useFakeTimers();
  const fire = vi.fn();
  systemClock.timer(2 ** 31 + 5000, fire);
  vi.advanceTimersByTime(2 ** 31 - 1);
  expect(fire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5001);
  expect(fire).toHaveBeenCalledOnce();
  const cancelled = vi.fn();
  systemClock.timer(2 ** 31 + 5000, cancelled)();
  vi.advanceTimersByTime(2 ** 32);
  expect(cancelled).not.toHaveBeenCalled();
});
