import { memo } from 'react';
import type { GraphNode } from '../../../shared/view/graph-types.ts';
import { CardView } from './CardView.tsx';
import { EndView } from './EndView.tsx';

/** A node of a branch beside: dimmed, and no place for keyboard or screen reader; the branch's head is. */
export const BesideView = memo(function BesideView(props: { node: GraphNode }) {
  const { node } = props;
  if (node.kind === 'turn') {
    return (
      <div className="g-beside g-turn g-turn-low" style={{ width: node.width, height: node.height }}>
        <span className="g-turn-number tabular">{node.turn}</span>
      </div>
    );
  }
  if (node.kind === 'fork') return null;
  return (
    <div className="g-beside">
      {node.kind === 'end' ? <EndView node={node} inert /> : <CardView node={node} inert />}
    </div>
  );
});
