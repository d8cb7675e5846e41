import { ReactFlow, ReactFlowProvider } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { CardNode, EndNode, ForkNode, GraphModel, TurnNode } from '../../../shared/view/graph-types.ts';
import { ALL_OPEN } from '../../../shared/view/graph-collapse.ts';
import { segmentsBetween } from '../../../shared/view/graph-window.ts';
import { Backdrop, NowText } from './Backdrop.tsx';
import { BesideView } from './BesideView.tsx';
import { CardView } from './CardView.tsx';
import { CoreSample, SAMPLE_FROM } from './CoreSample.tsx';
import { EndView } from './EndView.tsx';
import { FlowItems, type HeadData, type NodeData } from './flow-items.ts';
import { ForkView, HeadView } from './ForkView.tsx';
import { useGraph } from './graph-store.ts';
import { Gutter } from './Gutter.tsx';
import { LaneHeads } from './LaneHeads.tsx';
import { TurnRow } from './TurnRow.tsx';
import { useGraphInput } from './use-graph-input.ts';
import { type Scroller, useFollow, useScroller } from './use-scroll.ts';
import { useShowHit } from './use-show-hit.ts';
import { useDrawnStretch } from './use-viewport.ts';
import { WireEdge } from './WireEdge.tsx';

type Props<Data> = { data: Data };

/** The library looks for the places where lines dock; ours bring their own way, so one point serves both ends. */
const DOCK = <i className="g-dock source target" data-handlepos="left" aria-hidden />;

function docked<Data>(draw: (data: Data) => ReactNode) {
  return function Docked({ data }: Props<Data>) {
    return (
      <>
        {DOCK}
        {draw(data)}
      </>
    );
  };
}

const card = docked(({ node }: NodeData) => <CardView node={node as CardNode} />);
const NODE_TYPES = {
  user: card,
  results: card,
  draft: card,
  system: card,
  assistant: card,
  attempt: card,
  run: card,
  next: card,
  end: docked(({ node }: NodeData) => <EndView node={node as EndNode} />),
  turn: docked(({ node }: NodeData) => <TurnRow node={node as TurnNode} />),
  fork: docked(({ node }: NodeData) => <ForkView node={node as ForkNode} />),
  beside: docked(({ node }: NodeData) => <BesideView node={node} />),
  head: docked((data: HeadData) => <HeadView data={data} />),
};
const EDGE_TYPES = { wire: WireEdge };
const NO_ATTRIBUTION = { hideAttribution: true };
const ALL = { top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };

/** The graph as a picture that can be scrolled, zoomed and walked through with the keyboard. */
export function GraphFlow(props: { model: GraphModel; onScroller(scroller: Scroller | null): void }) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ model, onScroller }: { model: GraphModel; onScroller(scroller: Scroller | null): void }) {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const near = useDrawnStretch(element);
  // A short session is on the page as a whole: the browser's own search finds all of it.
  const stretch = model.turns <= ALL_OPEN ? ALL : near;
  const scroller = useScroller(model);
  const leave = useFollow(model, scroller);
  useEffect(() => {
    onScroller(scroller);
    return () => onScroller(null);
  }, [scroller, onScroller]);
  useGraphInput(element, model, scroller);
  useShowHit(model, scroller.reveal);
  const [items] = useState(() => new FlowItems());
  const { nodes, edges } = useMemo(() => items.of(model, stretch.top, stretch.bottom), [items, model, stretch]);
  const visible = useMemo(() => segmentsBetween(model.segments, stretch.top, stretch.bottom), [model, stretch]);
  const extent = useMemo(
    (): [[number, number], [number, number]] => [
      [0, 0],
      [Math.max(model.width, 2400), model.height + 600],
    ],
    [model.width, model.height],
  );
  // Moves by the page itself have no event.
  const moved = (event: unknown): void => {
    if (event !== null) leave();
  };
  return (
    <div className="g-flow" ref={setElement}>
      <LaneHeads lanes={model.lanes} />
      <div className="g-canvas">
        <Backdrop model={model} visible={visible} />
        <ReactFlow
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          onlyRenderVisibleElements={stretch !== ALL}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          panOnScroll
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          minZoom={0.15}
          maxZoom={2}
          translateExtent={extent}
          onMoveStart={moved}
          proOptions={NO_ATTRIBUTION}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
        />
        <NowText model={model} />
        <Gutter model={model} visible={visible} />
        {model.turns >= SAMPLE_FROM && <CoreSample model={model} scroller={scroller} />}
      </div>
      <PendingFocus model={model} scroller={scroller} />
    </div>
  );
}

/** A node that shall take the focus may not be drawn yet: bring it into view first. */
function PendingFocus({ scroller }: { model: GraphModel; scroller: Scroller }) {
  const pending = useGraph((graph) => graph.pending);
  useEffect(() => {
    if (pending !== null) scroller.reveal(pending);
  }, [pending, scroller]);
  return null;
}
