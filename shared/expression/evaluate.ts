import { canonicalJson } from '../messages/canonical-json.ts';
import { globMatches } from '../scripted/glob.ts';
import type { Comparison, Expression } from './parse.ts';

/** Names an expression may use, with their values. A Map: the values hold foreign keys such as `__proto__`. */
export type Scope = ReadonlyMap<string, unknown>;

/**
 * The value of an expression; a path that leads nowhere is `null`, and a comparison of things that cannot be compared
 * is false, so that a condition never fails while a run is under way. Linear in the expression and the values it reads.
 */
export function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluate(item, scope));
    case 'path':
      return valueAt(scope.get(expression.name), expression.steps);
    case 'not':
      return !holds(evaluate(expression.of, scope));
    case 'and':
      return expression.parts.every((part) => holds(evaluate(part, scope)));
    case 'or':
      return expression.parts.some((part) => holds(evaluate(part, scope)));
    case 'compare':
      return compare(expression.operator, evaluate(expression.left, scope), evaluate(expression.right, scope));
  }
}

/** Whether a value counts as true: everything but false, null, 0 and empty texts and lists. */
export function holds(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(value);
}

function valueAt(value: unknown, steps: readonly (string | number)[]): unknown {
  let at: unknown = value;
  for (const step of steps) {
    if (typeof at === 'string' && step === 'length') return at.length;
    if (Array.isArray(at) && step === 'length') return at.length;
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, step)) return null;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at ?? null;
}

function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;
  return canonicalJson(left) === canonicalJson(right);
}

function compare(operator: Comparison, left: unknown, right: unknown): boolean {
  switch (operator) {
    case '==':
      return same(left, right);
    case '!=':
      return !same(left, right);
    case 'in':
      return contains(right, left);
    case 'not in':
      return !contains(right, left);
    case 'contains':
      return contains(left, right);
    case 'glob':
      return typeof left === 'string' && typeof right === 'string' && globMatches(right, left);
    default:
      return ordered(operator, left, right);
  }
}

function contains(whole: unknown, part: unknown): boolean {
  if (typeof whole === 'string') return typeof part === 'string' && whole.includes(part);
  if (Array.isArray(whole)) return whole.some((item) => same(item, part));
  return whole !== null && typeof whole === 'object' && typeof part === 'string' && Object.hasOwn(whole, part);
}

/** Numbers by size, texts by code unit; anything else has no order. A text of digits is no number. */
function ordered(operator: '<' | '<=' | '>' | '>=', left: unknown, right: unknown): boolean {
  const comparable =
    (typeof left === 'number' && typeof right === 'number') || (typeof left === 'string' && typeof right === 'string');
  if (!comparable) return false;
  const [a, b] = [left as number, right as number];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

/** The names an expression uses, for "there is no …" before it ever runs. */
export function namesIn(expression: Expression): { name: string; from: number; to: number }[] {
  switch (expression.kind) {
    case 'value':
      return [];
    case 'list':
      return expression.items.flatMap(namesIn);
    case 'path':
      return [{ name: expression.name, from: expression.from, to: expression.to }];
    case 'not':
      return namesIn(expression.of);
    case 'and':
    case 'or':
      return expression.parts.flatMap(namesIn);
    case 'compare':
      return [...namesIn(expression.left), ...namesIn(expression.right)];
  }
}
