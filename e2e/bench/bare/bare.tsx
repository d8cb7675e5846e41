import { type Node, ReactFlow } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { createRoot } from 'react-dom/client';

/** What the graph is compared with: the library with its own nodes, and nothing else. */
const count = Number(new URLSearchParams(location.search).get('nodes'));
const ROW = 60;

const nodes: Node[] = Array.from({ length: count }, (_, at) => ({
  id: `n${at}`,
  position: { x: 110 + (at % 3) * 294, y: at * ROW },
  data: { label: `message ${at}` },
}));
const edges = nodes.slice(1).map((node, at) => ({ id: `e${at}`, source: `n${at}`, target: node.id }));

function Bare() {
  return (
    <ReactFlow
      defaultNodes={nodes}
      defaultEdges={edges}
      defaultViewport={{ x: 0, y: -(count * ROW - 600), zoom: 1 }}
      onlyRenderVisibleElements
      panOnScroll
    />
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Bare />);
