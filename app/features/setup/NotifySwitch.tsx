import { useTranslations } from 'use-intl';
import { toggleNotify } from '../../store/notify.ts';
import { useSettings } from '../../store/settings.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PanelSection } from '../../ui/PanelSection.tsx';

/** The switch for notifications of the browser. */
export function NotifySwitch() {
  const t = useTranslations('notify');
  const on = useSettings((settings) => settings.notify);
  return (
    <PanelSection title={t('title')} note={t('note')}>
      <Checkbox checked={on} onChange={() => void toggleNotify()}>
        {t('label')}
      </Checkbox>
    </PanelSection>
  );
}
