import type { Page } from '@playwright/test';
import { compose } from '../shared/loop/compose.ts';
import { canonicalJson } from '../shared/messages/canonical-json.ts';
import type { EventLog } from '../shared/session/log.ts';
import { configById } from '../shared/session/tree.ts';
import { ApiClient } from './fixtures/api-client.ts';
import { expect, test } from './fixtures/test.ts';
import type { Workbench } from './fixtures/workbench.ts';
import { findings } from './fixtures/axe.ts';

/** What a branch would send, and with what setup: the whole of what may not change behind its back. */
function frozen(log: EventLog, branch = 'b1'): string {
  const { newest } = log;
  const config = newest.record.branches.find((each) => each.id === branch)?.config ?? '';
  return canonicalJson([compose(newest, branch), configById(newest, config)]);
}

/** Runs the open session to its end and gives the client that reads it from outside. */
async function runToEnd(workbench: Workbench, api: ApiClient): Promise<void> {
  await workbench.press('Continue');
  await expect(workbench.pill).toContainText('Done · end_turn', { timeout: 30_000 });
  api.session = new URLSearchParams(new URL(workbench.page.url()).hash.slice(1)).get('session') ?? '';
}

/** Forks at the run of lookup_order and changes its result on the fork. */
async function forkAtLookup(workbench: Workbench): Promise<void> {
  const { page } = workbench;
  await page.getByRole('button', { name: 'List view' }).click();
  const list = page.getByRole('list', { name: 'Messages' });
  await list.getByRole('group', { name: 'tool run lookup_order, ok' }).click();
  await workbench.press('Fork from here');
  await workbench.expectPill('Paused at results · turn 1');
  await page.keyboard.press('e');
  const editor = page.getByRole('textbox', { name: 'Result of lookup_order' }).first();
  await expect(editor).toBeVisible();
  await editor.fill((await editor.inputValue()).replace('delivered', 'shipped'));
  await workbench.button('Apply edit').first().click();
}

async function openCompare(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();
}

async function choose(page: Page, combobox: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: combobox, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}

test('a fork at the lookup result: the first branch stays as it was, and Compare marks the edited block', async ({
  workbench,
  server,
}) => {
  test.slow();
  const { page } = workbench;
  const api = new ApiClient(server);
  await api.enter();
  await workbench.open();
  await runToEnd(workbench, api);
  const before = frozen(await api.log());
  await forkAtLookup(workbench);
  await workbench.press('Continue');
  await expect(workbench.pill).toContainText('Done · end_turn', { timeout: 30_000 });
  await choose(page, 'Branch', /^main/);
  expect(frozen(await api.log())).toBe(before);

  await openCompare(page);
  await expect(page.getByRole('combobox', { name: 'Compare', exact: true })).toContainText('main');
  await expect(page.getByRole('combobox', { name: 'with', exact: true })).toContainText('fork 1');
  const compare = page.getByRole('region', { name: 'Compare' });
  await expect(compare).toContainText('first difference: tool_result of lookup_order at turn 2: content.status');
  await expect(compare).toContainText('result edited by hand in B');
  const turn = page.getByRole('listitem', { name: 'turn 2, differs' });
  await expect(turn).toContainText('"delivered"');
  await expect(turn.getByRole('insertion').first()).toHaveText('"shipped"');
  await expect(page.getByRole('table', { name: 'Totals' })).toContainText('B − A');
  // Equal stretches are folded and open.
  await page.getByRole('button', { name: 'Show turns 1 to 1' }).click();
  await expect(page.getByRole('listitem', { name: 'turn 1, same' })).toBeVisible();
  // A card selects its message: on the branch that holds it.
  await page.getByRole('button', { name: /messages\.2.*in B/ }).click();
  await expect(page.getByRole('combobox', { name: 'Branch', exact: true })).toContainText('fork 1');
  await expect(page).toHaveURL(/view=compare.*left=b1.*right=b/);
  expect(await findings(page)).toEqual([]);
  // The link shows the same comparison.
  await workbench.open(new URL(page.url()).hash);
  await expect(compare).toContainText('first difference: tool_result of lookup_order at turn 2: content.status');
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await expect(compare).toContainText('result edited by hand in A');
});

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

test('a branch is named, looked at, deleted and brought back', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  await workbench.press('Fork from here');
  const picker = page.getByRole('combobox', { name: 'Branch', exact: true });
  await expect(picker).toContainText('fork 1');
  await page.getByRole('button', { name: 'Sessions' }).click();
  await workbench.press('Rename branch fork 1');
  const name = page.getByRole('textbox', { name: 'Name of the branch' });
  await name.fill('what if');
  await name.press('Enter');
  await expect(picker).toContainText('what if');
  await choose(page, 'Branch', /^main/);
  await expect(picker).toContainText('main');
  await workbench.press('Delete branch what if');
  await expect(page.getByRole('button', { name: 'Rename branch what if' })).toHaveCount(0);
  await page.getByRole('log').getByRole('button', { name: 'Undo' }).click();
  await expect(picker).toContainText('what if');
});
