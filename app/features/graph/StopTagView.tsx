import type { StopTag } from '../../../shared/view/graph-types.ts';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import { stopColor } from '../../ui/glyphs/stop-shapes.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';

/** The filled tag on the edge that leaves an answer: silhouette, stop_reason, and what it makes the loop do. */
export function StopTagView(props: { tag: StopTag }) {
  const { tag } = props;
  const color = tag.tone === 'error' ? 'var(--error)' : stopColor(tag.reason);
  return (
    <div
      className="g-stop"
      style={{ left: tag.x, top: tag.y, width: tag.width, height: tag.height, ['--stop' as string]: color }}
    >
      {tag.tone === 'error' ? (
        <span className="g-stop-error">
          <SeverityGlyph severity="error" size={14} />
        </span>
      ) : (
        tag.reason !== 'tool_use' && <StopGlyph reason={tag.reason} size={16} inherit />
      )}
      <span className="g-mono-strong">{tag.word}</span>
      <svg width={11} height={9} viewBox="0 0 11 9" aria-hidden>
        <path d="M0 4.5H9.4M6 1 9.6 4.5 6 8" fill="none" stroke="currentColor" strokeWidth={1.5} />
      </svg>
      <span className="g-stop-action">{tag.action}</span>
    </div>
  );
}
