import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { Select } from '../../ui/Select.tsx';
import { ConversationList } from './ConversationList.tsx';
import { startImport } from './import-run.ts';
import { type ImportState, setImport } from './import-store.ts';
import { DroppedList, GuessList, NoteList, RecordTable, TokenTable } from './ReportParts.tsx';

type Done = Extract<ImportState, { kind: 'done' }>;

/** What an import brought: the conversations, and the proof that nothing was lost on the way. */
export function ImportReport({ state }: { state: Done }) {
  const t = useTranslations('import');
  const { report } = state;
  const none = report.conversations.length === 0;
  return (
    <section aria-label={t('report')} className="flex flex-col">
      {none ? <Nothing /> : <Head state={state} />}
      {!none && <ConversationList conversations={report.conversations} opened={state.opened} />}
      {!none && <TokenTable report={report} />}
      <DroppedList dropped={report.dropped} open={none} />
      <GuessList conversations={report.conversations} />
      <NoteList files={report.files} />
      <RecordTable report={report} />
      <div className="flex flex-wrap items-end gap-2 p-4">
        <Button onClick={() => setImport({ kind: 'idle' })}>{t('another')}</Button>
        <ReadAs state={state} />
      </div>
    </section>
  );
}

function Nothing() {
  const t = useTranslations('import');
  return (
    <div role="alert" className="flex flex-col gap-1.5 border-b border-hairline p-4">
      <p className="flex items-center gap-2 font-semibold">
        <SeverityGlyph severity="error" />
        {t('noneTitle')}
      </p>
      <p className="text-ink-2">{t('noneText')}</p>
    </div>
  );
}

function Head({ state: { report } }: { state: Done }) {
  const t = useTranslations('import');
  const labels = [...new Set(report.files.flatMap(({ label }) => label ?? []))];
  const agents = report.conversations.filter(({ parent }) => parent !== null).length;
  const sure = report.files.filter(({ format }) => format !== null).every(({ confidence }) => confidence >= 0.5);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 border-b border-hairline p-4">
      <dt className="text-ink-2">{t('formatOf')}</dt>
      <dd className="font-semibold">
        {labels.join(', ')}
        {!sure && <span className="font-normal text-ink-2"> · {t('unsure')}</span>}
      </dd>
      <dt className="text-ink-2">{t('conversations')}</dt>
      <dd>
        {t('found', { count: report.conversations.length })}
        {agents > 0 && ` · ${t('foundAgents', { count: agents })}`}
      </dd>
    </dl>
  );
}

const BY_CONTENT = ' content';

/** The same files once more, as a format that the person names. */
function ReadAs({ state }: { state: Done }) {
  const t = useTranslations('import');
  const files = state.files.map(({ file }) => file);
  return (
    <Select
      label={t('readAs')}
      items={[
        { value: BY_CONTENT, label: t('readAsAuto') },
        ...state.formats.map(({ id, label }) => ({ value: id, label })),
      ]}
      value={null}
      shown={t('readAs')}
      onChange={(value) => void startImport({ files, folders: [] }, value === BY_CONTENT ? null : value)}
    />
  );
}
