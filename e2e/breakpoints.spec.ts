import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';
import type { Workbench } from './fixtures/workbench.ts';

const LINE = 'tool process_refund when input.amount > 100';

async function openPanel({ page }: Workbench): Promise<Locator> {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /Breakpoints$/ })
    .click();
  const panel = page.getByRole('region', { name: 'Breakpoints' });
  await expect(panel.getByRole('button', { name: 'Add breakpoint' })).toBeVisible();
  return panel;
}

/** Sets a breakpoint by its line and waits until the list has it. */
async function setLine(panel: Locator, line: string): Promise<void> {
  const before = await panel.getByRole('listitem').count();
  const field = panel.getByRole('textbox', { name: 'Breakpoint in one line' });
  await field.fill(line);
  await field.press('Enter');
  await expect(panel.getByRole('listitem')).toHaveCount(before + 1);
  await expect(field).toHaveValue('');
}

/** Requests that reached the model so far, by the session's own log. */
async function requestsSent({ page }: Workbench): Promise<number> {
  const log = await page.evaluate(async () => {
    const sessions = (await (await fetch('/api/sessions')).json()) as { id: string }[];
    return (await fetch(`/api/sessions/${sessions[0]?.id}/events?chunks=0`)).text();
  });
  return log.split('"type":"request-start"').length - 1;
}

test('a condition on the input stops before the refund runs, without another request', async ({ workbench }) => {
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  const panel = await openPanel(workbench);
  await panel.getByRole('textbox', { name: 'Tool name (glob)' }).fill('process_refund');
  await panel.getByRole('textbox', { name: 'Condition' }).fill('input.amount > 100');
  await panel.getByRole('button', { name: 'Add breakpoint' }).click();
  const row = panel.getByRole('listitem');
  await expect(row).toContainText('call of process_refund');
  await expect(row).toContainText('input.amount > 100');
  await workbench.press('Continue');
  await workbench.expectPill('Paused at tools · turn 2');
  expect(await requestsSent(workbench)).toBe(2);
  await expect(workbench.node(/^tool run process_refund, ok/)).toHaveCount(0);
  await expect(workbench.node(/^tool run process_refund/)).toHaveCount(1);
  await expect(row).toContainText('1 hit');
  await workbench.page.reload();
  await workbench.expectPill('Paused at tools · turn 2');
  await expect((await openPanel(workbench)).getByRole('listitem')).toContainText('input.amount > 100');
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
  expect(await requestsSent(workbench)).toBe(3);
});

test('a condition that does not hold, and a breakpoint that is off, stop nothing; edited, it stops', async ({
  workbench,
}) => {
  await workbench.open();
  const panel = await openPanel(workbench);
  await setLine(panel, 'tool process_refund when input.amount > 1000');
  await setLine(panel, 'tool lookup_order');
  await panel.getByRole('checkbox', { name: 'Enable breakpoint call of lookup_order' }).click();
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
  await panel.getByRole('button', { name: 'Edit breakpoint call of process_refund' }).click();
  const condition = panel.getByRole('textbox', { name: 'Condition' });
  await expect(condition).toHaveValue('input.amount > 1000');
  await condition.fill('input.amount > 100');
  await panel.getByRole('button', { name: 'Save breakpoint' }).click();
  await expect(panel.getByRole('listitem').first()).toContainText('input.amount > 100');
  await workbench.press('Restart');
  await workbench.expectPill('Paused at request · turn 1');
  await workbench.press('Continue');
  await workbench.expectPill('Paused at tools · turn 2');
});

test('a log point prints to the Console and does not stop; hit conditions count', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  const panel = await openPanel(workbench);
  await setLine(panel, 'tool process_refund log refund of {input.amount}');
  await setLine(panel, 'response hit == 2');
  await workbench.press('Continue');
  await workbench.expectPill('Paused at response · turn 2');
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
  await page.getByRole('tab', { name: 'Console' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Console' })).toContainText('refund of 129');
});

test('a faulty condition is underlined and explained; completion is taken by keyboard', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  const panel = await openPanel(workbench);
  await panel.getByRole('textbox', { name: 'Tool name (glob)' }).fill('process_refund');
  const condition = panel.getByRole('textbox', { name: 'Condition' });
  await condition.fill('input.amount = 100');
  await expect(condition).toHaveAttribute('aria-invalid', 'true');
  await expect(condition).toHaveAccessibleDescription('"=" is not part of an expression. Compare with ==.');
  await expect(panel.locator('[data-squiggle]')).toHaveText('=');
  await expect(panel.getByRole('button', { name: 'Add breakpoint' })).toHaveAttribute('aria-disabled', 'true');
  await condition.fill('sum > 100');
  await expect(condition).toHaveAccessibleDescription('There is no name "sum" here.');
  await condition.fill('');
  await condition.pressSequentially('input.am');
  await expect(page.getByRole('option', { name: /^amount/ })).toBeVisible();
  await condition.press('ArrowDown');
  await condition.press('Enter');
  await expect(condition).toHaveValue('input.amount');
  await condition.pressSequentially(' > 100');
  await condition.press('Enter');
  await expect(panel.getByRole('listitem')).toContainText('input.amount > 100');
});

test('b sets and removes a breakpoint at the selection, and so does the mark in the graph', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.stepTo('Paused at results · turn 1');
  const mark = workbench.graph.getByRole('button', { name: 'Breakpoint at tools' });
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  await workbench.node(/^tool run lookup_order/).click();
  await page.keyboard.press('b');
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('b');
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  await mark.click();
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await mark.click();
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
});

test('a removed breakpoint can be put back', async ({ workbench }) => {
  await workbench.open();
  const panel = await openPanel(workbench);
  await setLine(panel, LINE);
  await panel.getByRole('button', { name: 'Remove breakpoint call of process_refund' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(0);
  await workbench.press('Put back');
  await expect(panel.getByRole('listitem')).toContainText('input.amount > 100');
});

test('Run to here goes on to what is ahead, and asks again for what lies behind', async ({ workbench }) => {
  await workbench.open();
  const panel = await openPanel(workbench);
  await workbench.node(/request 1/).click();
  await workbench.press('Run to here');
  await workbench.expectPill('Paused at response · turn 1');
  await expect(panel.getByRole('listitem')).toHaveCount(0);
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
  await workbench.node(/^assistant message, turn 2/).click();
  await workbench.press('Run to here');
  await workbench.expectPill('Paused at response · turn 2');
  await expect(panel.getByRole('listitem')).toHaveCount(0);
  await expect(workbench.page.getByRole('combobox', { name: 'Branch' })).toContainText('restart');
});

test('the help lists names and examples', async ({ workbench }) => {
  await workbench.open();
  const panel = await openPanel(workbench);
  await panel.getByRole('button', { name: 'Names and examples' }).click();
  const help = workbench.page.getByRole('dialog', { name: 'Names and examples' });
  await expect(help).toContainText('tool_runs');
  await expect(help).toContainText('input.path glob "/etc/*"');
});
