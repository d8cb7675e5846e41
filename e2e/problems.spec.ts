import { expect, test } from './fixtures/test.ts';

test('a result removed by hand is named as a problem, refused by the API, repaired by Fix and run to the end', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.stepTo('Paused at request · turn 2', 10);
  await workbench.node(/^user message, tool results, turn 1/).click();
  await page.getByRole('tab', { name: 'JSON', exact: true }).click();
  const editor = page.getByRole('textbox', { name: /JSON of messages\.2/ });
  await expect(editor).toBeVisible();
  const apply = workbench.button('Apply edit').last();
  // The textbox is there a moment before the editor behind it listens.
  await expect(async () => {
    await editor.fill('{"role":"user","content":[{"type":"text","text":"The order was delivered."}]}');
    await expect(apply).toBeEnabled({ timeout: 1000 });
  }).toPass();
  await apply.click();
  await page.getByRole('tab', { name: /^Problems/ }).click();
  const problems = page.getByRole('tabpanel', { name: /Problems/ });
  await expect(problems).toContainText('messages.1');
  await expect(problems).toContainText('`tool_use` ids were found without `tool_result` blocks immediately after');
  await workbench.press('Continue');
  await workbench.expectPill('Failed · api_error');
  await expect(workbench.graph.getByText('400').first()).toBeVisible();
  await problems.getByRole('button', { name: 'Fix' }).first().click();
  await workbench.expectPill('Paused at request · turn 2');
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
});
