import { Contrast } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { changeSettings, THEMES, useSettings } from '../../store/settings.ts';
import { Select } from '../../ui/Select.tsx';

export function ThemePicker() {
  const t = useTranslations('common');
  const theme = useSettings((settings) => settings.theme);
  return (
    <Select
      label={t('theme')}
      items={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
      value={theme}
      onChange={(value) => changeSettings({ theme: value })}
      icon={<Contrast size={16} aria-hidden />}
      bare
    />
  );
}
