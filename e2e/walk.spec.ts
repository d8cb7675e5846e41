import { expect, test } from './fixtures/test.ts';

test('the first open shows the refund scenario paused before request 1', async ({ workbench }) => {
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  await expect(workbench.node(/^user message/)).toHaveCount(1);
  await expect(workbench.button('Step')).toBeEnabled();
});

test('step walks the four stops; an edited result sends the conversation the other way', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  await workbench.stepTo('Paused at tools · turn 1');
  await expect(workbench.node(/^assistant message, turn 1, stop_reason tool_use/)).toBeVisible();
  await workbench.stepTo('Paused at results · turn 1');
  await expect(workbench.node(/^tool run lookup_order, ok/)).toBeVisible();
  const editor = page.getByRole('textbox', { name: 'Result of lookup_order' }).first();
  const before = await editor.inputValue();
  await editor.fill(before.replace(/"status":\s*"[a-z]+"/, '"status": "shipped"'));
  await workbench.button('Apply edit').first().click();
  await page.reload();
  await workbench.expectPill('Paused at results · turn 1');
  await expect(page.getByRole('textbox', { name: 'Result of lookup_order' }).first()).toHaveValue(/"shipped"/);
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
  await expect(workbench.node(/process_refund/)).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^Problems/ })).toHaveText(/^Problems0?$/);
  await expect(workbench.node(/^assistant message, turn 2, stop_reason end_turn/)).toContainText(/on its way|shipped/);
  const events = await page.evaluate(async () => {
    const sessions = (await (await fetch('/api/sessions')).json()) as { id: string }[];
    return (await fetch(`/api/sessions/${sessions[0]?.id}/events?chunks=0`)).text();
  });
  expect(events).toContain('"type":"result-edit"');
  expect(events).toMatch(/"before":\{"content":"[^}]*delivered/);
});
