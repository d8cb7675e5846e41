/** As much of a lint problem as the graph shows; `shared/messages` problems fit. */
export interface ProblemLike {
  severity: 'error' | 'warning' | 'info';
  /** Plain JSON path: `messages.3.content.1`. */
  path: string;
}

type Severity = 'error' | 'warning';

/** The problems of one message: on itself and on its blocks. */
export interface MessageProblems {
  self: Severity | null;
  blocks: ReadonlyMap<number, Severity>;
  /** Equal for equal content: lets an unchanged turn be reused. */
  key: string;
}

export type ProblemIndex = ReadonlyMap<number, MessageProblems>;

export const NO_PROBLEMS: MessageProblems = { self: null, blocks: new Map(), key: '' };

/** `messages.3.content.1.input` → message 3, block 1; null for paths outside the messages. */
export function placeOf(path: string): { message: number; block: number | null } | null {
  const parts = path.split('.');
  const message = Number(parts[1]);
  if (parts[0] !== 'messages' || parts[1] === undefined || !Number.isInteger(message)) return null;
  const block = parts[2] === 'content' && parts[3] !== undefined ? Number(parts[3]) : Number.NaN;
  return { message, block: Number.isInteger(block) ? block : null };
}

/** Problems by message. Notes (`info`) are not drawn. */
export function indexProblems(problems: readonly ProblemLike[]): ProblemIndex {
  const found = new Map<number, { self: Severity | null; blocks: Map<number, Severity>; keys: string[] }>();
  for (const { severity, path } of problems) {
    const place = placeOf(path);
    if (!place || severity === 'info') continue;
    const entry = found.get(place.message) ?? { self: null, blocks: new Map<number, Severity>(), keys: [] };
    found.set(place.message, entry);
    entry.keys.push(`${severity}@${place.block}`);
    if (place.block === null) entry.self = worse(entry.self, severity);
    else entry.blocks.set(place.block, worse(entry.blocks.get(place.block) ?? null, severity));
  }
  return new Map(
    [...found].map(([message, { self, blocks, keys }]) => [message, { self, blocks, key: keys.sort().join(' ') }]),
  );
}

function worse(a: Severity | null, b: Severity): Severity {
  return a === 'error' ? a : b;
}
