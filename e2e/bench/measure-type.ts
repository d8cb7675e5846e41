import type { Browser } from '@playwright/test';

/** One number to hold. */
export interface Row {
  name: string;
  measured: number;
  /** `ms`, `kB`, `×` (a ratio), `nodes`, `MB`. */
  unit: string;
  limit: number;
  /** `most`: the number must not be above the limit; `least`: not below it; `told`: no limit, for the reader only. */
  holds: 'most' | 'least' | 'told';
  /** What the number was made of. */
  note?: string;
}

/** What a measure may use. */
export interface Bench {
  /** Folder of the package, also the working directory. */
  root: string;
  /** Where the built measures lie, for those that start a process of their own. */
  built: string;
  /** An empty folder, removed at the end. */
  folder: string;
  /** One browser for all measures, started when first asked for. */
  browser(): Promise<Browser>;
}

export interface Measure {
  /** What `npm run bench -- NAME` asks for. */
  name: string;
  run(bench: Bench): Promise<Row[]>;
}
