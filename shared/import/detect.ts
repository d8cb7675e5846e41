import type { Importer } from './importer.ts';
import type { Sample } from './input.ts';

export interface Detection {
  importer: Importer | null;
  /** 0 to 1. */
  confidence: number;
  /** Other formats that fit, best first. */
  candidates: Importer[];
}

const ENOUGH = 0.3;

/**
 * Picks the importer whose format the beginning of a file fits best; of equals, the first in the registry. The file's
 * name plays no part: real `.jsonl` files hold one document, and `.json` files hold lines.
 */
export function detect(sample: Sample, importers: readonly Importer[]): Detection {
  const scored = importers
    .map((importer) => ({ importer, confidence: Math.min(1, importer.detect(sample)) }))
    .filter(({ confidence }) => confidence >= ENOUGH)
    .toSorted((left, right) => right.confidence - left.confidence);
  const [best, ...others] = scored;
  return {
    importer: best?.importer ?? null,
    confidence: best?.confidence ?? 0,
    candidates: others.map(({ importer }) => importer),
  };
}

/** Share of values that pass a test; 0 for none. */
export function share(values: readonly unknown[], test: (value: unknown) => boolean): number {
  if (values.length === 0) return 0;
  return values.filter(test).length / values.length;
}
