import type { GraphModel, GraphNode, GraphRow, Line } from './graph-types.ts';

/** A node of the graph as an entry of the list twin: same content, same order, in words. */
export interface ListEntry {
  /** Id of the node. */
  id: string;
  node: GraphNode;
}

/** All entries in order of time. */
export function listEntries(model: GraphModel): ListEntry[] {
  return model.segments.flatMap(({ segment }) =>
    segment.nodes.filter((node) => node.kind !== 'fork').map((node) => ({ id: node.id, node })),
  );
}

/** The newest entries, at most `count`, in order of time. */
export function lastEntries(model: GraphModel, count: number): ListEntry[] {
  const entries: ListEntry[] = [];
  for (let index = model.segments.length - 1; index >= 0 && entries.length < count; index--) {
    const nodes = model.segments[index]?.segment.nodes.filter((node) => node.kind !== 'fork') ?? [];
    entries.unshift(...nodes.map((node) => ({ id: node.id, node })));
  }
  return entries.slice(-count);
}

function textOf(line: Line): string {
  return line.map((span) => span.text).join(' ');
}

/** What a row says, for reading aloud: type, text, the pair's id, and what is wrong with it. */
export function rowWords(row: GraphRow): string {
  const parts = [
    row.label ? textOf(row.label) : '',
    ...row.lines.map(textOf),
    row.pair ? row.pair.tag : '',
    row.absence ?? '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** A whole entry in plain words, for a list that is only read. */
export function entryWords(node: GraphNode): string {
  if (node.kind === 'turn' || node.kind === 'fork') return node.name;
  if (node.kind === 'end') return [node.name, node.totals].filter(Boolean).join('. ');
  const tag = node.tag ? `${node.tag.word}: ${node.tag.action}` : '';
  return [node.name, node.header.path, node.header.right, ...node.rows.map(rowWords), node.footer?.text ?? '', tag]
    .filter(Boolean)
    .join('. ');
}
