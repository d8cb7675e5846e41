import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { openRail, type RailPanel } from '../store/layout.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';

/** Fetched when first opened: the workbench starts with the rail closed. */
const PANELS: Record<RailPanel, React.LazyExoticComponent<() => React.ReactNode>> = {
  sessions: lazy(async () => ({ default: (await import('../features/sessions/SessionsPanel.tsx')).SessionsPanel })),
  import: lazy(async () => ({ default: (await import('../features/import/ImportPanel.tsx')).ImportPanel })),
  setup: lazy(async () => ({ default: (await import('../features/setup/SetupPanel.tsx')).SetupPanel })),
  breakpoints: lazy(async () => ({
    default: (await import('../features/breakpoints/BreakpointsPanel.tsx')).BreakpointsPanel,
  })),
};

/** The panel beside the rail. */
export function RailPanelBox({ panel }: { panel: RailPanel }) {
  const t = useTranslations('rail');
  const Panel = PANELS[panel];
  return (
    <section aria-label={t(panel)} className="flex h-full min-w-0 flex-col bg-face">
      <div className="flex h-10 shrink-0 items-center justify-between border-b border-hairline pr-1.5 pl-4">
        <h2 className="text-tab font-semibold">{t(panel)}</h2>
        <IconButton label={t('closePanel')} icon={<X size={16} aria-hidden />} onClick={() => openRail(null)} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ErrorBoundary key={panel} name={t(panel)}>
          <Suspense fallback={null}>
            <Panel />
          </Suspense>
        </ErrorBoundary>
      </div>
    </section>
  );
}
