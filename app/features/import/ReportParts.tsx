import { useState, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { Dropped, ImportTotals, KindCount } from '../../../shared/import/import-types.ts';
import type { ConversationSummary, ImportReport } from '../../../shared/import/report.ts';
import { Button } from '../../ui/Button.tsx';

const FIRST = 20;

/** A part of the report that opens with a click; closed ones tell their count. */
function Part(props: { title: string; count?: number | undefined; open?: boolean; children: ReactNode }) {
  return (
    <details open={props.open} className="group border-b border-hairline">
      <summary className="ring-inside flex h-9 cursor-default items-center gap-2 px-4 font-semibold hover:bg-sunk">
        {props.title}
        {props.count !== undefined && (
          <span className="mono text-tag font-normal text-ink-2">{props.count.toLocaleString()}</span>
        )}
      </summary>
      <div className="flex flex-col gap-2 px-4 pt-0.5 pb-3">{props.children}</div>
    </details>
  );
}

/** Shows the first entries of a long list; a button brings more. */
function Some<Item>(props: { items: readonly Item[]; children(item: Item, index: number): ReactNode }) {
  const t = useTranslations('import');
  const [count, setCount] = useState(FIRST);
  const rest = props.items.length - count;
  return (
    <>
      <ul className="flex flex-col gap-1.5">{props.items.slice(0, count).map(props.children)}</ul>
      {rest > 0 && (
        <Button small look="quiet" className="self-start" onClick={() => setCount(count + 200)}>
          {t('more', { count: rest })}
        </Button>
      )}
    </>
  );
}

/** Tokens and calls of the whole import, and whether they equal the sum of its conversations. */
export function TokenTable({ report: { totals, sums, conversations } }: { report: ImportReport }) {
  const t = useTranslations('import');
  const format = useFormatter();
  const rows: [label: string, value: number][] = [
    [t('tokensIn'), totals.inputTokens],
    [t('tokensRead'), totals.cacheReadTokens],
    [t('tokensWritten'), totals.cacheCreationTokens],
    [t('tokensOut'), totals.outputTokens],
    [t('calls'), totals.toolUses],
    [t('openCalls'), totals.orphanToolUses],
  ];
  const copies = tokensOf(sums) - tokensOf(totals);
  return (
    <Part title={t('tokens')} open>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
        {rows.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="mono text-right">{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      {conversations.length > 1 && (
        <p className="text-label text-ink-2">{copies > 0 ? t('copies', { count: copies }) : t('reconciles')}</p>
      )}
    </Part>
  );
}

function tokensOf(totals: ImportTotals): number {
  return totals.inputTokens + totals.cacheReadTokens + totals.cacheCreationTokens + totals.outputTokens;
}

/** What is in no conversation, and why, by its line. */
export function DroppedList({ dropped, open }: { dropped: readonly Dropped[]; open: boolean }) {
  const t = useTranslations('import');
  if (dropped.length === 0) return <p className="border-b border-hairline px-4 py-2.5 text-ink-2">{t('allUsed')}</p>;
  return (
    <Part title={t('dropped')} count={dropped.length} open={open || dropped.length <= 3}>
      <Some items={dropped}>
        {({ line, message, file }, index) => (
          <li key={index} className="break-words">
            <span className="mono text-tag text-ink-2">
              {[file, line === null ? (file ? null : t('wholeFile')) : t('line', { line })].filter(Boolean).join(' · ')}
            </span>{' '}
            {message}
          </li>
        )}
      </Some>
    </Part>
  );
}

/** What the source does not say and was inferred. */
export function GuessList({ conversations }: { conversations: readonly ConversationSummary[] }) {
  const t = useTranslations('import');
  const count = conversations.reduce((sum, { guessCount }) => sum + guessCount, 0);
  const synthetic = conversations.reduce((sum, each) => sum + each.synthetic, 0);
  const unsigned = conversations.reduce((sum, each) => sum + each.unsignedThinking, 0);
  if (count + synthetic + unsigned === 0) return null;
  const all = conversations.flatMap(({ guesses, title }) => guesses.map((guess) => ({ ...guess, title })));
  const several = conversations.length > 1;
  return (
    <Part title={t('guesses')} count={count}>
      <p className="text-label text-ink-2">{t('guessText')}</p>
      {synthetic > 0 && <p>{t('synthetic', { count: synthetic })}</p>}
      {unsigned > 0 && <p>{t('unsigned', { count: unsigned })}</p>}
      <Some items={all}>
        {({ what, path, message, title }, index) => (
          <li key={index} className="break-words">
            <span className="mono text-tag text-ink-2">
              {what} · {several && `${title} · `}
              {path}
            </span>{' '}
            {message}
          </li>
        )}
      </Some>
    </Part>
  );
}

/** Things a person should know about a file. */
export function NoteList({ files }: { files: ImportReport['files'] }) {
  const t = useTranslations('import');
  const notes = files.flatMap((file) => file.notes.map((note) => ({ ...note, file: file.name })));
  if (notes.length === 0) return null;
  return (
    <Part title={t('notes')} count={notes.length}>
      <Some items={notes}>
        {({ message, count, file }, index) => (
          <li key={index} className="break-words">
            {files.length > 1 && <span className="mono text-tag text-ink-2">{file} </span>}
            {message} {count > 1 && <span className="text-ink-2">{t('times', { count })}</span>}
          </li>
        )}
      </Some>
    </Part>
  );
}

/** What became of every record, by file and kind. */
export function RecordTable({ report }: { report: ImportReport }) {
  const t = useTranslations('import');
  const records = report.files.reduce((sum, file) => sum + file.records, 0);
  const used = kindsOf(report).filter(({ use }) => use === 'message');
  const merged = used.reduce((sum, { count }) => sum + count, 0);
  const messages = report.conversations.reduce((sum, each) => sum + each.messages, 0);
  return (
    <Part title={t('records')} count={records}>
      {merged > 0 && <p>{t('merged', { records: merged, messages })}</p>}
      <Some items={report.files}>
        {(file, index) => (
          <li key={index} className="flex flex-col gap-1">
            <span className="break-all">
              <span className="mono text-path">{file.name}</span>{' '}
              <span className="text-label text-ink-2">
                {[file.label, t('recordCount', { count: file.records })].filter(Boolean).join(' · ')}
              </span>
            </span>
            <ul className="flex flex-col gap-0.5">
              {file.kinds.map((kind) => (
                <KindRow key={`${kind.use} ${kind.kind}`} kind={kind} />
              ))}
            </ul>
          </li>
        )}
      </Some>
    </Part>
  );
}

function kindsOf({ files }: ImportReport): KindCount[] {
  return files.flatMap(({ kinds }) => kinds);
}

function KindRow({ kind: { kind, count, use } }: { kind: KindCount }) {
  const t = useTranslations('import');
  const format = useFormatter();
  return (
    <li className="flex gap-2 text-label">
      <span className="mono w-14 shrink-0 text-right">{format.number(count)}</span>
      <span className="mono truncate">{kind}</span>
      <span className="ml-auto shrink-0 text-ink-2">{t(`uses.${use}`)}</span>
    </li>
  );
}
