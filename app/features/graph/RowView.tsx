import { memo } from 'react';
import type { CardNode, GraphRow } from '../../../shared/view/graph-types.ts';
import { useSearch } from '../../store/search.ts';
import { useSelection } from '../../store/selection.ts';
import { classNames } from '../../ui/class-names.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { hueStyle } from './hue.ts';
import { LineText } from './LineText.tsx';
import { MarkGlyph } from './MarkGlyph.tsx';
import { PairTag } from './PairTag.tsx';
import { RowControlView } from './RowControlView.tsx';
import { isRowSelected, useLit } from './targets.ts';

/** One row of a node. Pointing at one end of a pair lights both. */
export const RowView = memo(function RowView(props: { node: CardNode; row: GraphRow; inert: boolean }) {
  const { node, row, inert } = props;
  const lit = useLit(row.pair?.key);
  const selected = useSelection(({ selection }) => !inert && isRowSelected(selection, node, row));
  const found = useSearch(({ marks }) => row.block !== undefined && marks.has(`${node.id}.${row.block}`));
  const box = { top: row.y, height: row.height, ...hueStyle(row.pair?.hue) };
  if (row.kind === 'editor' || row.kind === 'answer' || row.kind === 'actions') {
    return (
      <div className="g-row" style={box}>
        <RowControlView node={node} row={row} />
      </div>
    );
  }
  return (
    <div
      className={classNames(
        'g-row',
        lit && 'g-lit',
        selected && 'g-row-selected',
        row.problem && `g-has-${row.problem}`,
        found && 'g-row-found',
        row.lines.length > 1 && 'g-tall',
      )}
      style={box}
      data-row={row.id}
      data-pair={row.pair?.key}
    >
      {row.problem && (
        <span className="g-problem">
          <SeverityGlyph severity={row.problem} />
        </span>
      )}
      {row.mark && row.kind === 'state' && (
        <span className="g-mark">
          <MarkGlyph mark={row.mark} />
        </span>
      )}
      {row.label && (
        <span className="g-label">
          <LineText line={row.label} />
        </span>
      )}
      <span className="g-body" style={{ left: row.bodyX }}>
        {row.lines.map((line, index) => (
          <span className="g-line" key={index}>
            <LineText line={line} caret={row.growing === true && index === row.lines.length - 1} />
          </span>
        ))}
      </span>
      {row.pair && <PairTag pair={row.pair} lit={lit} />}
      {(row.port === 'call' || row.port === 'result') && <span className={`g-port g-port-${row.port}`} aria-hidden />}
    </div>
  );
});
