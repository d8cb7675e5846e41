import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dottedPath, type TreeRow, treeRows, valueAt } from '../../../shared/view/inspect-json-tree.ts';
import { LongText } from './LongText.tsx';
import { useRows } from './use-rows.ts';

const ROW_HEIGHT = 20;
const INDENT = 14;
const DEEPEST_INDENT = 10;

/**
 * A JSON value as a collapsible tree of any size: only the rows in sight are mounted. Arrow keys walk it as in
 * every tree: right opens, left closes or goes to the parent.
 */
export function JsonTree(props: {
  value: unknown;
  label: string;
  /** Containers up to this depth are open at first. */
  openDepth?: number;
  /** px; without it the tree fills its place. */
  height?: number;
}) {
  const { openDepth = 1 } = props;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const [read, setRead] = useState<string | null>(null);
  const tree = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => treeRows(props.value, (pointer, depth) => depth < openDepth !== toggled.has(pointer)),
    [props.value, toggled, openDepth],
  );
  const visible = useRows(rows.length, ROW_HEIGHT, scroller);
  const toggle = (row: TreeRow): void => {
    if (row.size > 0) setToggled(flipped(toggled, row.pointer));
    else if (isLong(row)) setRead(read === row.pointer ? null : row.pointer);
  };
  const text = read === null ? undefined : valueAt(props.value, read);
  const focus = (index: number): void => {
    setActive(index);
    visible.scrollTo(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const action = treeKey(event.key, rows, active);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.toggle) toggle(action.toggle);
    if (action.focus !== undefined) focus(action.focus);
  };
  const height = props.height === undefined ? undefined : Math.min(props.height, rows.length * ROW_HEIGHT + 8);
  const shown = visible.items.some((item) => item.index === active);
  const box = (
    <div
      ref={scroller}
      role="tree"
      aria-label={props.label}
      aria-activedescendant={shown ? `${tree}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={`ring-inside overflow-auto border border-hairline bg-paper py-1 ${props.height === undefined ? 'h-full' : ''}`}
      style={{ height }}
    >
      <div className="relative" style={{ height: visible.total }}>
        {visible.items.map((item) => {
          const row = rows[item.index] as TreeRow;
          return (
            <TreeLine
              key={row.pointer}
              id={`${tree}-${item.index}`}
              row={row}
              active={item.index === active}
              top={item.start}
              onClick={() => {
                setActive(item.index);
                toggle(row);
              }}
            />
          );
        })}
      </div>
    </div>
  );
  if (typeof text !== 'string') return box;
  return (
    <div
      className={
        props.height === undefined ? 'flex h-full flex-col [&>[role=tree]]:min-h-0 [&>[role=tree]]:flex-1' : ''
      }
    >
      {box}
      <p className="mono mt-2 mb-1 text-path text-ink-2 [overflow-wrap:anywhere]">
        {read === null ? '' : dottedPath(read)}
      </p>
      <LongText text={text} label={read ?? ''} height={180} />
    </div>
  );
}

/** Strings whose row does not show all of them: more text, or line breaks. */
function isLong(row: TreeRow): boolean {
  return row.kind === 'string' && (row.rest > 0 || row.text.includes(String.raw`\n`));
}

function flipped(set: ReadonlySet<string>, pointer: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(pointer)) next.add(pointer);
  return next;
}

/** What a key does in the tree; null when it is not the tree's. */
function treeKey(key: string, rows: TreeRow[], active: number): { focus?: number; toggle?: TreeRow } | null {
  const row = rows[active];
  if (row === undefined) return null;
  switch (key) {
    case 'ArrowDown':
      return { focus: Math.min(rows.length - 1, active + 1) };
    case 'ArrowUp':
      return { focus: Math.max(0, active - 1) };
    case 'Home':
      return { focus: 0 };
    case 'End':
      return { focus: rows.length - 1 };
    case 'Enter':
    case ' ':
      return { toggle: row };
    case 'ArrowRight':
      return row.size > 0 && !row.open ? { toggle: row } : { focus: Math.min(rows.length - 1, active + 1) };
    case 'ArrowLeft':
      return row.open ? { toggle: row } : { focus: parentOf(rows, active) };
    default:
      return null;
  }
}

function parentOf(rows: TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0;
  for (let at = index - 1; at >= 0; at--) if ((rows[at]?.depth ?? 0) < depth) return at;
  return index;
}

function TreeLine(props: { id: string; row: TreeRow; active: boolean; top: number; onClick(): void }) {
  const { row, active } = props;
  const box = row.kind === 'object' || row.kind === 'array';
  const Arrow = row.open ? ChevronDown : ChevronRight;
  return (
    <div
      id={props.id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.depth + 1}
      aria-expanded={row.size > 0 ? row.open : undefined}
      aria-selected={active}
      onClick={props.onClick}
      onKeyDown={undefined}
      className={`mono absolute top-0 left-0 flex h-5 min-w-full cursor-default items-center gap-1 pr-3 text-code whitespace-pre ${active ? 'bg-sunk' : 'hover:bg-sunk'}`}
      style={{ transform: `translateY(${props.top}px)`, paddingLeft: 6 + Math.min(row.depth, DEEPEST_INDENT) * INDENT }}
    >
      {row.size > 0 ? <Arrow size={12} aria-hidden className="text-ink-2" /> : <span className="w-3" />}
      {row.key !== null && (
        <span className="text-ink-2">
          {row.key}
          {row.inList ? '' : ':'}
        </span>
      )}
      {box ? <BoxWords row={row} /> : <ScalarWords row={row} />}
    </div>
  );
}

function BoxWords({ row }: { row: TreeRow }) {
  const t = useTranslations('inspector.request');
  const size = row.kind === 'array' ? t('items', { count: row.size }) : t('keys', { count: row.size });
  if (row.size === 0) return <span>{row.kind === 'array' ? '[]' : '{}'}</span>;
  return (
    <>
      <span className={row.open ? 'text-ink-2' : ''}>{row.text}</span>
      <span className="pl-1 text-ink-3">{size}</span>
    </>
  );
}

function ScalarWords({ row }: { row: TreeRow }) {
  const t = useTranslations('inspector.request');
  return (
    <>
      <span className={row.kind === 'string' ? '' : 'font-semibold'}>{row.text}</span>
      {row.rest > 0 && <span className="text-ink-3">{t('moreChars', { count: row.rest })}</span>}
    </>
  );
}
