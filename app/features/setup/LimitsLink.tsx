import { useTranslations } from 'use-intl';
import { openDrawer } from '../../store/layout.ts';
import { Button } from '../../ui/Button.tsx';
import { PanelSection } from '../../ui/PanelSection.tsx';

/** The limits have a tab of their own, where their use is shown beside them. */
export function LimitsLink() {
  const t = useTranslations('rail.limits');
  return (
    <PanelSection title={t('title')} note={t('effect')}>
      <Button className="self-start" onClick={() => openDrawer('limits')}>
        {t('open')}
      </Button>
    </PanelSection>
  );
}
