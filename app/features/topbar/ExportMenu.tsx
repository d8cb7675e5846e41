import { Upload } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { exportFile } from '../../store/export-files.ts';
import { useSession } from '../../store/session-store.ts';
import { Menu } from '../../ui/Menu.tsx';
import { BarButton } from './BarButton.tsx';

/** What the page shows, as a file. */
export function ExportMenu() {
  const t = useTranslations('commands');
  const none = useTranslations('state')('noSession');
  const disabledReason = useSession((session) => session.newest === null) ? none : null;
  return (
    <Menu
      align="end"
      trigger={<BarButton icon={<Upload size={16} aria-hidden />} label={t('export')} />}
      entries={[
        {
          id: 'session',
          label: t('exportSession'),
          note: t('exportSessionNote'),
          disabledReason,
          onSelect: () => void exportFile('session'),
        },
        {
          id: 'messages',
          label: t('exportMessages'),
          note: t('exportMessagesNote'),
          disabledReason,
          onSelect: () => void exportFile('messages'),
        },
        {
          id: 'request',
          label: t('exportRequest'),
          note: t('exportRequestNote'),
          disabledReason,
          onSelect: () => void exportFile('request'),
        },
      ]}
    />
  );
}
