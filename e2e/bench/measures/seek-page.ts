import type { Page } from '@playwright/test';
import { openDataFolder } from '../../../server/adapters/data-folder.ts';
import { openLibsqlStore } from '../../../server/adapters/store-libsql.ts';
import { LoupeServer } from '../../fixtures/server.ts';
import type { Measure } from '../measure-type.ts';
import { median, quantile, seeded } from '../parts/figures.ts';
import { longRun } from '../parts/long-session.ts';

const EVENTS = 10_000;
const SEEKS = 120;
const SESSION = 'bench-long-run';

/** Pulls the needle to places all over a long run; each time until the frame that shows the graph of that place. */
export const seekPage: Measure = {
  name: 'seek-page',
  async run(bench) {
    const server = await LoupeServer.start();
    const context = await (await bench.browser()).newContext({ viewport: { width: 1440, height: 900 } });
    try {
      await server.kill();
      await store(server.dataDir);
      await server.launch();
      const page = await context.newPage();
      await page.goto(`${server.url}/#v=1&session=${SESSION}`);
      await page.locator('.react-flow__node').first().waitFor({ timeout: 60_000 });
      const random = seeded(11);
      const times = await seeks(page, Array.from({ length: SEEKS }, random));
      const note = `${SEEKS} places, median ${Math.round(median(times))} ms, longest ${Math.round(Math.max(...times))} ms`;
      const measured = quantile(times, 0.95);
      return [{ name: 'seek in the page, p95', measured, unit: 'ms', limit: 50, holds: 'most', note }];
    } finally {
      await context.close();
      await server.stop();
    }
  },
};

async function store(dataFolder: string): Promise<void> {
  const folder = openDataFolder(dataFolder);
  const events = longRun(EVENTS);
  const database = await openLibsqlStore(folder.database);
  for (let at = 0; at < events.length; at += 500) await database.append(SESSION, events.slice(at, at + 500));
  await database.close();
  folder.release();
}

/** `places`: 0 to 1 along the whole run. Throws when the graph does not show the turn that the needle stands at. */
function seeks(page: Page, places: number[]): Promise<number[]> {
  return page.evaluate(async (places) => {
    const painted = (): Promise<void> =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve());
          port1.start();
          port2.postMessage(null);
        }),
      );
    const bar = document.querySelector('.t-overview') as Element;
    const slider = document.querySelector('[role=slider][aria-label=Timeline]') as Element;
    const box = bar.getBoundingClientRect();
    const shows = (turn: string): boolean => {
      const wanted = new RegExp(`turn ${turn.replace(',', ',?')}(?!\\d)`);
      const names = [...document.querySelectorAll('.react-flow__node [aria-label]')];
      return names.some((each) => wanted.test(each.getAttribute('aria-label') ?? ''));
    };
    const times: number[] = [];
    for (const place of places) {
      const clientX = box.left + 104 + place * (box.width - 124);
      const began = performance.now();
      bar.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: box.top + 4, buttons: 1, bubbles: true }));
      const turn = (): string => /turn ([\d,]+)/.exec(slider.getAttribute('aria-valuetext') ?? '')?.[1] ?? '';
      do await painted();
      while (!shows(turn()) && performance.now() - began < 2000);
      times.push(performance.now() - began);
      if (!shows(turn())) throw new Error(`the graph does not show turn ${turn()}`);
      // Whoever looks rests here for a moment; what the page does later on counts for the next one.
      await painted();
    }
    return times;
  }, places);
}
