import { expect, test } from './fixtures/test.ts';
import type { Workbench } from './fixtures/workbench.ts';

/** Chooses in the lab of the answer the loop stands at. */
async function suppose(workbench: Workbench, option: RegExp): Promise<void> {
  await workbench.page.getByRole('combobox', { name: 'What if' }).click();
  await workbench.page.getByRole('option', { name: option }).click();
}

async function branch(workbench: Workbench, name: RegExp): Promise<void> {
  await workbench.page.getByRole('combobox', { name: 'Branch' }).click();
  await workbench.page.getByRole('option', { name }).click();
}

test.beforeEach(async ({ workbench }) => {
  await workbench.open();
  await workbench.stepTo('Paused at response · turn 1');
});

test('each choice says what will happen; a refusal makes a branch that stops, the original stays', async ({
  workbench,
}) => {
  const { page } = workbench;
  await page.getByRole('combobox', { name: 'What if' }).click();
  const options = page.getByRole('option');
  await expect(options).toHaveCount(17);
  for (const text of await options.allTextContents()) expect(text).toMatch(/[a-z0-9_].*\.$/);
  await expect(page.getByRole('option', { name: /^end_turn/ })).toContainText('protocol_error');
  await page.getByRole('option', { name: /^refusal/ }).click();
  await expect(page.getByRole('combobox', { name: 'Branch' })).toContainText('what if refusal');
  await workbench.expectPill('Paused at response · turn 1');
  await expect(workbench.node(/^attempt, turn 1, refused/)).toContainText('made up');
  await expect(page.getByRole('button', { name: 'Show the original' })).toBeVisible();
  await workbench.press('Step');
  await workbench.expectPill('Stopped · refusal');
  await branch(workbench, /^main/);
  await workbench.expectPill('Paused at response · turn 1');
  await expect(workbench.node('assistant message, turn 1, stop_reason tool_use')).toBeVisible();
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
});

test('end_turn beside an unanswered call is a contradiction', async ({ workbench }) => {
  await suppose(workbench, /^end_turn/);
  await expect(workbench.node('assistant message, turn 1, stop_reason end_turn')).toContainText('made up');
  await workbench.press('Step');
  await workbench.expectPill('Failed · protocol_error');
});

test('529: the host waits, then really sends the same request again', async ({ workbench }) => {
  await suppose(workbench, /^529/);
  await expect(workbench.node(/^attempt, turn 1, status 529/)).toContainText('made up');
  await workbench.expectPill('Paused at response · turn 1');
  await expect(workbench.node('assistant message, turn 1, stop_reason tool_use')).toBeVisible();
});

test('429: the wait can be paused', async ({ workbench }) => {
  await suppose(workbench, /^429/);
  await workbench.expectPill('Retrying · 1 of 2');
  await workbench.press('Pause');
  await workbench.expectPill('Paused at request · turn 1');
});

test('a truncated input never runs', async ({ workbench }) => {
  await suppose(workbench, /^Tool input truncated/);
  await workbench.press('Continue');
  await workbench.expectPill('Stopped · max_tokens');
  await expect(workbench.node(/^tool run/)).toHaveCount(0);
});
