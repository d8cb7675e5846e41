import { useVirtualizer } from '@tanstack/react-virtual';
import { CornerDownRight, Search } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { ConversationSummary } from '../../../shared/import/report.ts';
import { useSession } from '../../store/session-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/TextField.tsx';
import { conversationRows, type ConversationRow } from './conversation-rows.ts';
import { openConversation } from './import-run.ts';
import type { Opened } from './import-store.ts';

const ROW = 52;
const MOST_HEIGHT = 420;
/** Fewer need no search. */
const SEARCH_FROM = 4;

/** All conversations of an import, sub-agents under those that opened them; only the rows in sight are drawn. */
export function ConversationList(props: {
  conversations: readonly ConversationSummary[];
  opened: ReadonlyMap<number, Opened>;
}) {
  const t = useTranslations('import');
  const [query, setQuery] = useState('');
  const rows = useMemo(() => conversationRows(props.conversations, query), [props.conversations, query]);
  return (
    <div className="border-b border-hairline">
      {props.conversations.length >= SEARCH_FROM && (
        <div className="px-4 pt-3 pb-2">
          <TextField
            type="search"
            label={t('searchConversations')}
            placeholder={t('searchConversations')}
            value={query}
            onChange={setQuery}
            icon={<Search size={14} aria-hidden />}
          />
        </div>
      )}
      {rows.length === 0 && <p className="px-4 py-3 text-ink-2">{t('noMatch')}</p>}
      <Rows rows={rows} opened={props.opened} />
    </div>
  );
}

function Rows({ rows, opened }: { rows: readonly ConversationRow[]; opened: ReadonlyMap<number, Opened> }) {
  const t = useTranslations('import');
  const box = useRef<HTMLDivElement>(null);
  const session = useSession((data) => data.sessionId);
  // oxlint-disable-next-line react/incompatible-library -- the compiler is not used
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  const height = virtual.getTotalSize();
  return (
    <div ref={box} className="overflow-y-auto" style={{ height: Math.min(height, MOST_HEIGHT) }}>
      <ul aria-label={t('conversations')} className="relative" style={{ height }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          const known = row && opened.get(row.conversation.index);
          return (
            row && (
              <li
                key={row.conversation.index}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0"
                style={{ transform: `translateY(${item.start}px)`, height: ROW }}
              >
                <Row row={row} known={known ?? null} current={known?.session === session && session !== null} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function Row({ row, known, current }: { row: ConversationRow; known: Opened | null; current: boolean }) {
  const t = useTranslations('import');
  const { conversation, depth } = row;
  const title = conversation.title.trim() === '' ? t('untitled') : conversation.title;
  return (
    <button
      type="button"
      aria-label={t('open', { title })}
      aria-current={current ? 'true' : undefined}
      onClick={() => void openConversation(conversation.index)}
      className={classNames(
        'ring-inside relative flex h-full w-full flex-col justify-center gap-0.5 pr-4 text-left',
        current
          ? 'bg-paper before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-ink'
          : 'hover:bg-sunk',
      )}
      style={{ paddingLeft: 16 + Math.min(depth, 5) * 18 }}
    >
      <span className={classNames('flex w-full items-center gap-1.5', current && 'font-semibold')}>
        {depth > 0 && <CornerDownRight size={13} aria-hidden className="shrink-0 text-ink-2" />}
        <span className="truncate">{title}</span>
      </span>
      <Facts conversation={conversation} known={known} />
    </button>
  );
}

function Facts({ conversation, known }: { conversation: ConversationSummary; known: Opened | null }) {
  const t = useTranslations('import');
  const format = useFormatter();
  const { messages, turns, branches, model, toolUseId, parent, startedAt } = conversation;
  const facts = [
    parent === null ? null : `${t('agentOf')}${toolUseId === null ? '' : ` ${toolUseId.slice(-6)}`}`,
    t('facts', { messages, turns }),
    branches > 0 ? t('branchCount', { count: branches }) : null,
    model,
    startedAt === null ? null : format.dateTime(startedAt, { dateStyle: 'medium' }),
  ];
  return (
    <span className="flex w-full gap-2 text-label text-ink-2">
      <span className="truncate">{facts.filter((fact) => fact !== null).join(' · ')}</span>
      {known?.writing && <span className="ml-auto shrink-0">{t('writing')}</span>}
    </span>
  );
}
