import { findings } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

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
