import { fontOf, type GraphMetrics } from './graph-metrics.ts';
import { type GraphPalette, pairPaint } from './graph-palette.ts';
import { middleArrow, roundedPath } from './graph-routes.ts';
import { text } from './graph-svg-parts.ts';
import type { GraphEdge } from './graph-types.ts';

/** A line of the graph with its arrow heads, cross and words. */
export function edgeSvg(edge: GraphEdge, dy: number, palette: GraphPalette, metrics: GraphMetrics): string {
  const paint = edge.kind === 'nowhere' ? palette.error : pairPaint(palette, edge.hue);
  const width = edge.kind === 'control' ? 1.5 : edge.look === 'broken' ? 2.5 : 2;
  const dash =
    edge.look === 'ghost' ? ' stroke-dasharray="4 4"' : edge.look === 'broken' ? ' stroke-dasharray="7 4"' : '';
  const line = `<path d="${roundedPath(edge.points, 5, dy)}" fill="none" stroke="${paint}" stroke-width="${width}"${dash}/>`;
  return line + headSvg(edge, dy, paint) + crossSvg(edge, dy, paint) + labelSvg(edge, dy, palette, metrics);
}

function headSvg(edge: GraphEdge, dy: number, paint: string): string {
  const middle = edge.arrow === 'middle' ? middleArrow(edge.points) : null;
  if (middle) {
    const tip = middle.left ? -5 : 5;
    return `<path d="M${middle.x + tip} ${middle.y + dy}l${-1.8 * tip} -5v10Z" fill="${paint}"/>`;
  }
  const end = edge.points.at(-1);
  const before = edge.points.at(-2);
  if (edge.arrow !== 'end' || !end || !before) return '';
  const [x, y] = end;
  const shape = x === before[0] ? `l-4.5 ${y > before[1] ? -8 : 8}h9Z` : `l${x > before[0] ? -8 : 8} -4.5v9Z`;
  return `<path d="M${x} ${y + dy}${shape}" fill="${paint}"/>`;
}

function crossSvg(edge: GraphEdge, dy: number, paint: string): string {
  if (!edge.cross) return '';
  const [x, y] = edge.cross;
  const at = y + dy;
  const bar = (edge.points[1]?.[0] ?? x) > x ? x + 13 : x - 13;
  return `<path d="M${bar} ${at - 9}v18M${x - 5} ${at - 5}l10 10M${x + 5} ${at - 5}l-10 10" stroke="${paint}" stroke-width="2.2"/>`;
}

function labelSvg(edge: GraphEdge, dy: number, palette: GraphPalette, metrics: GraphMetrics): string {
  const { label } = edge;
  if (!label) return '';
  const top = label.y + dy - ((label.lines.length - 1) * metrics.leading) / 2;
  return label.lines
    .map((line, index) => {
      const span = line[0];
      if (!span) return '';
      const font = fontOf(span.face, metrics);
      const fill = label.tone === 'error' ? palette.error : palette.ink;
      const strong = span.face === 'text' ? {} : { weight: 600 };
      return text(label.x, top + index * metrics.leading, span.text, {
        fill,
        mono: font.face === 'mono',
        size: font.size,
        ...strong,
      });
    })
    .join('');
}
