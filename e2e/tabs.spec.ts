import { expect, test } from './fixtures/test.ts';
import { Workbench } from './fixtures/workbench.ts';

test('two tabs: a stale command is refused and the page says what the other tab did', async ({
  workbench,
  context,
  server,
}) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  const hash = new URL(page.url()).hash;
  const other = new Workbench(await context.newPage(), server);
  await other.open(hash);
  await other.expectPill('Paused at request · turn 1');
  // The first tab stops hearing of the session, as behind a bad network.
  workbench.expectedErrors.push(/Failed to load resource/, /ERR_/);
  await page.route('**/stream*', (route) => route.abort());
  await page.reload();
  await workbench.expectPill('Paused at request · turn 1');
  await other.press('Step');
  await other.expectPill('Paused at response · turn 1');
  await workbench.press('Step');
  await expect(page.getByRole('alert').filter({ hasText: /moved this session first/ })).toBeVisible();
  await page.unroute('**/stream*');
  await page.reload();
  await workbench.expectPill('Paused at response · turn 1');
});

test('eight tabs load at once', async ({ workbench, context, server }) => {
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  const hash = new URL(workbench.page.url()).hash;
  const others = await Promise.all(
    Array.from({ length: 7 }, async () => new Workbench(await context.newPage(), server)),
  );
  for (const other of others) await other.open(hash);
  for (const other of others) {
    await other.page.bringToFront();
    await other.expectPill('Paused at request · turn 1');
  }
});
