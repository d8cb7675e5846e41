import { exchangesOf, idOf } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import type { BlockView, LintContext } from '../lint-context.ts';
import { misplacedIds } from './block-role.ts';

/** Results in one user turn that answer none of the calls before it. */
export function orphansOf(exchange: Exchange, misplaced: ReadonlySet<string>): BlockView[] {
  // Behind a turn that could not be read, whether a result fits is open.
  if (exchange.turn.role === 'unknown') return [];
  const called = new Set(exchange.calls.map(idOf));
  return [...exchange.leading, ...exchange.late].filter(
    (view) => !called.has(idOf(view)) && !misplaced.has(idOf(view)),
  );
}

/** Results without a call before them, by the id they carry: a call that misses its answer may find it here. */
export function unpairedResults(context: LintContext): Map<string, BlockView[]> {
  const misplaced = misplacedIds(context);
  const spare = new Map<string, BlockView[]>();
  for (const view of exchangesOf(context).flatMap((exchange) => orphansOf(exchange, misplaced))) {
    spare.set(idOf(view), [...(spare.get(idOf(view)) ?? []), view]);
  }
  return spare;
}
