import path from 'node:path';
import { defineConfig } from '@playwright/test';

const results = process.env.LOUPE_TEST_RESULTS;

/** Each worker starts a server of its own (fixtures/server.ts), so tests never share a store. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  // A crowded machine may lose a test; what fails three times is a fault. The report still names the others as flaky.
  retries: 2,
  reporter: results ? [['line'], ['json', { outputFile: path.join(results, 'browser.json') }]] : [['line']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.LOUPE_BROWSER,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
