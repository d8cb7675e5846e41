import { GitBranch } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { ForkNode } from '../../../shared/view/graph-types.ts';
import { viewBranch } from '../../store/session-actions.ts';
import type { HeadData } from './flow-items.ts';

/** Branches that leave here: each is one click away. */
export const ForkView = memo(function ForkView(props: { node: ForkNode }) {
  const t = useTranslations('graph');
  const { node } = props;
  return (
    <div
      className="g-fork nodrag nopan"
      style={{ width: node.width, height: node.height }}
      role="group"
      aria-label={node.name}
    >
      {node.branches.map((branch) => (
        <button
          key={branch.id}
          type="button"
          className="g-fork-button"
          aria-label={t('toBranch', { name: branch.name })}
          onClick={() => viewBranch(branch.id)}
        >
          <GitBranch size={12} aria-hidden />
          <span className="g-mono">{branch.name}</span>
        </button>
      ))}
      {node.more > 0 && <span className="g-mono">+{node.more}</span>}
    </div>
  );
});

/** Head of a branch that is drawn beside. */
export function HeadView(props: { data: HeadData }) {
  const t = useTranslations('graph');
  const { branch, name, note } = props.data;
  return (
    <button
      type="button"
      className="g-head nodrag nopan"
      aria-label={t('toBranch', { name })}
      onClick={() => viewBranch(branch)}
    >
      <GitBranch size={14} aria-hidden />
      <b className="g-mono-strong">{name}</b>
      <span className="g-note">{note}</span>
    </button>
  );
}
