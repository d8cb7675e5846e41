import { Plus, Search } from 'lucide-react';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../i18n/translator.ts';
import { openDialog } from '../../store/layout.ts';
import { openFirst, startSession } from '../../store/load-session.ts';
import { useScenarios } from '../../store/scenario-list.ts';
import { refreshSessions, useSessionList } from '../../store/session-list.ts';
import { useSession } from '../../store/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { BranchList } from './BranchList.tsx';
import { SessionRow } from './SessionRow.tsx';
import { titleMatches } from './title-matches.ts';

const REFRESH_MS = 4000;

/** All stored sessions, newest first, and the ways to begin one. */
export function SessionsPanel() {
  const t = useTranslations('rail.list');
  const { sessions, problem } = useSessionList();
  const open = useSession((session) => session.sessionId);
  const [query, setQuery] = useState('');
  useFreshList();
  const shown = useMemo(() => sessions?.filter((each) => titleMatches(each, query)) ?? [], [sessions, query]);
  return (
    <div className="flex flex-col">
      <div className="flex flex-col gap-2 border-b border-hairline p-4">
        <NewSession />
        <TextField
          type="search"
          label={t('search')}
          placeholder={t('search')}
          value={query}
          onChange={setQuery}
          icon={<Search size={14} aria-hidden />}
        />
      </div>
      {problem && <Note text={t('failed', { reason: problem })} />}
      {sessions?.length === 0 && <Note text={t('empty')} />}
      {sessions && sessions.length > 0 && shown.length === 0 && <Note text={t('noMatch')} />}
      <ul>
        {shown.map((session) => (
          <Fragment key={session.id}>
            <SessionRow
              session={session}
              open={session.id === open}
              onDeleted={() => session.id === open && void openFirst(null)}
            />
            {session.id === open && (
              <li>
                <BranchList />
              </li>
            )}
          </Fragment>
        ))}
      </ul>
    </div>
  );
}

function Note({ text }: { text: string }) {
  return <p className="px-4 py-3 text-ink-2">{text}</p>;
}

function NewSession() {
  const t = useTranslations('rail.list');
  const language = useLanguage((state) => state.language);
  return (
    <div className="flex flex-col gap-2">
      <Menu
        trigger={<Button icon={<Plus size={14} aria-hidden />}>{t('fromScenario')}</Button>}
        entries={useScenarios().map(({ id, title }) => ({
          id,
          label: id,
          note: title,
          onSelect: () => void startSession({ id: crypto.randomUUID(), scenario: id, language }),
        }))}
      />
      <Button icon={<Plus size={14} aria-hidden />} onClick={() => openDialog('request')}>
        {t('fromRequest')}
      </Button>
    </div>
  );
}

/** Reads the list when the panel opens and now and then while it is open: other tabs make sessions too. */
function useFreshList(): void {
  useEffect(() => {
    const read = (): void => {
      if (document.visibilityState === 'visible') void refreshSessions().catch(() => null);
    };
    read();
    const timer = setInterval(read, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}
