import { lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { useKeys } from './commands/use-keys.ts';
import { TopBar } from './features/topbar/TopBar.tsx';
import { Announcer } from './shell/Announcer.tsx';
import { Banners } from './shell/Banners.tsx';
import { Centre } from './shell/Centre.tsx';
import { Dialogs } from './shell/Dialogs.tsx';
import { DropTarget } from './shell/DropTarget.tsx';
import { Drawer } from './shell/Drawer.tsx';
import { Notifier } from './shell/Notifier.tsx';
import { Rail } from './shell/Rail.tsx';
import { RailPanelBox } from './shell/RailPanels.tsx';
import { usePageTitle } from './shell/use-page-title.ts';
import { useLayout } from './store/layout.ts';
import { useSelection } from './store/selection.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { SplitPane } from './ui/SplitPane.tsx';
import { Toasts } from './ui/Toasts.tsx';
import { useMedia, WIDE } from './ui/use-media.ts';

/** Its column keeps its size while it comes: the graph is what the first seconds need. */
const Inspector = lazy(async () => ({ default: (await import('./features/inspector/Inspector.tsx')).Inspector }));

/** The workbench: top bar, rail, the views of the loop, inspector, drawer. */
export function App() {
  useKeys();
  const t = useTranslations('common');
  return (
    <div className="flex h-full flex-col">
      <a href="#centre" className="absolute -top-20 left-2 z-50 bg-paper px-3 py-2 focus:top-2">
        {t('skip')}
      </a>
      <TopBar />
      <Banners />
      <main className="flex min-h-0 flex-1 flex-col">
        <Below />
      </main>
      <PageTitle />
      <Announcer />
      <Notifier />
      <Toasts />
      <Dialogs />
      <DropTarget />
    </div>
  );
}

/** Draws nothing: keeps the state out of the component that holds the whole page. */
function PageTitle() {
  usePageTitle();
  return null;
}

function Below() {
  const t = useTranslations('drawer');
  const open = useLayout((layout) => layout.drawer);
  if (!open) {
    return (
      <>
        <Middle />
        <div className="shrink-0 border-t border-strong">
          <Drawer />
        </div>
      </>
    );
  }
  const tall = open === 'tokens';
  return (
    <SplitPane
      name={tall ? 'drawer-tall' : 'drawer'}
      label={t('size')}
      side="bottom"
      size={tall ? 404 : 224}
      min={96}
      max={620}
      className="min-h-0 flex-1"
      main={<Middle />}
      sized={<Drawer />}
    />
  );
}

function Middle() {
  const t = useTranslations('rail');
  const panel = useLayout((layout) => layout.rail);
  return (
    <div className="flex min-h-0 flex-1">
      <Rail />
      {panel ? (
        <SplitPane
          name="rail"
          label={t('panelSize')}
          side="left"
          size={340}
          min={260}
          max={560}
          className="min-w-0 flex-1"
          sized={<RailPanelBox panel={panel} />}
          main={<CentreAndInspector />}
        />
      ) : (
        <CentreAndInspector />
      )}
    </div>
  );
}

/** From 1280 px the inspector has its own column; below, it lies over the graph while it is open. */
function CentreAndInspector() {
  const t = useTranslations('drawer');
  const wide = useMedia(WIDE);
  const open = useSelection((data) => data.inspectorOpen);
  if (wide) {
    return (
      <SplitPane
        name="inspector"
        label={t('inspectorSize')}
        side="right"
        size={392}
        min={300}
        max={760}
        className="h-full min-w-0 flex-1"
        main={<Centre />}
        sized={<InspectorBox />}
      />
    );
  }
  return <Centre overlay={open ? <InspectorBox /> : null} />;
}

function InspectorBox() {
  const t = useTranslations('drawer');
  return (
    <section
      aria-label={t('inspector')}
      data-search-area="inspector"
      className="h-full min-h-0 overflow-hidden bg-face"
    >
      <ErrorBoundary name={t('inspector')}>
        <Suspense fallback={null}>
          <Inspector />
        </Suspense>
      </ErrorBoundary>
    </section>
  );
}
