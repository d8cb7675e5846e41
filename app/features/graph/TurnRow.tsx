import { Check, Minus } from 'lucide-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { turnSummary, type TurnSummary } from '../../../shared/view/graph-summary.ts';
import type { TurnNode } from '../../../shared/view/graph-types.ts';
import { groupDigits } from '../../../shared/view/graph-words.ts';
import { GUTTER } from '../../../shared/view/lanes.ts';
import { useSearch } from '../../store/search.ts';
import { useSession } from '../../store/session-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import { stopColor } from '../../ui/glyphs/stop-shapes.ts';
import { useNodeFocus } from './use-node-focus.ts';
import { useGraphWords } from './use-graph-model.ts';

/** A whole turn as one row across the lanes. A click opens it. */
export const TurnRow = memo(function TurnRow(props: { node: TurnNode }) {
  const { node } = props;
  const t = useTranslations('graph');
  const words = useGraphWords();
  const viewed = useSession((session) => session.viewed);
  const focus = useNodeFocus(node.id);
  const found = useSearch(({ marks }) => marks.size > 0 && node.messages.some((message) => marks.has(message.id)));
  if (!viewed) return null;
  const summary = turnSummary(viewed, node.messages, words);
  const lane = (node.width - GUTTER) / 3;
  return (
    <div
      role="group"
      aria-label={node.name}
      {...focus}
      className={classNames('g-turn', node.height < 30 && 'g-turn-low', found && 'g-found')}
      style={{ width: node.width, height: node.height, paddingLeft: GUTTER }}
      data-node={node.id}
      title={t('openTurn', { turn: node.turn })}
    >
      <span className="g-turn-cell" style={{ width: lane }}>
        {summary.user}
      </span>
      <Deed summary={summary} width={lane} />
      <Outcome summary={summary} width={lane} />
    </div>
  );
});

function Deed({ summary, width }: { summary: TurnSummary; width: number }) {
  return (
    <span className="g-turn-cell" style={{ width }}>
      <StopGlyph reason={summary.stop} size={14} />
      {summary.tool && (
        <b className="g-mono-strong">
          {summary.tool}
          {summary.times > 1 && ` ×${summary.times}`}
        </b>
      )}
      <span className={classNames(summary.tool ? 'g-mono g-clip' : 'g-clip', summary.aboutIsPath && 'g-clip-left')}>
        <bdi>{summary.about}</bdi>
      </span>
      {summary.stop && summary.stop !== 'tool_use' && (
        <b className="g-mono-strong" style={{ color: stopColor(summary.stop) }}>
          {summary.stop}
        </b>
      )}
    </span>
  );
}

function Outcome({ summary, width }: { summary: TurnSummary; width: number }) {
  const { outcome } = summary;
  return (
    <span className="g-turn-cell" style={{ width }}>
      {outcome === 'ok' && <Check size={14} strokeWidth={2.4} aria-hidden />}
      {outcome === 'error' && <SeverityGlyph severity="error" size={13} />}
      {outcome === 'server' && <Minus size={14} aria-hidden />}
      <span className={classNames('g-clip', outcome === 'error' && 'g-tone-error')}>{summary.result}</span>
      <span className="g-turn-took g-mono">{summary.took}</span>
      {summary.inputTokens !== null && (
        <span className="g-turn-input g-mono tabular">in {groupDigits(summary.inputTokens)}</span>
      )}
    </span>
  );
}
