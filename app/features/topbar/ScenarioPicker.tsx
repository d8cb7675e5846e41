import { useTranslations } from 'use-intl';
import type { SessionRecord } from '../../../shared/session/state.ts';
import { useLanguage } from '../../i18n/translator.ts';
import { startSession } from '../../store/load-session.ts';
import { useScenarios } from '../../store/scenario-list.ts';
import { useSession } from '../../store/session-store.ts';
import { Select } from '../../ui/Select.tsx';

/** Another scenario is another session: choosing one opens it and leaves the old session in the list. */
export function ScenarioPicker() {
  const t = useTranslations('commands');
  const record = useSession((session) => session.newest?.record ?? null);
  const language = useLanguage((state) => state.language);
  const value = scenarioId(record);
  return (
    <Select
      label={t('scenario')}
      look="line"
      items={useScenarios().map(({ id, title }) => ({ value: id, label: id, note: title, mono: true }))}
      value={value}
      onChange={(scenario) => void startSession({ id: crypto.randomUUID(), scenario, language })}
      shown={value ?? (record ? t(record.origin.kind === 'import' ? 'imported' : 'ownRequest') : '')}
      className="max-w-24 shrink-0 mid:max-w-36"
    />
  );
}

/** Id of a built-in scenario; null for a session that has none or brought its own document. */
function scenarioId(record: SessionRecord | null): string | null {
  return record?.scenario && 'id' in record.scenario ? record.scenario.id : null;
}
