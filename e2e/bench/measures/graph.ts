import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { LoupeServer } from '../../fixtures/server.ts';
import type { Bench, Measure } from '../measure-type.ts';
import { median } from '../parts/figures.ts';
import { longConversation } from '../parts/long-session.ts';
import { LoupeApi } from '../parts/loupe-api.ts';
import { serveFolder } from '../parts/static-server.ts';

const MESSAGES = 10_000;
const ROUNDS = 3;
const PAN_MS = 2500;

interface Look {
  /** Milliseconds from the start of the navigation to the first frame that holds a node. */
  firstNode: number;
  framesPerSecond: number;
  mostNodes: number;
}

/** A long conversation in the graph, against the graph library alone with as many nodes. */
export const graph: Measure = {
  name: 'graph',
  async run(bench) {
    const bare = await serveFolder(await buildBare(bench));
    const server = await LoupeServer.start();
    const context = await (await bench.browser()).newContext({ viewport: { width: 1440, height: 900 } });
    try {
      const api = await LoupeApi.enter(server.url);
      await api.create({ messages: longConversation(MESSAGES), model: 'claude-opus-5-5' });
      const pairs: { bare: Look; loupe: Look }[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        pairs.push({
          bare: await look(context, `${bare.url}/?nodes=${MESSAGES}`),
          loupe: await look(context, `${server.url}/#v=1&session=${api.session}`),
        });
      }
      return rowsOf(pairs);
    } finally {
      await context.close();
      await server.stop();
      bare.close();
    }
  },
};

async function buildBare({ built }: Bench): Promise<string> {
  const outDir = path.join(built, 'bare');
  await build({
    configFile: false,
    root: path.resolve('e2e/bench/bare'),
    logLevel: 'error',
    plugins: [react()],
    build: { outDir, target: 'es2022', chunkSizeWarningLimit: 2000 },
  });
  return outDir;
}

async function look(context: BrowserContext, url: string): Promise<Look> {
  const page = await context.newPage();
  try {
    await page.addInitScript(noteFirstNode);
    await page.goto(url);
    const firstNode = await page.waitForFunction(() => window.firstNodeAt);
    const seen = await firstNode.jsonValue();
    const flow = page.locator('.react-flow');
    await flow.waitFor();
    // What loads behind the first picture is not part of the pan.
    await page.waitForLoadState('networkidle').catch(() => {});
    return { firstNode: seen ?? 0, ...(await pan(page)) };
  } finally {
    await page.close();
  }
}

declare global {
  interface Window {
    firstNodeAt?: number;
  }
}

function noteFirstNode(): void {
  const watch = (): void => {
    if (document.querySelector('.react-flow__node') === null) requestAnimationFrame(watch);
    else window.firstNodeAt = performance.now();
  };
  requestAnimationFrame(watch);
}

/** Turns the wheel once a frame, as a touchpad does, and counts the frames. */
function pan(page: Page): Promise<Pick<Look, 'framesPerSecond' | 'mostNodes'>> {
  return page.evaluate(
    (ms) =>
      new Promise((resolve) => {
        const target = document.querySelector('.react-flow__pane') as Element;
        const { left, top } = target.getBoundingClientRect();
        const place = { clientX: left + 300, clientY: top + 200, bubbles: true, cancelable: true };
        const began = performance.now();
        let frames = 0;
        let mostNodes = 0;
        const next = (): void => {
          const passed = performance.now() - began;
          if (passed >= ms) return resolve({ framesPerSecond: (frames * 1000) / passed, mostNodes });
          frames += 1;
          mostNodes = Math.max(mostNodes, document.getElementsByClassName('react-flow__node').length);
          target.dispatchEvent(new WheelEvent('wheel', { ...place, deltaY: -120 }));
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    PAN_MS,
  );
}

function rowsOf(pairs: { bare: Look; loupe: Look }[]): ReturnType<Measure['run']> {
  const ratio = (of: keyof Look): number => median(pairs.map(({ bare, loupe }) => loupe[of] / bare[of]));
  const note = (of: keyof Look, unit: string): string =>
    `${Math.round(median(pairs.map(({ loupe }) => loupe[of])))} against ${Math.round(median(pairs.map(({ bare }) => bare[of])))} ${unit}`;
  return Promise.resolve([
    {
      name: 'graph: frame rate while panning',
      measured: ratio('framesPerSecond'),
      unit: '×',
      limit: 0.85,
      holds: 'least',
      note: note('framesPerSecond', 'frames/s'),
    },
    {
      name: 'graph: first frame with a node',
      measured: ratio('firstNode'),
      unit: '×',
      limit: 1.5,
      holds: 'most',
      note: note('firstNode', 'ms'),
    },
    {
      name: 'graph: mounted nodes',
      measured: Math.max(...pairs.map(({ loupe }) => loupe.mostNodes)),
      unit: 'nodes',
      limit: 300,
      holds: 'most',
    },
  ]);
}
