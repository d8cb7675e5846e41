import { expect, test } from './fixtures/test.ts';

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
