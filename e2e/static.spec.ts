import { test as base, expect } from '@playwright/test';
import { scenarioIds } from '../shared/curriculum/scenarios/registry.ts';
import { PlainFiles } from './fixtures/plain-files.ts';
import { Workbench } from './fixtures/workbench.ts';

/** The built page on a host of plain files, in a folder: no server of Loupe anywhere. */
const test = base.extend<{ files: PlainFiles; workbench: Workbench }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
  files: async ({}, use) => {
    const files = await PlainFiles.start();
    await use(files);
    await files.stop();
  },
  workbench: async ({ page, files }, use) => {
    const workbench = new Workbench(page, files);
    await use(workbench);
    expect(workbench.consoleErrors, 'console errors').toEqual([]);
    expect(files.missing, 'files asked for in vain').toEqual([]);
  },
});

test('steps, edits and keeps a session without a server, and says so', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  await expect(workbench.button('simulated transport')).toBeVisible();
  await workbench.stepTo('Paused at results · turn 1');
  const editor = page.getByRole('textbox', { name: 'Result of lookup_order' }).first();
  await editor.fill((await editor.inputValue()).replace(/"status":\s*"[a-z]+"/, '"status": "shipped"'));
  await workbench.button('Apply edit').first().click();
  await page.reload();
  await workbench.expectPill('Paused at results · turn 1');
  await expect(page.getByRole('textbox', { name: 'Result of lookup_order' }).first()).toHaveValue(/"shipped"/);
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
  await expect(workbench.node(/^assistant message, turn 2, stop_reason end_turn/)).toContainText(/on its way|shipped/);
  await workbench.button('simulated transport').click();
  await expect(page.getByText('This page came without a server.')).toBeVisible();
});

test('two tabs see one run', async ({ workbench, context }) => {
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  const other = new Workbench(await context.newPage(), workbench.server);
  await other.page.goto(workbench.page.url());
  await other.expectPill('Paused at request · turn 1');
  await workbench.stepTo('Paused at tools · turn 1');
  await other.expectPill('Paused at tools · turn 1');
  await other.press('Continue');
  await expect(workbench.pill).toContainText('Done · end_turn', { timeout: 45_000 });
  await other.expectPill('Done · end_turn');
});

/** Longer than anybody watches: it is enough that it goes on and can be stopped. */
const LONG = new Set(['long-haul']);

for (const id of scenarioIds) {
  test(`the scenario ${id} runs without a server`, async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open();
    await workbench.expectPill('Paused at request · turn 1');
    await page.getByRole('combobox', { name: 'Scenario' }).click();
    await page.getByRole('option').filter({ hasText: id }).first().click();
    await workbench.expectPill('Paused at request · turn 1');
    await workbench.press('Continue');
    if (LONG.has(id)) {
      await expect(workbench.node(/^assistant message/).first()).toBeVisible({ timeout: 30_000 });
      await workbench.press('Stop');
    }
    await expect(workbench.pill).toContainText(/Done|Stopped|Failed|Waiting/, { timeout: 45_000 });
  });
}
