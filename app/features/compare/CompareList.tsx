import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { Comparison } from '../../../shared/view/compare.ts';
import { useCompare } from '../../store/compare.ts';
import { type CompareItem, compareItems } from './items.ts';
import { FoldItem, MarkItem, SetupItem } from './ListItems.tsx';
import { useOpened } from './opened.ts';
import { Overview } from './Overview.tsx';
import { Totals } from './Totals.tsx';
import { TurnItem } from './TurnItem.tsx';

const ESTIMATES = { setup: 34, fold: 34, mark: 26, turn: 260 } as const;

/** Two sides turn by turn. Only what is in view is drawn and compared within, so long runs cost no more than short ones. */
export function CompareList(props: {
  comparison: Comparison;
  /** Grows when the first difference is asked for. */ jump: number;
}) {
  const t = useTranslations('compare.list');
  const { comparison, jump } = props;
  const box = useRef<HTMLDivElement>(null);
  const onlyDifferent = useCompare((compare) => compare.onlyDifferent);
  const opened = useOpened((state) => state.opened);
  const items = useMemo(() => compareItems(comparison, opened, onlyDifferent), [comparison, opened, onlyDifferent]);
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is meant to be read while drawing
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => ESTIMATES[items[index]?.kind ?? 'turn'],
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 3,
  });
  const mark = items.findIndex((item) => item.kind === 'mark');
  useEffect(() => {
    const offset = list.getOffsetForIndex(mark, 'start')?.[0] ?? 0;
    // At first nothing moves while the place is in view anyway; who asks for it sees it move.
    const inView = jump === 0 && offset < (box.current?.clientHeight ?? 0) / 2;
    if (mark > 0 && !inView) list.scrollToIndex(mark, { align: 'start' });
    // oxlint-disable-next-line react/exhaustive-deps -- a jump is asked for; what is drawn later must not repeat it
  }, [jump]);
  const drawn = list.getVirtualItems();
  const top = drawn.find((item) => item.end > (list.scrollOffset ?? 0) && items[item.index]?.kind !== 'setup');
  return (
    <>
      <Overview
        comparison={comparison}
        row={rowOf(items[top?.index ?? 0]) ?? 0}
        onRow={(row) => list.scrollToIndex(indexOfRow(items, row), { align: 'start' })}
      />
      <Totals totals={comparison.totals} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus among the cards in it */}
      <div
        ref={box}
        role="list"
        tabIndex={0}
        aria-label={t('label')}
        onKeyDown={moveFocus}
        className="ring-inside min-h-0 flex-1 overflow-y-auto bg-paper"
      >
        <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
          {drawn.map((row) => {
            const item = items[row.index];
            return (
              item && (
                <div
                  key={row.key}
                  ref={list.measureElement}
                  data-index={row.index}
                  role="listitem"
                  aria-setsize={items.length}
                  aria-posinset={row.index + 1}
                  aria-label={item.kind === 'turn' ? turnName(t, comparison, item.row) : undefined}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  <Item item={item} comparison={comparison} onlyDifferent={onlyDifferent} />
                </div>
              )
            );
          })}
        </div>
      </div>
    </>
  );
}

function turnName(t: ReturnType<typeof useTranslations<'compare.list'>>, { rows }: Comparison, at: number): string {
  const row = rows[at];
  return `${t('turn', { turn: (row?.b ?? row?.a)?.number ?? at + 1 })}, ${t(row?.kind ?? 'same')}`;
}

function Item(props: { item: CompareItem; comparison: Comparison; onlyDifferent: boolean }) {
  const { item, comparison, onlyDifferent } = props;
  switch (item.kind) {
    case 'setup':
      return <SetupItem comparison={comparison} />;
    case 'mark':
      return <MarkItem comparison={comparison} />;
    case 'fold':
      return <FoldItem comparison={comparison} id={item.id} from={item.from} to={item.to} open={item.open} />;
    case 'turn':
      return (
        <TurnItem comparison={comparison} row={item.row} endsBefore={item.endsBefore} onlyDifferent={onlyDifferent} />
      );
  }
}

function rowOf(item: CompareItem | undefined): number | null {
  return item?.kind === 'turn' ? item.row : item?.kind === 'fold' ? item.from : null;
}

function indexOfRow(items: readonly CompareItem[], row: number): number {
  const at = items.findIndex(
    (item) => (item.kind === 'turn' && item.row >= row) || (item.kind === 'fold' && item.to >= row),
  );
  return at < 0 ? items.length - 1 : at;
}

/** Up and down lead to the next card of the same side, left and right to the other side. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const across = { ArrowLeft: 'a', ArrowRight: 'b' }[event.key];
  if (!from || (step === undefined && across === undefined)) return;
  event.preventDefault();
  event.stopPropagation();
  const cards = (side: string): HTMLElement[] => [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`[data-card=${side}]`),
  ];
  const side = from.dataset['card'] ?? 'a';
  if (step !== undefined) {
    const own = cards(side);
    return own[own.indexOf(from) + step]?.focus();
  }
  const there = cards(across ?? side);
  const level = from.getBoundingClientRect().top;
  const distance = (card: HTMLElement): number => Math.abs(card.getBoundingClientRect().top - level);
  there.toSorted((one, other) => distance(one) - distance(other))[0]?.focus();
}
