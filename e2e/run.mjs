// Runs the browser tests in a real Chromium. Arguments go on to Playwright.
import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.mjs';

const result = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, LOUPE_BROWSER: findBrowser() } },
);
process.exit(result.status ?? 1);
