import type { Expression } from './parse.ts';
import type { TextPlace } from './faults.ts';
import { namesIn } from './evaluate.ts';

export type ValueType = 'text' | 'number' | 'boolean' | 'object' | 'list' | 'any';

/** A name or member that an expression can reach, as far as it is known before anything runs. */
export interface KnownName {
  name: string;
  type: ValueType;
  /** What a `.` behind it leads to. */
  members?: readonly KnownName[];
  /** Texts that it is likely to be. */
  values?: readonly string[];
}

/** The name at the end of a path; undefined when it is not known. A number leads into the items of a list. */
export function memberAt(
  names: readonly KnownName[],
  first: string,
  steps: readonly (string | number)[],
): KnownName | undefined {
  let at = names.find((each) => each.name === first);
  for (const step of steps) at = at?.members?.find((each) => each.name === (typeof step === 'number' ? '0' : step));
  return at;
}

/** The first name of an expression that is none of `names`, with its place; null when all are known. */
export function unknownName(
  expression: Expression,
  names: readonly string[],
): { name: string; place: TextPlace } | null {
  const found = namesIn(expression).find(({ name }) => !names.includes(name));
  return found ? { name: found.name, place: { from: found.from, to: found.from + found.name.length } } : null;
}
