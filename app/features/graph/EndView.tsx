import { memo } from 'react';
import type { EndNode } from '../../../shared/view/graph-types.ts';
import { classNames } from '../../ui/class-names.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import { stopColor } from '../../ui/glyphs/stop-shapes.ts';
import { useNodeFocus } from './use-node-focus.ts';

/** The double rule with the reason why the loop ended, what that means, and the totals. */
export const EndView = memo(function EndView(props: { node: EndNode; inert?: boolean }) {
  const { node, inert } = props;
  const focus = useNodeFocus(node.id);
  const color = node.tone === 'error' ? 'var(--error)' : node.tone === 'ink' ? 'var(--ink)' : stopColor(node.reason);
  const role = inert ? {} : { role: 'group', 'aria-label': node.name, ...focus };
  return (
    <div
      {...role}
      className={classNames('g-end', `g-${node.look}`)}
      style={{ width: node.width, height: node.height, ['--stop' as string]: color }}
      data-node={inert ? undefined : node.id}
    >
      <span className="g-end-rule" aria-hidden />
      <span className="g-end-text">
        <EndGlyph node={node} />
        <b className="g-mono-strong">{node.word}</b>
        <b className="g-strong">{node.text}</b>
        <span className="g-totals">{node.totals}</span>
      </span>
    </div>
  );
});

function EndGlyph({ node }: { node: EndNode }) {
  if (node.tone === 'error') return <SeverityGlyph severity="error" size={18} />;
  if (node.tone === 'stop') return <StopGlyph reason={node.reason} size={18} />;
  return (
    <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden fill="none" stroke="var(--ink)" strokeWidth={2}>
      <path d="M2 3V15M5 9H12M9 5.6 12.6 9 9 12.4M16 3V15" />
    </svg>
  );
}
