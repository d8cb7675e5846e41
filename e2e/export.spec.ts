import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test as plain } from '@playwright/test';

/* An exported page has nobody to ask: it is opened from the disk, and the network is off. */

const HOSTILE = '</script><script>document.title="broken"</script><img src=x onerror="document.title=1">';
const request = {
  model: 'claude-opus-5-5',
  max_tokens: 500,
  system: HOSTILE,
  messages: [
    { role: 'user', content: `Where is order 7? ${HOSTILE}` },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Looking.' },
        { type: 'tool_use', id: 'toolu_1', name: 'lookup_order', input: { id: 7, note: HOSTILE } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: `shipped ${HOSTILE}` }] },
    { role: 'assistant', content: 'Order 7 has left the house.' },
  ],
};

plain(
  'the exported page plays from the disk, without network and without a complaint of the browser',
  async ({ browser }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'loupe-player-'));
    const input = path.join(folder, 'request.json');
    const file = path.join(folder, 'session.html');
    await writeFile(input, JSON.stringify(request));
    execFileSync(process.execPath, ['dist/server/cli.js', 'export', input, '--to', 'html', '-o', file]);
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (sent) => asked.push(sent.url()));
    const url = pathToFileURL(file).href;

    await page.goto(url);
    await expect(page.getByRole('article')).toHaveCount(4);
    const slider = page.getByRole('slider', { name: 'Timeline' });
    await expect(slider).toHaveValue('4');
    await expect(page.getByRole('region', { name: 'Graph' }).getByRole('link').first()).toBeVisible();

    // Keys, the scrubber and the buttons move the same place, and the address follows.
    await page.keyboard.press('Home');
    await expect(slider).toHaveValue('1');
    const first = new URL(page.url()).hash;
    await page.keyboard.press('j');
    await expect(slider).toHaveValue('2');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.locator('article[aria-current="step"]')).toContainText('shipped');
    await slider.fill('4');
    await expect(page.locator('article[aria-current="step"]')).toContainText('Order 7 has left the house.');

    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search' }).fill('looking');
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByRole('status')).toHaveText('1 found');
    await page.getByRole('searchbox', { name: 'Search' }).fill('');

    // A link into it opens at its place.
    await page.goto(`${url}${first}`);
    await page.reload();
    await expect(slider).toHaveValue('1');
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

    expect(await page.title()).not.toMatch(/^(broken|1)$/);
    expect(complaints).toEqual([]);
    expect(asked.filter((address) => !address.startsWith('file:'))).toEqual([]);
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
);
