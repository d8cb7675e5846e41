import type { Page } from '@playwright/test';
import { canonicalJson } from '../shared/messages/canonical-json.ts';
import type { SessionEvent } from '../shared/session/events.ts';
import { EventLog } from '../shared/session/log.ts';
import { branchById, messagesOf } from '../shared/session/tree.ts';
import { expect, test } from './fixtures/test.ts';

/** The session as its server has it. */
async function logOf(page: Page): Promise<EventLog> {
  const events = await page.evaluate(async () => {
    const sessions = (await (await fetch('/api/sessions')).json()) as { id: string }[];
    return (await fetch(`/api/sessions/${sessions[0]?.id}/events?chunks=0`)).json();
  });
  return EventLog.of(events as SessionEvent[]);
}

/** The messages of a branch as canonical JSON. */
async function pathOf(page: Page, id: string): Promise<string> {
  const { newest } = await logOf(page);
  return canonicalJson(messagesOf(newest, branchById(newest, id)?.head ?? null));
}

test('one draft: what is typed in the node shows in the inspector and in Monaco, and outlives a reload', async ({
  workbench,
}) => {
  const { page, graph } = workbench;
  await workbench.open();
  await workbench.stepTo('Paused at results · turn 1');
  const inspector = page.getByRole('region', { name: 'Inspector' });
  const inNode = graph.getByRole('textbox', { name: 'Result of lookup_order' });
  const stored = await inNode.inputValue();
  const edited = stored.replace('delivered', 'shipped');
  await inNode.fill(edited);
  await expect(inspector.getByText('1 field edited')).toBeVisible();
  await graph.getByRole('checkbox', { name: 'is_error of lookup_order' }).check();
  await expect(inspector.getByRole('checkbox', { name: 'is_error of lookup_order' })).toBeChecked();
  await inspector.getByRole('tab', { name: 'JSON' }).click();
  const inMonaco = inspector.getByRole('textbox', { name: 'Result of lookup_order' });
  await expect(inspector.getByText('"shipped"')).toBeVisible();
  await expect(async () => {
    await inMonaco.fill(stored.replace('delivered', 'lost'));
    await expect(inNode).toHaveValue(/"lost"/, { timeout: 1000 });
  }).toPass();
  await page.reload();
  await expect(inNode).toHaveValue(/"lost"/);
  await graph.getByRole('button', { name: 'Discard edit' }).click();
  await expect(inNode).toHaveValue(stored);
  await expect(inspector.getByText('"delivered"')).toBeVisible();
});

// Not steady yet: it depends on how fast the machine is. The core's golden transcripts hold the behaviour meanwhile.
test.fixme('keep what follows: thinking that no longer fits is told before Apply and before Continue, and can be dropped', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.stepTo('Paused at request · turn 2', 10);
  const before = await pathOf(page, 'b1');
  await workbench.node(/^user message, turn 1/).press('Enter');
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await inspector.getByRole('tab', { name: 'JSON' }).click();
  const editor = inspector.getByRole('textbox', { name: 'JSON of messages.0' });
  await expect(async () => {
    await editor.fill('{"role":"user","content":"Refund A-1001, please."}');
    await inspector.getByRole('checkbox', { name: /Keep what follows/ }).check({ timeout: 1000 });
    await expect(inspector.getByText(/thinking block is bound/)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(inspector.getByText(/claude-opus-5-5 would refuse it/)).toBeVisible();
  await expect(inspector.getByText(/about [\d,]+ input tokens, \$[\d.]+ .*estimated/)).toBeVisible();
  await inspector.getByRole('button', { name: 'Apply edit' }).click();
  const bar = page.getByRole('region', { name: 'Before sending' });
  await expect(bar).toContainText('messages.1.content.0');
  expect(await pathOf(page, 'b1')).toBe(before);
  await bar.getByRole('button', { name: 'Drop that thinking and continue' }).click();
  await workbench.expectPill('Done · end_turn');
  expect(await pathOf(page, 'b1')).toBe(before);
});
