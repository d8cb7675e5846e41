import type { GraphModel, GraphNode, GraphRow, GraphTarget } from '../../../shared/view/graph-types.ts';
import { type Selection, useSelection } from '../../store/selection.ts';
import { useGraph } from './graph-store.ts';

/** What selecting a row means: its block, or the call whose result it is. */
export function rowTarget(node: { target: GraphTarget; kind: string }, row: GraphRow): GraphTarget {
  if (row.control) return { kind: 'call', call: row.control.call };
  if (node.kind === 'draft' && row.id.startsWith('result:'))
    return { kind: 'call', call: row.id.slice('result:'.length) };
  if (node.target.kind === 'node' && row.block !== undefined)
    return { kind: 'node', node: node.target.node, block: row.block };
  return node.target;
}

/** The selection lies in this node. */
export function isSelected(selection: Selection | null, node: GraphNode): boolean {
  if (!selection || node.kind === 'fork' || !node.target) return false;
  const { target } = node;
  switch (target.kind) {
    case 'node':
      return selection.kind === 'node' && selection.node === target.node && node.kind !== 'end';
    case 'call':
      return selection.kind === 'call' && selection.call === target.call;
    case 'attempt':
      return selection.kind === 'attempt' && selection.request === target.request && node.kind !== 'end';
    default:
      return selection.kind === target.kind;
  }
}

/** True while this row is what the selection names. */
export function isRowSelected(selection: Selection | null, node: GraphNode, row: GraphRow): boolean {
  return (
    selection?.kind === 'node' &&
    node.kind !== 'fork' &&
    node.target?.kind === 'node' &&
    selection.node === node.target.node &&
    selection.block === row.block &&
    row.block !== undefined
  );
}

/** The id of the node that the selection lies in, looked for from the newest turn on. */
export function nodeOfSelection(model: GraphModel, selection: Selection | null): GraphNode | null {
  if (!selection) return null;
  for (let index = model.segments.length - 1; index >= 0; index--) {
    const found = model.segments[index]?.segment.nodes.find(
      (node) => node.kind !== 'turn' && isSelected(selection, node),
    );
    if (found) return found;
  }
  return null;
}

/** The pair that the selection belongs to: of the selected row, or of a node that has only one. */
export function pairOfSelection(model: GraphModel, selection: Selection | null): string | null {
  const node = nodeOfSelection(model, selection);
  if (!node || !('rows' in node)) return null;
  const pairs = node.rows.filter((row) => row.pair);
  if (selection?.kind === 'call')
    return pairs.find((row) => node.kind === 'run' || row.id === `result:${selection.call}`)?.pair?.key ?? null;
  if (selection?.kind === 'node' && selection.block !== undefined)
    return pairs.find((row) => row.block === selection.block)?.pair?.key ?? null;
  return pairs.length === 1 ? (pairs[0]?.pair?.key ?? null) : null;
}

/** True while a pair is lit: under the pointer, else the one of the selection. */
export function useLit(key: string | undefined): boolean {
  const hovered = useSelection((selection) => selection.hover);
  const selected = useGraph((graph) => graph.selectedPair);
  return key !== undefined && key === (hovered ?? selected);
}
