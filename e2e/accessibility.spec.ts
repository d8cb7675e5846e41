import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown[] }[];
}

/** Serious and critical findings of axe on the page as it stands. The script comes in through the debugger, past the CSP. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }).axe.run(),
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  for (const language of ['English', '简体中文'] as const) {
    test(`axe finds nothing serious on graph and list, ${theme}, ${language}`, async ({ workbench }) => {
      const { page } = workbench;
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await workbench.open();
      await workbench.stepTo('Paused at results · turn 1');
      expect(await findings(page)).toEqual([]);
      if (language !== 'English') {
        await page.getByRole('combobox', { name: 'Language' }).click();
        await page.getByRole('option', { name: language }).click();
        await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      }
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: language === 'English' ? 'List view' : '列表视图' }).click();
      await expect(page.getByRole('list', { name: language === 'English' ? 'Messages' : '消息' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  }
}
