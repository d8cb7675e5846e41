import { useVirtualizer } from '@tanstack/react-virtual';
import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useLanguage } from '../../i18n/translator.ts';
import { useSession } from '../../store/session-store.ts';
import { TextField } from '../../ui/TextField.tsx';
import { Select } from '../../ui/Select.tsx';
import { type LogLine, logLines } from './log-lines.ts';
import { LogRow } from './LogRow.tsx';
import { LOG_KINDS, type LogKind, logKind } from './log-kinds.ts';

const ROW_PX = 24;

/** The event log in words, newest last. A line leads to the state after its event. */
export function ConsoleTab() {
  const t = useTranslations('drawer.log');
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState<LogKind | 'all'>('all');
  const lines = useLines();
  const shown = useMemo(() => lines.filter((line) => fits(line, query, kind)), [lines, query, kind]);
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-3 px-4 py-2">
        <TextField
          type="search"
          label={t('filter')}
          placeholder={t('filter')}
          value={query}
          onChange={setQuery}
          icon={<Search size={14} aria-hidden />}
          className="w-72"
        />
        <Select<LogKind | 'all'>
          label={t('kind')}
          look="field"
          items={[
            { value: 'all', label: t('all') },
            ...LOG_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
          ]}
          value={kind}
          onChange={setKind}
          className="w-36"
        />
        <span className="ml-auto text-label text-ink-2">{t('count', { shown: shown.length, all: lines.length })}</span>
      </div>
      <Lines lines={shown} />
    </div>
  );
}

function fits(line: LogLine, query: string, kind: LogKind | 'all'): boolean {
  if (kind !== 'all' && logKind(line.event.type) !== kind) return false;
  const text = `${line.event.seq} ${line.event.type} ${line.event.branch} ${line.text}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Draws anew when an event comes or the language changes. */
function useLines(): readonly LogLine[] {
  useLanguage((state) => state.language);
  useSession((session) => session.newest);
  return logLines(useSession((session) => session.log));
}

function Lines({ lines }: { lines: readonly LogLine[] }) {
  const t = useTranslations('drawer.log');
  const format = useFormatter();
  const box = useRef<HTMLDivElement>(null);
  const cursor = useSession((session) => session.cursor);
  const start = lines[0]?.event.at ?? 0;
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is meant to be read while drawing
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const stick = useRef(true);
  useEffect(() => {
    if (stick.current && lines.length > 0) rows.scrollToIndex(lines.length - 1, { align: 'end' });
  }, [lines.length, rows]);
  if (lines.length === 0) return <p className="px-4 py-2 text-ink-2">{t('empty')}</p>;
  return (
    <div
      ref={box}
      onScroll={(event) => {
        const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
        stick.current = scrollTop + clientHeight >= scrollHeight - ROW_PX;
      }}
      className="min-h-0 flex-1 overflow-y-auto border-t border-hairline bg-paper"
    >
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((item) => {
          const line = lines[item.index];
          return (
            line && (
              <LogRow
                key={line.event.seq}
                line={line}
                top={item.start}
                here={cursor === line.event.seq}
                time={format.number((line.event.at - start) / 1000, {
                  minimumFractionDigits: 2,
                  maximumFractionDigits: 2,
                })}
              />
            )
          );
        })}
      </ol>
    </div>
  );
}
