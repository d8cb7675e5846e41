import { allNodes } from './graph.ts';
import { type GraphPalette, LIGHT, stopPaint } from './graph-palette.ts';
import { cardSvg } from './graph-svg-card.ts';
import { edgeSvg } from './graph-svg-edge.ts';
import { escapeXml, MONO_FACE, rect, TEXT_FACE, text } from './graph-svg-parts.ts';
import type { EndNode, GraphModel, GraphNode, PlacedSegment, TurnNode } from './graph-types.ts';
import { type GraphWords, ENGLISH_GRAPH_WORDS, groupDigits } from './graph-words.ts';
import { laneX } from './lanes.ts';

export interface SvgView {
  title: string;
  palette?: GraphPalette;
  words?: GraphWords;
  /** The row of a collapsed turn in words; without it the row says its number only. */
  rowText?: (node: TurnNode) => string;
}

/** Height of the lanes' heads in px: everything else stands so far below the top of the picture. */
export const HEAD = 34;

/** The whole graph of a model as one SVG document of its own. Text is text: it can be searched and copied. */
export function graphSvg(model: GraphModel, view: SvgView): string {
  const palette = view.palette ?? LIGHT;
  const words = view.words ?? ENGLISH_GRAPH_WORDS;
  const width = Math.ceil(model.lanes.right);
  const height = Math.ceil(model.height) + HEAD + 12;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${TEXT_FACE}" font-size="13">`,
    `<title>${escapeXml(view.title)}</title>`,
    rect(0, 0, width, height, { fill: palette.paper }),
    heads(model, palette, words, width),
    `<g transform="translate(0 ${HEAD})">`,
    ground(model, palette, width),
    ...model.segments.map((placed) => ruler(placed, model, palette)),
    ...model.segments.flatMap(({ y, segment }) =>
      segment.edges.map((edge) => edgeSvg(edge, y, palette, model.space.metrics)),
    ),
    ...allNodes(model).map((node) => nodeSvg(node, model, palette, view)),
    nowSvg(model, palette, width),
    '</g>',
    '</svg>',
  ];
  return `${parts.filter(Boolean).join('\n')}\n`;
}

function heads(model: GraphModel, palette: GraphPalette, words: GraphWords, width: number): string {
  const { lanes } = model;
  const names = { user: words.laneUser, assistant: words.laneAssistant, tools: words.laneTools } as const;
  const marks = { user: palette.user, assistant: palette.assistant, tools: palette.tool } as const;
  const each = (['user', 'assistant', 'tools'] as const).map((lane) => {
    const x = laneX(lanes, lane) + lanes.padding;
    return `<rect x="${x}" y="12" width="11" height="11" rx="${lane === 'user' ? 6 : 1}" fill="${marks[lane]}"/>${text(x + 20, 18, names[lane], { size: 13.5, weight: 650, fill: palette.ink })}`;
  });
  return `${each.join('')}${text(16, 18, words.laneTurn, { fill: palette['ink-2'] })}${rect(0, HEAD - 1, width, 1, { fill: palette.hairline })}`;
}

function ground(model: GraphModel, palette: GraphPalette, width: number): string {
  const { lanes, now, height } = model;
  const below = now ? rect(0, now.y + now.height, width, Math.max(0, height - now.y), { fill: palette.face }) : '';
  const edges = (['user', 'assistant', 'tools'] as const).map((lane) =>
    rect(laneX(lanes, lane), 0, 1, height, { fill: palette.hairline }),
  );
  return below + edges.join('');
}

function ruler({ y, segment }: PlacedSegment, model: GraphModel, palette: GraphPalette): string {
  const { gutter, right } = model.lanes;
  const levels = segment.levels.map((level) => {
    const at = y + level.y;
    const name = text(gutter - 16, at, level.stop, { fill: palette.ink, mono: true, size: 11.5, anchor: 'end' });
    return `<path d="M${gutter} ${at}H${right}" stroke="${palette.strong}" stroke-dasharray="1 5"/>${rect(gutter - 11, at - 1, 11, 2, { fill: palette.ink })}${name}`;
  });
  const number =
    segment.numberY === null
      ? ''
      : text(16, y + segment.numberY, groupDigits(segment.turn), { size: 26, weight: 500, fill: palette.ink });
  return levels.join('') + number;
}

function nodeSvg(node: GraphNode, model: GraphModel, palette: GraphPalette, view: SvgView): string {
  if (node.kind === 'end') return endSvg(node, palette, model.space.metrics.monoSize);
  if (node.kind === 'fork') return '';
  if (node.kind === 'turn') {
    const label = view.rowText?.(node) ?? '';
    const middle = node.y + node.height / 2;
    return `${rect(0, node.y, model.lanes.right, node.height, { fill: palette.face, stroke: palette.hairline })}${text(16, middle, groupDigits(node.turn), { weight: 600, fill: palette.ink })}${text(model.lanes.gutter + 12, middle, label, { fill: palette.ink })}`;
  }
  return cardSvg(node, palette, model.space.metrics);
}

function endSvg(node: EndNode, palette: GraphPalette, size: number): string {
  const paint = node.tone === 'error' ? palette.error : stopPaint(palette, node.tone === 'stop' ? node.reason : null);
  const y = node.y;
  const label = `<text x="${node.x + 4}" y="${y + 24}" font-family="${MONO_FACE}" font-size="${size}" fill="${palette.ink}"><tspan font-weight="600" fill="${paint}">${escapeXml(node.word)}</tspan> <tspan font-family="${TEXT_FACE}" font-weight="600">${escapeXml(node.text)}</tspan> <tspan font-family="${TEXT_FACE}" fill="${palette['ink-2']}">${escapeXml(node.totals)}</tspan></text>`;
  return (
    rect(node.x, y, node.width, 1, { fill: paint }) + rect(node.x, y + 4, node.width, 2.5, { fill: paint }) + label
  );
}

function nowSvg({ now }: GraphModel, palette: GraphPalette, width: number): string {
  if (!now) return '';
  const middle = now.y + now.height / 2;
  return [
    rect(102, now.y, width - 102, now.height, { fill: palette.nowTint, opacity: 0.75 }),
    rect(0, now.y, 102, now.height, { fill: palette.now }),
    text(16, middle, `▶ ${now.word}`, { mono: true, weight: 600, fill: palette.nowText }),
    text(124, middle, now.text, { weight: 600, fill: palette.ink }),
  ].join('');
}
