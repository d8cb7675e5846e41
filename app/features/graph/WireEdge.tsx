import type { EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { middleArrow } from '../../../shared/view/graph-routes.ts';
import type { GraphEdge, Point } from '../../../shared/view/graph-types.ts';
import { classNames } from '../../ui/class-names.ts';
import type { FlowEdge } from './flow-items.ts';
import { hueStyle } from './hue.ts';
import { useLit } from './targets.ts';

/** A line of the graph, drawn along the corners that the model gives. */
export const WireEdge = memo(function WireEdge({ data }: EdgeProps<FlowEdge>) {
  const lit = useLit(data?.edge.pair);
  if (!data) return null;
  const { edge, dy, path, beside } = data;
  return (
    <g
      className={classNames(
        'g-edge',
        `g-edge-${edge.kind}`,
        `g-line-${edge.look}`,
        lit && 'g-edge-lit',
        beside && 'g-dim',
      )}
      style={hueStyle(edge.kind === 'nowhere' ? -1 : edge.hue)}
    >
      <path d={path} className="g-wire" />
      <Heads edge={edge} dy={dy} />
      {edge.cross && <Cross at={edge.cross} toLeft={(edge.points[1]?.[0] ?? 0) < (edge.points[0]?.[0] ?? 0)} dy={dy} />}
      <Label edge={edge} dy={dy} />
    </g>
  );
});

/** Arrow heads are 8 long and 9 wide. */
function Heads({ edge, dy }: { edge: GraphEdge; dy: number }) {
  const middle = edge.arrow === 'middle' ? middleArrow(edge.points) : null;
  if (middle) {
    const tip = middle.left ? -5 : 5;
    return <path className="g-head-fill" d={`M${middle.x + tip} ${middle.y + dy}l${-2 * tip * 0.9} -5v10Z`} />;
  }
  const end = edge.points.at(-1);
  const before = edge.points.at(-2);
  if (edge.arrow !== 'end' || !end || !before) return null;
  return (
    <>
      <path className="g-head-fill" d={headAt(end, before, dy)} />
      {edge.to === null && edge.kind === 'control' && (
        <path className="g-landing" d={`M${end[0] - 13} ${end[1] + dy}h26`} />
      )}
    </>
  );
}

function headAt([x, y]: Point, [fromX, fromY]: Point, dy: number): string {
  if (x === fromX) return `M${x} ${y + dy}l-4.5 ${y > fromY ? -8 : 8}h9Z`;
  return `M${x} ${y + dy}l${x > fromX ? -8 : 8} -4.5v9Z`;
}

/** Where a line ends in nothing: a bar, and a cross behind it. */
function Cross({ at: [x, y], toLeft, dy }: { at: Point; toLeft: boolean; dy: number }) {
  const bar = toLeft ? x + 13 : x - 13;
  const cy = y + dy;
  return (
    <>
      <path className="g-bar" d={`M${bar} ${cy - 9}v18`} />
      <path className="g-cross" d={`M${x - 5} ${cy - 5}l10 10M${x + 5} ${cy - 5}l-10 10`} />
    </>
  );
}

const LINE = 18;

function Label({ edge, dy }: { edge: GraphEdge; dy: number }) {
  const { label } = edge;
  if (!label) return null;
  const top = label.y + dy - ((label.lines.length - 1) * LINE) / 2;
  return (
    <>
      {label.lines.map((line, index) => (
        <text key={index} x={label.x} y={top + index * LINE} className={`g-edge-label g-tone-${label.tone}`}>
          {line.map((span, at) => (
            <tspan key={at} className={`g-${span.face}`}>
              {span.text}
            </tspan>
          ))}
        </text>
      ))}
    </>
  );
}
