import type { Page } from '@playwright/test';
import { ApiClient } from './fixtures/api-client.ts';
import { expect, test } from './fixtures/test.ts';
import type { Workbench } from './fixtures/workbench.ts';

// Runs in real time, beside whatever else the machine does.
test.slow();

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search', exact: true });
const count = (page: Page) => page.getByRole('search').getByRole('log');

/** The text that is marked as the hit in view, in graph or list and in the inspector. */
async function marked(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(CSS.highlights.get('loupe-hit') ?? [])].map((range) => (range as Range).toString()));
}

/** A session of 20 turns, each with a result of many lines; those of turns 4, 9, 15 and 20 say so at their end. */
async function createLong(): Promise<string> {
  const id = crypto.randomUUID();
  const turns = Array.from({ length: 20 }, (_, index) => index + 1);
  const lines = Array.from({ length: 40 }, (_, hour) => `hour ${hour}: pump 2 runs`).join('\n');
  const messages = [
    { role: 'user', content: 'Why does pump 2 drop out?' },
    ...turns.flatMap((turn) => [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: `toolu_${turn}`, name: 'read_log', input: { day: turn } }],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: `toolu_${turn}`,
            content: [4, 9, 15, 20].includes(turn) ? `${lines}\nNote: intake felt frozen.` : lines,
          },
        ],
      },
    ]),
  ];
  const reply = await fetch('/api/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, messages, model: 'claude-opus-5-5' }),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return id;
}

async function refundDone(workbench: Workbench): Promise<void> {
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  await workbench.press('Continue');
  await workbench.expectPill('Done · end_turn');
}

test('search finds any text of the session, goes round with Enter, and closes with Escape', async ({ workbench }) => {
  const { page } = workbench;
  await refundDone(workbench);
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await box(page).fill('LOOKUP_order');
  await expect(count(page)).toHaveText(/^0 of \d+$/);
  const all = Number((await count(page).textContent())?.split(' ').at(-1));
  expect(all).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(count(page)).toHaveText(`1 of ${all}`);
  await expect.poll(() => marked(page)).toContain('lookup_order');
  for (let step = 1; step < all; step++) await page.keyboard.press('Enter');
  await expect(count(page)).toHaveText(`${all} of ${all}`);
  await page.keyboard.press('F3');
  await expect(count(page)).toHaveText(`1 of ${all}`);
  await page.keyboard.press('Shift+Enter');
  await expect(count(page)).toHaveText(`${all} of ${all}`);
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await expect(count(page)).toHaveCount(0);
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
});

test('search finds ids, inputs and the system prompt; the place is selected', async ({ workbench }) => {
  const { page } = workbench;
  await refundDone(workbench);
  const inspector = page.getByRole('region', { name: 'Inspector' });
  const ids = await page.evaluate(async () => {
    const sessions = (await (await fetch('/api/sessions')).json()) as { id: string }[];
    const log = await (await fetch(`/api/sessions/${sessions[0]?.id}/events?chunks=0`)).text();
    const first = (pattern: RegExp): string => pattern.exec(log)?.[1] ?? '';
    return {
      call: first(/"id":"(toolu_[^"]+)"/),
      answer: first(/"id":"(msg_[^"]+)"/),
      request: first(/"requestId":"([^"]+)"/),
      system: first(/"system":"([^"\\]{10,40})/),
    };
  });
  for (const text of [ids.call, ids.answer, ids.request, ids.system]) {
    expect(text).not.toBe('');
    await box(page).fill(text);
    await expect(count(page)).toHaveText(/^0 of [1-9]/);
    await box(page).press('Enter');
    await expect(count(page)).toHaveText(/^1 of [1-9]/);
  }
  await expect(inspector.getByRole('tab', { name: 'Request' })).toHaveAttribute('aria-selected', 'true');
  await box(page).fill('"nothing has these words"');
  await expect(count(page)).toHaveText('Nothing found');
});

test('search opens the closed turn of a hit and shows text behind a preview, in graph and list', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  const session = await page.evaluate(createLong);
  await workbench.open(`#v=1&session=${session}`);
  await page.reload();
  await expect(workbench.node(/^user message, tool results, turn 20/)).toBeVisible();
  await box(page).fill('INTAKE FELT frozen');
  await expect(count(page)).toHaveText('0 of 4');
  await expect(workbench.node(/tool results, turn 4$/)).toHaveCount(0);
  await box(page).press('Enter');
  await expect(count(page)).toHaveText('1 of 4');
  await expect(workbench.node(/tool results, turn 4$/)).toBeInViewport();
  await expect.poll(() => marked(page)).toContain('intake felt frozen');
  await page.getByRole('button', { name: 'List view' }).click();
  const list = page.getByRole('list', { name: 'Messages' });
  await box(page).press('Enter');
  await expect(count(page)).toHaveText('2 of 4');
  await expect(list.getByRole('group', { name: /tool results, turn 9$/ })).toBeInViewport();
  await expect.poll(() => marked(page)).toContain('intake felt frozen');
});

test('search offers what other branches hold, and a click goes there', async ({ workbench }) => {
  const { page } = workbench;
  await refundDone(workbench);
  await workbench.press('Restart');
  await workbench.expectPill('Paused at request · turn 1');
  const result = await page.evaluate(async () => {
    const sessions = (await (await fetch('/api/sessions')).json()) as { id: string }[];
    const log = await (await fetch(`/api/sessions/${sessions[0]?.id}/events?chunks=0`)).text();
    return /"tool_use_id":"(toolu_[^"]+)"/.exec(log)?.[1] ?? '';
  });
  await box(page).fill(result);
  await expect(count(page)).toHaveText('Nothing found');
  const hits = page.getByRole('list', { name: 'Hits' });
  await expect(hits.getByRole('heading', { name: 'On branch main' })).toBeVisible();
  await hits.getByRole('button', { name: result }).first().click();
  await workbench.expectPill('Done · end_turn');
  await expect(count(page)).toHaveText(/^1 of [1-9]/);
  await expect(
    page.getByRole('region', { name: 'Inspector' }).getByRole('heading', { name: 'tool_use' }),
  ).toBeVisible();
});

/** Writes down the icon, without its colours, under each title that the tab has. */
function watchTab(): void {
  window.tab = new Map();
  const note = (): void => {
    const icon = decodeURIComponent(document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '');
    window.tab.set(document.title, icon.replaceAll(/(fill|stroke)="[^"]*"/g, ''));
  };
  new MutationObserver(note).observe(document.head, { subtree: true, childList: true, attributes: true });
  note();
}

test('title and icon of the tab show the state, each by another shape', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.open();
  await workbench.expectPill('Paused at request · turn 1');
  await expect(page).toHaveTitle(/^Paused at request · turn 1 · .* · Loupe$/);
  await page.evaluate(watchTab);
  await workbench.press('Continue');
  await expect(page).toHaveTitle(/^Done · end_turn · /, { timeout: 90_000 });
  const seen = await page.evaluate(() => [...window.tab]);
  const shapes = ['Paused', 'Running', 'Done'].map((word) => seen.find(([title]) => title.startsWith(word))?.[1] ?? '');
  for (const shape of shapes) expect(shape).toMatch(/^data:image\/svg\+xml,<svg/);
  expect(new Set(shapes).size).toBe(3);
});

interface Told {
  title: string;
  body: string;
  click(): void;
}
interface Stubbed {
  told: Told[];
  asked: number;
  focused: number;
}
declare global {
  interface Window {
    stubbed: Stubbed;
    tab: Map<string, string>;
  }
}

/** Puts a stand-in for the browser's notifications on the page; `answer` is what the person says when asked. */
async function stubNotifications(page: Page, answer: NotificationPermission): Promise<void> {
  await page.addInitScript((granted) => {
    window.stubbed = { told: [], asked: 0, focused: 0 };
    class FakeNotification extends EventTarget {
      static permission: NotificationPermission = 'default';
      static requestPermission(): Promise<NotificationPermission> {
        window.stubbed.asked += 1;
        FakeNotification.permission = granted;
        return Promise.resolve(granted);
      }
      constructor(title: string, options: NotificationOptions) {
        super();
        window.stubbed.told.push({
          title,
          body: options.body ?? '',
          click: () => this.dispatchEvent(new Event('click')),
        });
      }
      close(): void {}
    }
    Object.assign(window, { Notification: FakeNotification, focus: () => (window.stubbed.focused += 1) });
  }, answer);
}

async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

const told = (page: Page): Promise<string[]> =>
  page.evaluate(() => window.stubbed.told.map(({ title, body }) => `${title} | ${body}`));

test('a long run that stops while the page is hidden is told, once it was allowed by a click', async ({
  workbench,
  server,
}) => {
  const { page } = workbench;
  const api = new ApiClient(server);
  await api.create({ scenario: 'long-haul' });
  await stubNotifications(page, 'granted');
  await workbench.open(`#v=1&session=${api.session}`);
  await workbench.expectPill('Paused at request · turn 1');
  expect(await page.evaluate(() => window.stubbed.asked)).toBe(0);
  await workbench.press('Setup');
  const box = page.getByRole('checkbox', { name: 'Notify when a run stops' });
  await expect(box).not.toBeChecked();
  await box.click();
  await expect(box).toBeChecked();
  expect(await page.evaluate(() => window.stubbed.asked)).toBe(1);
  await workbench.press('Continue');
  await hide(page);
  // After five seconds a hidden tab has given its stream back.
  await api.until('six seconds of running', ({ counters }) => counters.elapsedMs > 6000);
  expect(await told(page)).toEqual([]);
  await api.command({ type: 'pause' });
  await expect
    .poll(() => told(page), { timeout: 20_000 })
    .toEqual([expect.stringMatching(/^Paused at .* \| .* · main$/)]);
  await page.evaluate(() => window.stubbed.told[0]?.click());
  expect(await page.evaluate(() => window.stubbed.focused)).toBe(1);
});

test('a browser that refuses notifications is named, and the switch stays off', async ({ workbench }) => {
  const { page } = workbench;
  await stubNotifications(page, 'denied');
  await workbench.open();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill('notify');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'The browser refuses notifications' })).toBeVisible();
  await workbench.press('Setup');
  await expect(page.getByRole('checkbox', { name: 'Notify when a run stops' })).not.toBeChecked();
});
