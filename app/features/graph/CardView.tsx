import { memo } from 'react';
import type { CardNode } from '../../../shared/view/graph-types.ts';
import { useSearch } from '../../store/search.ts';
import { useSelection } from '../../store/selection.ts';
import { classNames } from '../../ui/class-names.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { Elapsed } from './Elapsed.tsx';
import { RowView } from './RowView.tsx';
import { StopTagView } from './StopTagView.tsx';
import { isSelected } from './targets.ts';
import { useNodeFocus } from './use-node-focus.ts';

const SPINES: Record<CardNode['kind'], string> = {
  user: 'var(--user)',
  results: 'var(--user)',
  draft: 'var(--user)',
  system: 'var(--ink)',
  assistant: 'var(--assistant)',
  attempt: 'var(--assistant)',
  next: 'var(--assistant)',
  run: 'var(--tool)',
};

/** A node of the graph: header, one row per block, footer, and the stop tag that leaves it. */
export const CardView = memo(function CardView(props: { node: CardNode; inert?: boolean }) {
  const { node, inert } = props;
  const selected = useSelection((selection) => !inert && isSelected(selection.selection, node));
  const focus = useNodeFocus(node.id);
  const found = useSearch((search) => search.marks.has(node.id));
  const role = inert ? {} : { role: 'group', 'aria-label': node.name, ...focus };
  return (
    <div
      {...role}
      className={classNames(
        'g-card',
        `g-${node.look}`,
        `g-${node.kind}`,
        selected && 'g-selected',
        node.moving && 'g-moving',
        found && 'g-found',
      )}
      style={{ width: node.width, height: node.height, ['--spine' as string]: SPINES[node.kind] }}
      data-node={inert ? undefined : node.id}
    >
      <span className="g-spine" aria-hidden />
      <CardHeader node={node} />
      {node.rows.map((row) => (
        <RowView key={row.id} node={node} row={row} inert={inert === true} />
      ))}
      {node.footer && (
        <div className="g-footer g-mono" style={{ top: node.footer.y, height: node.footer.height }}>
          {node.footer.text}
        </div>
      )}
      {node.tag && <StopTagView tag={node.tag} />}
    </div>
  );
});

function CardHeader({ node }: { node: CardNode }) {
  const { header } = node;
  return (
    <div className="g-header" style={{ height: header.height }} data-pair={onlyPair(node)}>
      {node.problem && (
        <span className="g-problem">
          <SeverityGlyph severity={node.problem} />
        </span>
      )}
      <span className={classNames(header.mono ? 'g-mono-strong' : 'g-title', `g-tone-${header.tone}`)}>
        {header.title}
      </span>
      <span className="g-path">{header.path}</span>
      <span className="g-right">
        {node.moving && node.since != null ? <Elapsed since={node.since} /> : header.right}
      </span>
      {header.pulse && <span className="g-pulse" aria-hidden />}
    </div>
  );
}

/** A run belongs to one pair: pointing at its header lights it. */
function onlyPair(node: CardNode): string | undefined {
  return node.kind === 'run' ? node.rows.find((row) => row.pair)?.pair?.key : undefined;
}
