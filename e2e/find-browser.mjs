// A real Chromium: one named by LOUPE_BROWSER, one of the system, Playwright's own, or, for root, the distribution's
// package.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const FIXED = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const named = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...named, ...FIXED].find((file) => existsSync(file) && isExecutable(file)) ?? null;
}

function run(command, args) {
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

function playwrightBrowser(install) {
  if (install) run('npx', ['playwright', 'install', 'chromium']);
  const file = chromium.executablePath();
  return file && existsSync(file) ? file : null;
}

function packagedBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.error('No browser found: installing the chromium package.');
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', 'chromium']);
  return systemBrowser();
}

/** Path of the program. Ends this process with 2 and a sentence when there is none. */
export function findBrowser() {
  const named = process.env.LOUPE_BROWSER;
  if (named) {
    if (isExecutable(named)) return named;
    console.error(`LOUPE_BROWSER names ${named}, which cannot be run.`);
    process.exit(2);
  }
  const browser = systemBrowser() ?? playwrightBrowser(false) ?? playwrightBrowser(true) ?? packagedBrowser();
  if (browser !== null) return browser;
  console.error(
    'No Chromium found. Install Chromium or Chrome, or name one in LOUPE_BROWSER, and run the command again.',
  );
  return process.exit(2);
}
