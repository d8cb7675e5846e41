import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import type { Bench, Measure, Row } from './measure-type.ts';
import { firstLoad } from './measures/first-load.ts';
import { graph } from './measures/graph.ts';
import { imports } from './measures/import.ts';
import { seek } from './measures/seek.ts';
import { seekPage } from './measures/seek-page.ts';
import { start } from './measures/start.ts';
import { streaming } from './measures/streaming.ts';

/** Quiet ones first: what a browser leaves behind disturbs a start. */
const MEASURES: readonly Measure[] = [start, firstLoad, streaming, seek, imports, seekPage, graph];

/** A measure that hangs must not keep the others from being told. */
const MOST_MS = 150_000;

type Place = Pick<Bench, 'root' | 'built'> & { findBrowser(): string };

/** Runs the named measures (all without a name) and prints the table. 0: all hold, 1: one fails, 2: unknown name. */
export async function bench(names: readonly string[], place: Place): Promise<number> {
  const unknown = names.filter((name) => !MEASURES.some((measure) => measure.name === name));
  if (unknown.length > 0) {
    const known = MEASURES.map(({ name }) => name).join(', ');
    console.error(`There is no measure called ${unknown.join(', ')}. Known: ${known}.`);
    return 2;
  }
  const chosen = names.length === 0 ? MEASURES : MEASURES.filter(({ name }) => names.includes(name));
  const folder = mkdtempSync(path.join(tmpdir(), 'loupe-bench-'));
  const browser = new OneBrowser(place.findBrowser);
  console.log(line('name', 'measured', 'limit', 'ok'));
  let failed = false;
  try {
    for (const measure of chosen) {
      const rows = await rowsOf(measure, { ...place, folder, browser: () => browser.open() });
      if (rows === null || rows.some((row) => !holds(row))) failed = true;
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed ? 1 : 0;
}

/** Prints each row as soon as its measure is through; null when the measure itself broke. */
async function rowsOf(measure: Measure, bench: Bench): Promise<Row[] | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${MOST_MS / 1000} s`)), MOST_MS);
  });
  try {
    const rows = await Promise.race([measure.run(bench), late]);
    for (const row of rows) console.log(lineOf(row));
    return rows;
  } catch (error) {
    console.log(line(measure.name, 'broken', '', 'NO', error instanceof Error ? error.message : String(error)));
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function holds({ measured, limit, holds: sense }: Row): boolean {
  if (sense === 'told') return true;
  return sense === 'most' ? measured <= limit : measured >= limit;
}

function lineOf(row: Row): string {
  const sign = row.holds === 'most' ? '≤' : '≥';
  const limit = row.holds === 'told' ? '' : `${sign} ${figure(row.limit)} ${row.unit}`;
  const ok = row.holds === 'told' ? '' : holds(row) ? 'ok' : 'NO';
  return line(row.name, `${figure(row.measured)} ${row.unit}`, limit, ok, row.note);
}

function figure(value: number): string {
  return String(Math.abs(value) < 10 ? Number(value.toFixed(2)) : Math.round(value));
}

function line(name: string, measured: string, limit: string, ok: string, note = ''): string {
  return `${name.padEnd(42)} ${measured.padStart(11)}  ${limit.padStart(11)}  ${ok.padEnd(2)}  ${note}`.trimEnd();
}

class OneBrowser {
  #browser: Promise<Browser> | null = null;

  constructor(readonly findBrowser: () => string) {}

  open(): Promise<Browser> {
    const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    this.#browser ??= chromium.launch({ executablePath: this.findBrowser(), args });
    return this.#browser;
  }

  async close(): Promise<void> {
    await (await this.#browser)?.close();
  }
}
