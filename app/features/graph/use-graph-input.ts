import { useEffect } from 'react';
import { type Direction, neighbour, nodeOf } from '../../../shared/view/graph-nav.ts';
import type { GraphModel, GraphNode } from '../../../shared/view/graph-types.ts';
import { select, setHover } from '../../store/selection.ts';
import { setFocused, setOpened, useGraph } from './graph-store.ts';
import { rowTarget } from './targets.ts';

/** How the view follows the keyboard. */
interface Reveals {
  reveal(id: string): void;
}

const DIRECTIONS: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};

/**
 * Pointer and keyboard for all nodes at once: a click selects a row or a node, a closed turn opens, pointing at one
 * end of a pair lights both, arrow keys walk over the graph and select as they go, Enter acts on the node.
 */
export function useGraphInput(element: HTMLElement | null, model: GraphModel, view: Reveals): void {
  useEffect(() => {
    if (!element) return;
    const click = (event: MouseEvent): void => choose(model, event);
    const press = (event: KeyboardEvent): void => walk(model, view, event);
    const over = (event: PointerEvent): void => setHover(pairUnder(event.target));
    const leave = (): void => setHover(null);
    element.addEventListener('click', click);
    element.addEventListener('keydown', press);
    element.addEventListener('pointerover', over);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('click', click);
      element.removeEventListener('keydown', press);
      element.removeEventListener('pointerover', over);
      element.removeEventListener('pointerleave', leave);
    };
  }, [element, model, view]);
}

/** Buttons and text boxes inside a node act for themselves. */
const CONTROLS = 'button, textarea, input, select, label, a, [role=slider]';

function pairUnder(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-pair]')?.dataset.pair ?? null) : null;
}

function choose(model: GraphModel, event: MouseEvent): void {
  if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return;
  const id = event.target.closest<HTMLElement>('[data-node]')?.dataset.node;
  const node = id === undefined ? null : nodeOf(model, id);
  if (!node) return;
  setFocused(node.id);
  const rowId = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
  const row = 'rows' in node ? node.rows.find((each) => each.id === rowId) : undefined;
  if (row && 'rows' in node) select(rowTarget(node, row));
  else act(node);
}

function walk(model: GraphModel, view: Reveals, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof Element && event.target.closest(CONTROLS)) return;
  const { focused } = useGraph.getState();
  const direction = DIRECTIONS[event.key];
  if (direction) {
    event.preventDefault();
    const next = neighbour(model, focused ?? '', direction);
    if (next) goTo(next, view);
    return;
  }
  if (event.key !== 'Enter' && event.key !== ' ') return;
  const node = focused === null ? null : nodeOf(model, focused);
  if (!node) return;
  event.preventDefault();
  act(node);
}

function goTo(node: GraphNode, view: Reveals): void {
  setFocused(node.id, true);
  view.reveal(node.id);
  if (node.kind !== 'turn') act(node);
}

/** What a click or Enter on a node means: a closed turn opens, everything else is selected. */
function act(node: GraphNode): void {
  if (node.kind === 'turn') setOpened(node.segment, true);
  else if (node.kind !== 'fork' && node.target) select(node.target);
}
