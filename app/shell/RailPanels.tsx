import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { BreakpointsPanel } from '../features/breakpoints/BreakpointsPanel.tsx';
import { SessionsPanel } from '../features/sessions/SessionsPanel.tsx';
import { SetupPanel } from '../features/setup/SetupPanel.tsx';
import { openRail, type RailPanel } from '../store/layout.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';

const PANELS: Record<RailPanel, () => ReactNode> = {
  sessions: () => <SessionsPanel />,
  setup: () => <SetupPanel />,
  breakpoints: () => <BreakpointsPanel />,
};

/** The panel beside the rail. */
export function RailPanelBox({ panel }: { panel: RailPanel }) {
  const t = useTranslations('rail');
  return (
    <section aria-label={t(panel)} className="flex h-full min-w-0 flex-col bg-face">
      <div className="flex h-10 shrink-0 items-center justify-between border-b border-hairline pr-1.5 pl-4">
        <h2 className="text-tab font-semibold">{t(panel)}</h2>
        <IconButton label={t('closePanel')} icon={<X size={16} aria-hidden />} onClick={() => openRail(null)} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ErrorBoundary key={panel} name={t(panel)}>
          {PANELS[panel]()}
        </ErrorBoundary>
      </div>
    </section>
  );
}
