import type { Page } from '@playwright/test';
import { ApiClient } from './fixtures/api-client.ts';
import { expect, test } from './fixtures/test.ts';
import type { Workbench } from './fixtures/workbench.ts';
import { findings } from './fixtures/axe.ts';

/** Runs the open session to its end and gives the client that reads it from outside. */
async function runToEnd(workbench: Workbench, api: ApiClient): Promise<void> {
  await workbench.press('Continue');
  await expect(workbench.pill).toContainText('Done · end_turn', { timeout: 30_000 });
  api.session = new URLSearchParams(new URL(workbench.page.url()).hash.slice(1)).get('session') ?? '';
}

async function openCompare(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();
}

test('requests: what was sent anew, and the place that a changed setup breaks', async ({ workbench, server }) => {
  const { page } = workbench;
  const api = new ApiClient(server);
  await api.enter();
  await workbench.open();
  await runToEnd(workbench, api);
  await openCompare(page);
  await page.getByRole('radio', { name: 'Requests' }).click();
  const detail = page.getByRole('article', { name: 'request 3 against request 2' });
  await expect(detail).toContainText('2 messages appended · 3 messages sent again');
  await expect(detail).toContainText('Begins with the whole of the request before');
  await page.getByRole('listbox', { name: 'Requests' }).press('Home');
  await expect(page.getByRole('article', { name: 'request 1' })).toContainText('all of it is new');
  await page.getByRole('button', { name: 'Next request' }).click();
  await expect(page.getByRole('article', { name: 'request 2 against request 1' })).toContainText('lookup_order');
  await expect(page).toHaveURL(/compare=requests&request=2/);
  expect(await findings(page)).toEqual([]);
});

test('two sessions: setup first, then the turns', async ({ workbench, server }) => {
  const { page } = workbench;
  const api = new ApiClient(server);
  await api.create({ scenario: 'weather' });
  const other = new ApiClient(server);
  await other.create({ scenario: 'refund' });
  await workbench.open(`#v=1&session=${other.session}`);
  await workbench.expectPill('Paused at request · turn 1');
  await openCompare(page);
  const compare = page.getByRole('region', { name: 'Compare' });
  await expect(compare).toContainText('This session has one branch');
  await page.getByRole('combobox', { name: 'with', exact: true }).click();
  await page.getByRole('option').nth(1).click();
  await expect(page.getByRole('region', { name: 'Setup' })).toContainText(/settings differ/);
  await expect(compare).toContainText('first difference: the setup at turn 1');
});
