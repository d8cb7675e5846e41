import { Link2, Monitor } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { copyLink } from '../../store/copy-link.ts';
import { changeSettings, useSettings } from '../../store/settings.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { BarButton } from './BarButton.tsx';
import { BranchPicker } from './BranchPicker.tsx';
import { DebugToolbar } from './DebugToolbar.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { Identity } from './Identity.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';
import { StatePill } from './StatePill.tsx';
import { ThemePicker } from './ThemePicker.tsx';

/** What is open, where it stands, what can be done. */
export function TopBar() {
  return (
    <header className="flex shrink-0 flex-wrap items-stretch border-b border-strong bg-face narrow:h-15 narrow:flex-nowrap">
      <span className="hidden w-16 shrink-0 items-center justify-center border-r border-hairline narrow:flex">
        <Mark />
      </span>
      <Identity />
      <StatePill />
      <DebugToolbar />
      <RightCluster />
    </header>
  );
}

function RightCluster() {
  const t = useTranslations('commands');
  const presenter = useSettings((settings) => settings.presenter);
  return (
    <div className="ml-auto flex min-w-0 shrink items-center justify-end pr-2 pl-1 mid:pr-3 mid:pl-2">
      <BranchPicker />
      <BarButton icon={<Link2 size={16} aria-hidden />} label={t('share')} onClick={() => void copyLink()} />
      <ExportMenu />
      <LanguagePicker />
      <ThemePicker />
      <IconButton
        label={t('presenter')}
        icon={<Monitor size={16} aria-hidden />}
        pressed={presenter}
        onClick={() => changeSettings({ presenter: !presenter })}
        className={presenter ? '!bg-ink !text-on-fill' : undefined}
      />
    </div>
  );
}
