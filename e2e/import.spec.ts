import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';
import type { Workbench } from './fixtures/workbench.ts';

const FIXTURES = 'shared/import/fixtures';
const fixture = (name: string): string => path.join(FIXTURES, name);

/** Chooses files as a person does: with the button. */
async function choose(workbench: Workbench, ...names: string[]): Promise<void> {
  const chooser = workbench.page.waitForEvent('filechooser');
  await workbench.press('Import');
  await (await chooser).setFiles(names.map(fixture));
}

/** Drops a file on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], fileName));
      return transfer;
    },
    [name, text],
  );
  await page.getByRole('region', { name: 'Graph' }).dispatchEvent('drop', { dataTransfer: data });
}

const report = (page: Page) => page.getByRole('region', { name: 'Import report' });

test('a chosen session opens at its first stop, replays step by step, and is there after a reload', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.open();
  await choose(workbench, 'claude-code/parallel.jsonl');
  await expect(report(page)).toContainText('Claude Code');
  await expect(report(page)).toContainText('1 conversation');
  await workbench.expectPill('Replaying at request · turn 1 of 2');
  for (const stop of ['response', 'tools', 'results']) {
    await workbench.press('Step');
    await workbench.expectPill(`Replaying at ${stop} · turn 1 of 2`);
  }
  await expect(workbench.node(/^tool run Read 1, ok|^tool run Read.*ok/).first()).toBeVisible();
  await page.reload();
  await workbench.expectPill('Replaying at results · turn 1 of 2');
  await workbench.press('Return to now');
  await workbench.expectPill('Done · end_turn');
});

test('many conversations become a list with agents under their session, which can be searched', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.open();
  await choose(
    workbench,
    'claude-code/sidechain.jsonl',
    'codex/rollout.jsonl',
    'langsmith/batch.json',
    'openai-chat/messages.json',
  );
  const list = report(page).getByRole('list', { name: 'Conversations' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  const all = await list.getByRole('listitem').count();
  expect(all).toBeGreaterThan(4);
  await expect(list.getByRole('listitem').filter({ hasText: 'sub-agent' }).first()).toBeVisible();
  await report(page).getByRole('searchbox', { name: 'Search conversations' }).fill('What is this');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Open What is this?' }).click();
  await workbench.expectPill('Replaying at request · turn 1');
  await expect(workbench.node(/^user message/).first()).toContainText('What is this?');
});

test('what a hostile file says is shown as text and never run', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  const text = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
  const body = {
    model: 'claude-sonnet-5',
    max_tokens: 10,
    base_url: 'https://evil.example',
    mcp_servers: [{ type: 'url', url: 'https://mcp.example', authorization_token: 'tok-very-secret' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text, __proto__: 1 }] },
      { role: 'assistant', content: `answer ${text}` },
    ],
  };
  await drop(page, 'hostile.json', JSON.stringify(body));
  await expect(report(page)).toBeVisible();
  await workbench.expectPill('Replaying at request · turn 1');
  await expect(workbench.node(/^user message/)).toContainText('<script>window.hacked=1</script>');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  const events = await page.evaluate(async () => {
    const sessions = (await (await fetch('/api/sessions')).json()) as { id: string }[];
    return (await fetch(`/api/sessions/${sessions[0]?.id}/events`)).text();
  });
  expect(events).toContain('"endpoint":"scripted"');
  expect(events).not.toContain('tok-very-secret');
});

test('a file that holds no conversation says so, and so does a broken one', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await drop(page, 'notes.txt', 'Only some notes.\nNothing else.');
  await expect(report(page).getByRole('alert')).toContainText('No conversation found');
  await expect(report(page)).toContainText('Lines 1 to 2 hold text without a JSON record.');
  const torn = readFileSync(fixture('claude-code/glued-and-torn.jsonl'), 'utf8');
  await drop(page, 'torn.jsonl', torn);
  await expect(report(page)).toContainText('The record cannot be read');
  await expect(report(page)).toContainText(/line \d+/);
  await workbench.expectPill('Replaying at request');
});

test('pasted text is read, and the report can be left for another import', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('textbox', { name: 'Pasted transcript' }).fill('[{"role":"user","content":"Say hello"}]');
  await workbench.press('Read pasted text');
  await expect(report(page)).toContainText('1 conversation');
  await workbench.expectPill('Paused at request · turn 1');
  await report(page).getByRole('button', { name: 'Import something else' }).click();
  await expect(page.getByRole('textbox', { name: 'Pasted transcript' })).toBeVisible();
});

test('a large import shows its progress and can be cancelled; the page stays quick', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await page.evaluate(() => {
    const line = JSON.stringify({ role: 'user', content: 'x'.repeat(100) });
    const text = `${line}\n`.repeat(500_000);
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'large.jsonl'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('progressbar', { name: 'Import progress' })).toBeVisible();
  await workbench.press('Cancel');
  await expect(page.getByRole('textbox', { name: 'Pasted transcript' })).toBeVisible();
  await expect(report(page)).toHaveCount(0);
});

test('a recording goes on live from any place: repaired, with recorded results, answered by the endpoint', async ({
  workbench,
  server,
}) => {
  const { page } = workbench;
  await workbench.open();
  await choose(workbench, 'claude-code/parallel.jsonl');
  await workbench.expectPill('Replaying at request · turn 1 of 2');
  await workbench.press('Step');
  await workbench.press('Step');
  await workbench.expectPill('Replaying at tools · turn 1 of 2');
  await workbench.press('Continue live from here');
  await expect(page.getByRole('alert')).toContainText('API key');
  await expect(page.getByText('1 tool described from recorded calls')).toBeVisible();
  await workbench.expectPill('Paused at tools · turn 1');
  const saved = await page.evaluate(async (baseUrl) => {
    const body = JSON.stringify({ baseUrl, apiKey: 'any-key-at-all' });
    return (await fetch('/api/setup', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })).status;
  }, `${server.url}/scripted/no-tool`);
  expect(saved).toBe(200);
  await workbench.press('Step');
  await workbench.expectPill('Paused at results · turn 1');
  await expect(workbench.node(/^tool run Read.*, ok/)).toHaveCount(2);
  await workbench.press('Continue');
  // The scripted model writes at a natural pace.
  await expect(workbench.pill).toContainText('Done · end_turn', { timeout: 40_000 });
  await expect(page.getByRole('combobox', { name: 'Model' })).toContainText('live');
});
