import { allNodes } from '../graph.ts';
import { middleArrow } from '../graph-routes.ts';
import type { CardNode, GraphEdge, GraphModel, GraphNode, GraphRow, Line, Point } from '../graph-types.ts';

/** One character stands for so many px. */
const CELL_X = 7;
const CELL_Y = 13;

/** A sheet of characters. */
class Sheet {
  readonly #rows: string[][] = [];

  put(x: number, y: number, text: string): void {
    const column = Math.round(x / CELL_X);
    const line = Math.round(y / CELL_Y);
    if (line < 0) return;
    while (this.#rows.length <= line) this.#rows.push([]);
    const row = this.#rows[line] as string[];
    for (const [offset, char] of [...text].entries()) {
      while (row.length <= column + offset) row.push(' ');
      row[column + offset] = char;
    }
  }

  at(x: number, y: number): string {
    return this.#rows[Math.round(y / CELL_Y)]?.[Math.round(x / CELL_X)] ?? ' ';
  }

  toString(): string {
    return `${this.#rows.map((row) => row.join('').trimEnd()).join('\n')}\n`;
  }
}

/** A graph as text, to be read in a review: lanes, nodes with their rows, wires, the ruler and the now line. */
export function graphPicture(model: GraphModel): string {
  const sheet = new Sheet();
  for (const { y, segment } of model.segments) {
    for (const level of segment.levels) {
      const name = level.breakpoint === 'on' ? `[${level.stop}>` : level.stop;
      for (let x = model.lanes.gutter; x < model.lanes.right; x += CELL_X * 2) sheet.put(x, y + level.y, '·');
      sheet.put(model.lanes.gutter - 14 - name.length * CELL_X, y + level.y, `${name} -`);
    }
    if (segment.numberY !== null) sheet.put(0, y + segment.numberY, String(segment.turn));
    for (const edge of segment.edges) drawEdge(sheet, edge, y);
  }
  for (const node of allNodes(model)) drawNode(sheet, node);
  if (model.now) {
    const middle = model.now.y + model.now.height / 2;
    for (let x = 0; x < model.lanes.right; x += CELL_X) sheet.put(x, middle, '=');
    sheet.put(0, middle, `> ${model.now.word} ${model.now.tone === 'error' ? '!' : '='}`);
    sheet.put(model.lanes.gutter + 14, middle, ` ${model.now.text} `);
  }
  const heads = model.columns.map(
    (column) =>
      `beside at ${column.y}: ${column.name} (${column.note}) ${column.segments.map(({ segment }) => segment.nodes.map((node) => node.name).join(' | ')).join(' || ')}`,
  );
  return [sheet.toString().trimEnd(), ...heads, ''].join('\n');
}

function drawEdge(sheet: Sheet, edge: GraphEdge, dy: number): void {
  const pen = edge.look === 'solid' ? ['-', '|'] : edge.look === 'ghost' ? ['.', ':'] : ['~', '~'];
  for (let index = 1; index < edge.points.length; index++) {
    stroke(sheet, edge.points[index - 1] as Point, edge.points[index] as Point, dy, pen[0] as string, pen[1] as string);
  }
  const end = edge.points.at(-1);
  const before = edge.points.at(-2);
  if (end && before && edge.arrow === 'end') {
    sheet.put(
      end[0] - (end[0] > before[0] ? CELL_X : 0),
      end[1] + dy - (end[1] > before[1] ? CELL_Y : 0),
      end[0] === before[0] ? 'v' : '>',
    );
  }
  const arrow = edge.arrow === 'middle' ? middleArrow(edge.points) : null;
  if (arrow) sheet.put(arrow.x, arrow.y + dy, arrow.left ? '<' : '>');
  if (edge.cross) sheet.put(edge.cross[0], edge.cross[1] + dy, 'X');
  for (const [index, line] of (edge.label?.lines ?? []).entries()) {
    const middle = ((edge.label?.lines.length ?? 1) - 1) / 2;
    sheet.put(edge.label?.x ?? 0, (edge.label?.y ?? 0) + dy + (index - middle) * CELL_Y, ` ${textOf(line)} `);
  }
}

function stroke(sheet: Sheet, from: Point, to: Point, dy: number, across: string, down: string): void {
  if (from[1] === to[1]) {
    const [left, right] = from[0] < to[0] ? [from[0], to[0]] : [to[0], from[0]];
    for (let x = left; x <= right; x += CELL_X) sheet.put(x, from[1] + dy, across);
    return;
  }
  const [top, bottom] = from[1] < to[1] ? [from[1], to[1]] : [to[1], from[1]];
  for (let y = top; y <= bottom; y += CELL_Y) sheet.put(from[0], y + dy, down);
  sheet.put(from[0], from[1] + dy, '+');
}

function textOf(line: Line): string {
  return line.map((span) => (span.struck ? `~${span.text}~` : span.text)).join('  ');
}

function drawNode(sheet: Sheet, node: GraphNode): void {
  if (node.kind === 'end') {
    for (let x = node.x; x < node.x + node.width; x += CELL_X) sheet.put(x, node.y, node.look === 'ghost' ? '.' : '=');
    sheet.put(
      node.x,
      node.y + CELL_Y,
      `(${node.reason ?? node.tone}) ${[node.word, node.text, node.totals].join(' ').trim()}`,
    );
    return;
  }
  if (node.kind === 'turn') return sheet.put(node.x, node.y + node.height / 2, `${node.turn}  > ${node.name}`);
  if (node.kind === 'fork')
    return sheet.put(node.x, node.y + node.height / 2, node.branches.map((branch) => `<${branch.name}>`).join(' '));
  drawCard(sheet, node);
}

function drawCard(sheet: Sheet, node: CardNode): void {
  const wide = Math.round(node.width / CELL_X);
  const pen = { solid: '-', ghost: '.', hatched: '/' }[node.look];
  for (let y = node.y; y < node.y + node.height - 1; y += CELL_Y)
    sheet.put(node.x, y, `${pen === '-' ? '|' : pen}${' '.repeat(wide - 2)}${pen === '-' ? '|' : pen}`);
  sheet.put(node.x, node.y, pen.repeat(wide));
  sheet.put(node.x, node.y + node.height - 1, pen.repeat(wide));
  const { header } = node;
  const problem = node.problem ? ` !${node.problem}` : '';
  sheet.put(
    node.x + 14,
    node.y + header.height / 2,
    ` ${header.pulse ? '(*) ' : ''}${header.title} ${header.path}${problem} `.replace(/ {2,}/g, ' '),
  );
  sheet.put(node.x + node.width - 14 - header.right.length * CELL_X, node.y + header.height / 2, header.right);
  for (const row of node.rows) drawRow(sheet, node, row);
  if (node.footer) sheet.put(node.x + 14, node.y + node.footer.y + node.footer.height / 2, node.footer.text);
  if (node.tag)
    sheet.put(
      node.x + node.tag.x,
      node.y + node.tag.y + node.tag.height / 2,
      `[${node.tag.word} -> ${node.tag.action}>`,
    );
}

function drawRow(sheet: Sheet, node: CardNode, row: GraphRow): void {
  const y = node.y + row.y + (row.lines.length > 1 ? CELL_Y : row.height / 2);
  const left = row.label ? textOf(row.label) : '';
  const mark = row.mark === 'error' ? '(x)' : row.mark === 'ok' ? '(v)' : '';
  const sign = row.problem === 'error' ? '!' : row.problem === 'warning' ? '?' : ' ';
  const first = [left, mark, row.lines[0] ? textOf(row.lines[0]) : ''].filter(Boolean).join(' ');
  sheet.put(node.x + 7, y, `${sign}${first}`);
  for (const [index, line] of row.lines.slice(1).entries()) {
    sheet.put(
      node.x + row.bodyX + 7,
      y + (index + 1) * CELL_Y,
      textOf(line) + (row.growing && index === row.lines.length - 2 ? '_' : ''),
    );
  }
  if (row.pair) sheet.put(node.x + node.width - 14 - row.pair.tag.length * CELL_X, y, row.pair.tag);
  if (row.port === 'call') sheet.put(node.x + node.width, y, '*');
  if (row.port === 'result') sheet.put(node.x + node.width, y, 'o');
  if (row.control) drawControl(sheet, node, row, row.control);
}

function drawControl(sheet: Sheet, node: CardNode, row: GraphRow, control: NonNullable<GraphRow['control']>): void {
  const words = {
    actions: 'Allow / Deny',
    editor: `edit ${control.tool}, ${control.lines} lines`,
    answer: `type ${control.tool}`,
  };
  sheet.put(node.x + 14, node.y + row.y + row.height / 2, `{ ${words[row.kind as keyof typeof words]} }`);
}
