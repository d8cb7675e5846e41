import type { MessagePair } from '../../../shared/view/compare-detail.ts';
import type { Step } from '../../../shared/view/compare-steps.ts';
import { blockRows } from './block-rows.ts';
import { MessageCard } from './MessageCard.tsx';
import type { Column } from './TextSide.tsx';

/** Lines that a pair of messages takes in the grid: head, block rows, foot. */
export function pairHeight(pair: MessagePair): number {
  return blockRows(pair).length + 2;
}

/** Two opposite messages in columns 1 and 3 of the grid around them, beginning at grid row `start`. */
export function PairCells(props: { pair: MessagePair; a: Step | null; b: Step | null; start: number; id: string }) {
  const { pair, start, id } = props;
  const rows = blockRows(pair);
  const cell = (column: Column) => {
    const [message, step] = [pair[column], props[column]];
    return (
      message &&
      step && (
        <MessageCard
          column={column}
          message={message}
          step={step}
          rows={rows}
          start={start}
          isAnswer={pair.part === 'answer'}
          opposite={pair.a !== null && pair.b !== null}
          id={id}
        />
      )
    );
  };
  return (
    <>
      {cell('a')}
      {cell('b')}
    </>
  );
}
