import type { CardNode, GraphRow } from '../../../shared/view/graph-types.ts';
import { AnswerEditor } from './AnswerEditor.tsx';
import { CallActions } from './CallActions.tsx';
import { ResultEditor } from './ResultEditor.tsx';

/** What can be done in a row: edit a result, type one, or decide about a call. */
export function RowControlView(props: { node: CardNode; row: GraphRow }) {
  const { node, row } = props;
  if (!row.control) return null;
  return (
    <div className="g-control nodrag nopan nowheel" style={{ height: row.height, position: 'relative' }}>
      {row.kind === 'editor' && <ResultEditor control={row.control} height={row.height} />}
      {row.kind === 'answer' && <AnswerEditor control={row.control} height={row.height} />}
      {row.kind === 'actions' && <CallActions control={row.control} name={node.name} />}
    </div>
  );
}
