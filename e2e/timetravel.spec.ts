import type { Locator, Page } from '@playwright/test';
import { path } from '../shared/session/tree.ts';
import { EventLog } from '../shared/session/log.ts';
import type { SessionEvent } from '../shared/session/events.ts';
import type { SessionState } from '../shared/session/state.ts';
import { ApiClient } from './fixtures/api-client.ts';
import type { LoupeServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';
import type { Workbench } from './fixtures/workbench.ts';

const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Timeline' });

async function place(page: Page): Promise<number> {
  return Number(await slider(page).getAttribute('aria-valuenow'));
}

/** The refund story to its end, open on the page, with its log as any reader of the API comes to it. */
async function finished(workbench: Workbench, server: LoupeServer): Promise<SessionEvent[]> {
  const api = new ApiClient(server);
  await api.create({ scenario: 'refund' });
  await api.stepTo('tools');
  await api.command({ type: 'continue' });
  await api.until('the end', (branch) => branch.phase === 'ended');
  await workbench.open(`#v=1&session=${api.session}`);
  await workbench.expectPill('Done · end_turn');
  return (await api.log()).events;
}

/** Everything but GET that leaves the page from now on. */
function requestsOf(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') seen.push(`${request.method()} ${request.url()}`);
  });
  return seen;
}

test('at every event the page shows what a fresh fold up to it gives', async ({ workbench, server }) => {
  test.slow();
  const { page } = workbench;
  const events = await finished(workbench, server);
  const count = Number(await slider(page).getAttribute('aria-valuemax'));
  expect(count).toBe(events.length);
  await slider(page).focus();
  for (let target = count - 2; target >= 0; target--) {
    await page.keyboard.press('ArrowLeft');
    await expectPlace(workbench, events, target);
  }
  // From somewhere else a place looks the same.
  await page.keyboard.press('PageDown');
  await expectPlace(workbench, events, (await place(page)) - 1);
  await page.keyboard.press('PageDown');
  await expectPlace(workbench, events, (await place(page)) - 1);
});

async function expectPlace(workbench: Workbench, events: SessionEvent[], index: number): Promise<void> {
  const state = EventLog.of(events.slice(0, index + 1)).newest;
  const branch = state.record.branches[0];
  if (!branch) throw new Error(`no branch after event ${index + 1}`);
  await expect(slider(workbench.page)).toHaveAttribute('aria-valuenow', String(index + 1));
  await workbench.expectPill(`Replaying at ${branch.phase} · turn ${branch.turn} of`);
  const shown = path(state, branch.head);
  const answers = shown.filter(({ role }) => role === 'assistant').length;
  const words = `event ${index + 1}, ${branch.phase}`;
  await expect(workbench.node(/^assistant message, turn \d+, stop_reason/), words).toHaveCount(answers);
  await expect(workbench.node(/^tool run .*, ok$/), words).toHaveCount(finishedCalls(state, branch.id));
}

/** Tool runs that have their result at that place. */
function finishedCalls({ record, tables }: SessionState, branch: string): number {
  const settled = tables.calls.slice(0, record.lengths.calls);
  const open = record.branches.find(({ id }) => id === branch)?.calls ?? [];
  return new Set([...settled, ...open].filter(({ state }) => state === 'ok').map(({ id }) => id)).size;
}

test('the slider moves by event, by stop, by turn and to both ends', async ({ workbench, server }) => {
  const { page } = workbench;
  const events = await finished(workbench, server);
  const last = events.length;
  await slider(page).focus();
  for (const [key, at] of [
    ['ArrowLeft', last - 1],
    ['ArrowLeft', last - 2],
    ['ArrowRight', last - 1],
    ['Home', 1],
    ['End', last],
  ] as const) {
    await page.keyboard.press(key);
    await expect(slider(page)).toHaveAttribute('aria-valuenow', String(at));
  }
  await workbench.expectPill('Done · end_turn');
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /turn 2/);
  await page.keyboard.press('PageUp');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '1');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /stop response/);
  const box = await slider(page).boundingBox();
  if (!box) throw new Error('the timeline is not drawn');
  await page.mouse.move(box.x + box.width - 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 5 });
  await page.mouse.up();
  expect(await place(page)).toBeGreaterThan(1);
  expect(await place(page)).toBeLessThan(last);
});

test('in the past the toolbar replays, executes nothing, and leads back', async ({ workbench, server }) => {
  const { page } = workbench;
  await finished(workbench, server);
  const sent = requestsOf(page);
  await workbench.press('Step back');
  await workbench.expectPill('Replaying at response · turn 3 of 3');
  await slider(page).focus();
  await page.keyboard.press('Home');
  await workbench.expectPill('Replaying at request · turn 1 of 3');
  await expect(page.getByRole('button', { name: 'Live: turn 3' })).toBeVisible();
  await workbench.press('Step');
  await workbench.expectPill('Replaying at response · turn 1 of 3');
  await workbench.press('Step');
  await workbench.expectPill('Replaying at tools · turn 1 of 3');
  await workbench.press('Step back');
  await workbench.expectPill('Replaying at response · turn 1 of 3');
  await workbench.press('Step turn');
  await workbench.expectPill('Replaying at response · turn 2 of 3');
  await workbench.press('Restart');
  await workbench.expectPill('Replaying at request · turn 1 of 3');
  for (const name of ['Pause', 'Step into', 'Stop']) {
    await expect(workbench.button(name)).toHaveAttribute('aria-disabled', 'true');
  }
  await workbench.press('Return to now');
  await workbench.expectPill('Done · end_turn');
  await page.keyboard.press('Shift+s');
  await workbench.expectPill('Replaying at response · turn 3 of 3');
  await workbench.press('Step out');
  await workbench.expectPill('Done · end_turn');
  expect(sent).toEqual([]);
});

test('jumps by turn, by problem and by breakpoint', async ({ workbench, server }) => {
  const { page } = workbench;
  await finished(workbench, server);
  await workbench.press('Previous turn');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /turn 3/);
  await workbench.press('Previous turn');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /turn 2/);
  await workbench.press('Next turn');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /turn 3/);
  await expect(workbench.button('Next turn')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('combobox', { name: 'Jump by' }).click();
  await page.getByRole('option', { name: 'breakpoint' }).click();
  await expect(workbench.button('Previous breakpoint')).toHaveAttribute('aria-disabled', 'true');
});

test('a fork from the past leaves the run as it was and rests there', async ({ workbench, server }) => {
  const { page } = workbench;
  await finished(workbench, server);
  await slider(page).focus();
  await page.keyboard.press('Home');
  await workbench.press('Step');
  await workbench.press('Step');
  await workbench.expectPill('Replaying at tools · turn 1 of 3');
  await workbench.press('Fork from here');
  await workbench.expectPill('Paused at tools · turn 1');
  await page.getByRole('combobox', { name: 'Branch' }).click();
  await page.getByRole('option', { name: /^main/ }).click();
  await workbench.expectPill('Done · end_turn');
});

test('plays the record at a chosen speed, pauses, and stops at the end', async ({ workbench, server }) => {
  const { page } = workbench;
  // The page's clock stands still where the test says so: the record is short, and a busy machine slow.
  await page.clock.install({ time: new Date('2026-01-01T00:00:00Z') });
  await finished(workbench, server);
  await expect(workbench.button('Play')).toBeVisible();
  const sent = requestsOf(page);
  await page.clock.pauseAt(new Date('2026-01-01T01:00:00Z'));
  await workbench.press('Play');
  await expect(workbench.button('Play')).toHaveAttribute('aria-pressed', 'true');
  await workbench.expectPill('Replaying at request · turn 1 of 3');
  await page.clock.runFor(300);
  await expect(slider(page)).not.toHaveAttribute('aria-valuenow', '1');
  await workbench.press('Pause');
  await expect(workbench.button('Play')).toHaveAttribute('aria-pressed', 'false');
  const paused = await place(page);
  await page.clock.runFor(5000);
  await expect(slider(page)).toHaveAttribute('aria-valuenow', String(paused));
  await page.clock.resume();
  await page.getByRole('combobox', { name: 'Speed' }).click();
  await page.getByRole('option', { name: '32×' }).click();
  await workbench.press('Play');
  await workbench.expectPill('Done · end_turn');
  await expect(workbench.button('Play')).toHaveAttribute('aria-pressed', 'false');
  await expect(workbench.button('Return to now')).toHaveAttribute('aria-disabled', 'true');
  expect(sent).toEqual([]);
});

test('a live run goes on while somebody looks at the past', async ({ workbench, server }) => {
  const { page } = workbench;
  const api = new ApiClient(server);
  await api.create({ scenario: 'refund' });
  await api.stepTo('response');
  await workbench.open(`#v=1&session=${api.session}`);
  await workbench.expectPill('Paused at response · turn 1');
  await slider(page).focus();
  await page.keyboard.press('Home');
  await workbench.expectPill('Replaying at request · turn 1 of 1');
  await api.command({ type: 'continue' });
  await expect(page.getByRole('button', { name: 'Live: turn 3' })).toBeVisible();
  await workbench.expectPill('Replaying at request · turn 1 of 3');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '1');
  await expect(workbench.node(/^assistant message/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Live: turn 3' }).click();
  await workbench.expectPill('Done · end_turn');
});
