import { useTranslations } from 'use-intl';
import { Labelled } from '../../ui/PanelSection.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import type { ConfigEditing } from './use-config-draft.ts';

/** The `system` field: plain text, or the JSON of its blocks. */
export function SystemField({ editing }: { editing: ConfigEditing }) {
  const t = useTranslations('rail.config');
  const { system } = editing.draft;
  return (
    <Labelled label={t('system')}>
      {system.kind === 'json' && <p className="text-label text-ink-2">{t('systemBlocks')}</p>}
      <TextArea
        label={t('system')}
        value={system.text}
        onChange={(text) => editing.change({ system: { ...system, text } })}
        rows={4}
        mono={system.kind === 'json'}
      />
    </Labelled>
  );
}
