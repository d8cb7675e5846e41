import { type MessagePair, messagePairs } from './compare-detail.ts';
import { align } from './compare-align.ts';
import { type ConfigChange, configChanges, sameConfig } from './compare-config.ts';
import { type Divergence, divergenceAt } from './compare-divergence.ts';
import { addFigures, type Figures, minusFigures, NO_FIGURES } from './compare-figures.ts';
import { type CompareSide, type Step, stepsOf } from './compare-steps.ts';

/** Two steps that stand opposite, or one with nothing opposite. */
export interface CompareRow {
  kind: 'same' | 'changed' | 'only-a' | 'only-b';
  a: Step | null;
  b: Step | null;
  /** Their setups differ: model, system prompt, tools, parameters or policy. */
  otherConfig: boolean;
  /** B − A; a missing side counts as nothing. */
  delta: Figures;
}

export interface Comparison {
  a: CompareSide;
  b: CompareSide;
  /** Setups as they stand now. */
  config: ConfigChange[];
  rows: CompareRow[];
  /** Where the two part first in time; null when they are equal. */
  divergence: Divergence | null;
  /** Messages at the beginning of both paths that say the same. */
  equalMessages: number;
  totals: { a: Figures; b: Figures; delta: Figures };
}

/**
 * Compares two branches, of one session or of two: step by step, setup before messages, block by block. Ids of calls
 * and signatures are left aside, since they differ between any two runs. O(n log n) in the length of the paths;
 * the blocks of a row are compared when asked for (`rowPairs`).
 */
export function compareBranches(a: CompareSide, b: CompareSide): Comparison {
  const [stepsA, stepsB] = [stepsOf(a), stepsOf(b)];
  const rows = align(stepsA, stepsB).map(([atA, atB]) =>
    rowOf(atA === null ? null : (stepsA[atA] ?? null), atB === null ? null : (stepsB[atB] ?? null)),
  );
  const totals = { a: sumOf(stepsA), b: sumOf(stepsB) };
  return {
    a,
    b,
    config: configChanges(nowOf(a, stepsA), nowOf(b, stepsB)),
    rows,
    divergence: firstDivergence(rows),
    equalMessages: equalMessages(rows),
    totals: { ...totals, delta: minusFigures(totals.b, totals.a) },
  };
}

/** The messages of a row, paired with their blocks. Linear in the size of the row. */
export function rowPairs(row: CompareRow): MessagePair[] {
  return messagePairs(row.a, row.b);
}

function rowOf(a: Step | null, b: Step | null): CompareRow {
  const otherConfig = a !== null && b !== null && !sameConfig(a.config, b.config);
  const kind = !a ? 'only-b' : !b ? 'only-a' : a.whole === b.whole && !otherConfig ? 'same' : 'changed';
  return { kind, a, b, otherConfig, delta: minusFigures(b?.figures ?? NO_FIGURES, a?.figures ?? NO_FIGURES) };
}

/** What the newest request of a side was made with. */
function nowOf(side: CompareSide, steps: readonly Step[]): Step['config'] {
  const { configs, configIndex } = side.state.tables;
  return configs[configIndex.get(side.branch.config) ?? -1] ?? (steps.at(-1) as Step).config;
}

function sumOf(steps: readonly Step[]): Figures {
  return steps.reduce((sum, step) => addFigures(sum, step.figures), NO_FIGURES);
}

function firstDivergence(rows: readonly CompareRow[]): Divergence | null {
  const at = rows.findIndex((row) => row.kind !== 'same');
  const row = rows[at];
  if (!row) return null;
  const before = rows[at - 1];
  const missing = row.a ? 'b' : 'a';
  return divergenceAt({
    row: at,
    a: row.a,
    b: row.b,
    before: [before?.a ?? null, before?.b ?? null],
    goesOn: rows.slice(at).some((later) => later[missing] !== null),
  });
}

function equalMessages(rows: readonly CompareRow[]): number {
  let count = 0;
  for (const { a, b } of rows) {
    if (!a || !b) break;
    if (a.whole === b.whole) {
      count += a.sent.length + (a.answer ? 1 : 0);
      continue;
    }
    const pairs = messagePairs(a, b);
    const different = pairs.findIndex((pair) => pair.kind !== 'same');
    return count + (different < 0 ? pairs.length : different);
  }
  return count;
}
