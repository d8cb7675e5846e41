import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { GaugeStrip } from '../features/limits/GaugeStrip.tsx';
import { openDrawer, toggleDrawer, useLayout } from '../store/layout.ts';
import { useProblems } from '../store/hooks.ts';
import type { DrawerTab } from '../store/url-state.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Tabs } from '../ui/Tabs.tsx';

const TABS: readonly DrawerTab[] = ['problems', 'console', 'tokens', 'limits'];
/** Fetched when first opened: the workbench starts with the drawer closed. */
const PANELS: Record<DrawerTab, React.LazyExoticComponent<() => React.ReactNode>> = {
  problems: lazy(async () => ({ default: (await import('../features/problems/ProblemsPanel.tsx')).ProblemsPanel })),
  console: lazy(async () => ({ default: (await import('../features/console/ConsoleTab.tsx')).ConsoleTab })),
  tokens: lazy(async () => ({ default: (await import('../features/tokens/TokensTab.tsx')).TokensTab })),
  limits: lazy(async () => ({ default: (await import('../features/limits/LimitsTab.tsx')).LimitsTab })),
};

/** The bar along the lower edge, and above it closed or below it open, its panels. */
export function Drawer() {
  const t = useTranslations('drawer');
  const open = useLayout((layout) => layout.drawer);
  return (
    <section aria-label={t('label')} className="flex h-full min-h-0 flex-col bg-face">
      <Tabs
        bar
        label={t('label')}
        items={TABS.map((value) => ({ value, label: t(value), badge: value === 'problems' ? <ProblemCount /> : null }))}
        value={open}
        onChange={toggleDrawer}
        after={
          <>
            <GaugeStrip />
            {open && (
              <IconButton
                small
                side="top"
                label={t('close')}
                icon={<X size={15} aria-hidden />}
                onClick={() => openDrawer(null)}
                className="my-auto mr-2"
              />
            )}
          </>
        }
        className="min-h-0 flex-1"
        panelClassName="border-t border-hairline"
      >
        {(tab) => <DrawerPanel tab={tab} />}
      </Tabs>
    </section>
  );
}

function DrawerPanel({ tab }: { tab: DrawerTab }) {
  const t = useTranslations('drawer');
  const Panel = PANELS[tab];
  return (
    <ErrorBoundary name={t(tab)}>
      <Suspense fallback={null}>
        <Panel />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Drawn from an attribute, so that the tab is still called by its word alone. How many things the next request has wrong; red when the API would refuse it. */
function ProblemCount() {
  const problems = useProblems();
  const refused = problems.some((problem) => problem.severity === 'error');
  const tone = refused ? 'border-error bg-error text-on-fill' : 'border-strong text-ink';
  return (
    <span
      data-count={problems.length}
      className={`mono min-w-4.5 rounded-tag border px-1 text-center text-tag font-semibold after:content-[attr(data-count)] ${tone}`}
    />
  );
}
