import { COLUMN_GAP, fontOf, type GraphMetrics, SIDE_LEFT, SIDE_RIGHT, TIP } from './graph-metrics.ts';
import { type GraphPalette, pairPaint, stopPaint } from './graph-palette.ts';
import { rect, text } from './graph-svg-parts.ts';
import { textWidth } from './graph-text.ts';
import type { CardNode, GraphRow, Line, Span, StopTag, Tone } from './graph-types.ts';

/** A node with its rows, tag and ports, at its place on the graph. */
export function cardSvg(node: CardNode, palette: GraphPalette, metrics: GraphMetrics): string {
  const ghost = node.look === 'ghost';
  const box = rect(node.x, node.y, node.width, node.height, {
    fill: ghost ? palette.face : palette.paper,
    stroke: ghost ? palette['ink-3'] : palette.strong,
    radius: 2,
    ...(node.look === 'solid' ? {} : { dash: '4 4' }),
  });
  const lane = { user: palette.user, assistant: palette.assistant, tools: palette.tool }[node.lane];
  const spine = rect(node.x, node.y, 3, node.height, { fill: node.kind === 'system' ? palette.ink : lane });
  return [
    box,
    spine,
    headerSvg(node, palette, metrics),
    ...node.rows.map((row) => rowSvg(node, row, palette, metrics)),
    footerSvg(node, palette, metrics),
    node.tag ? tagSvg(node, node.tag, palette, metrics) : '',
  ].join('');
}

function tonePaint(tone: Tone | undefined, palette: GraphPalette): string {
  if (tone === undefined || tone === 'end') return palette.ink;
  return palette[tone];
}

function headerSvg(node: CardNode, palette: GraphPalette, metrics: GraphMetrics): string {
  const { header } = node;
  const y = node.y + header.height / 2;
  const face = fontOf(header.mono ? 'mono-strong' : 'strong', metrics);
  const titleWidth = textWidth(header.title, face);
  const right = node.x + node.width - SIDE_RIGHT - (header.pulse ? 22 : 0);
  const pulse = header.pulse
    ? `<circle cx="${node.x + node.width - 16}" cy="${y}" r="4.2" fill="${palette.now}"/><circle cx="${node.x + node.width - 16}" cy="${y}" r="8.5" fill="none" stroke="${palette.ink}"/>`
    : '';
  return [
    text(node.x + SIDE_LEFT, y, header.title, {
      fill: tonePaint(header.tone, palette),
      weight: 650,
      mono: header.mono,
      size: face.size,
    }),
    text(node.x + SIDE_LEFT + titleWidth + COLUMN_GAP, y, header.path, {
      fill: palette['ink-2'],
      mono: true,
      size: 11,
    }),
    text(right, y, header.right, { fill: palette['ink-2'], mono: true, size: 11, anchor: 'end' }),
    pulse,
  ].join('');
}

function rowSvg(node: CardNode, row: GraphRow, palette: GraphPalette, metrics: GraphMetrics): string {
  const top = node.y + row.y;
  const hairline = rect(node.x + 3, top, node.width - 3, 1, { fill: palette.hairline });
  const first = row.lines.length > 1 ? top + (metrics.rowPad + metrics.leading) / 2 : top + row.height / 2;
  const lines = row.lines.map((line, index) =>
    lineSvg(node.x + row.bodyX, first + index * metrics.leading, line, palette, metrics),
  );
  const label = row.label ? lineSvg(node.x + SIDE_LEFT, first, row.label, palette, metrics, palette['ink-2']) : '';
  return [
    hairline,
    label,
    ...lines,
    pairSvg(node, row, first, palette, metrics),
    problemSvg(node, row, first, palette),
  ].join('');
}

function lineSvg(
  x: number,
  y: number,
  line: Line,
  palette: GraphPalette,
  metrics: GraphMetrics,
  plain?: string,
): string {
  let at = x;
  return line
    .map((span: Span) => {
      const font = fontOf(span.face, metrics);
      const drawn = text(at, y, span.text, {
        fill: span.tone ? tonePaint(span.tone, palette) : (plain ?? palette.ink),
        mono: font.face === 'mono',
        size: font.size,
        ...(span.face === 'strong' || span.face === 'mono-strong' ? { weight: 600 } : {}),
        ...(span.struck ? { struck: true } : {}),
      });
      at += textWidth(span.text, font) + COLUMN_GAP;
      return drawn;
    })
    .join('');
}

function pairSvg(node: CardNode, row: GraphRow, y: number, palette: GraphPalette, metrics: GraphMetrics): string {
  if (!row.pair) return '';
  const paint = pairPaint(palette, row.pair.hue);
  const x = node.x + node.width - SIDE_RIGHT - row.pair.width;
  const tag = rect(x, y - 9, row.pair.width, 18, { fill: palette.paper, stroke: paint, radius: 2 });
  const label = text(x + 5, y, row.pair.tag, { fill: paint, mono: true, size: metrics.tagSize, weight: 600 });
  const right = node.x + node.width;
  const dot = row.port === 'call' ? `<circle cx="${right}" cy="${y}" r="4" fill="${paint}"/>` : '';
  const ring =
    row.port === 'result'
      ? `<circle cx="${right}" cy="${y}" r="4" fill="${palette.paper}" stroke="${paint}" stroke-width="2"/>`
      : '';
  return tag + label + dot + ring;
}

function problemSvg(node: CardNode, row: GraphRow, y: number, palette: GraphPalette): string {
  if (!row.problem) return '';
  return `<circle cx="${node.x}" cy="${y}" r="6.5" fill="${palette[row.problem]}"/>`;
}

function footerSvg(node: CardNode, palette: GraphPalette, metrics: GraphMetrics): string {
  if (!node.footer) return '';
  const y = node.y + node.footer.y;
  const line = rect(node.x + 3, y, node.width - 3, 1, { fill: palette.hairline });
  return (
    line +
    text(node.x + SIDE_LEFT, y + node.footer.height / 2, node.footer.text, {
      fill: palette['ink-2'],
      mono: true,
      size: metrics.monoSize - 0.5,
    })
  );
}

function tagSvg(node: CardNode, tag: StopTag, palette: GraphPalette, metrics: GraphMetrics): string {
  const x = node.x + tag.x;
  const y = node.y + tag.y;
  const body = x + tag.width - TIP;
  const fill = tag.tone === 'error' ? palette.error : stopPaint(palette, tag.reason);
  const shape = `<path d="M${x} ${y}H${body}L${x + tag.width} ${y + tag.height / 2} ${body} ${y + tag.height}H${x}Z" fill="${fill}"/>`;
  const word = text(x + SIDE_LEFT, y + tag.height / 2, `${tag.word}  →`, {
    fill: palette.onFill,
    mono: true,
    weight: 600,
    size: metrics.monoSize,
  });
  const offset = textWidth(`${tag.word}  →`, fontOf('mono', metrics)) + 8;
  return (
    shape +
    word +
    text(x + SIDE_LEFT + offset, y + tag.height / 2, tag.action, {
      fill: palette.onFill,
      weight: 600,
      size: metrics.textSize - 0.5,
    })
  );
}
