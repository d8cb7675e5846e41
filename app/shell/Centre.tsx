import { PanelRight, Redo2, Undo2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { CommandId } from '../commands/command-types.ts';
import { useCommand } from '../commands/use-command.ts';
import { Composer } from '../features/composer/Composer.tsx';
import { GraphPanel } from '../features/graph/GraphPanel.tsx';
import { Timeline } from '../features/timeline/Timeline.tsx';
import { MovingBranches } from '../features/topbar/MovingBranches.tsx';
import { type CentreTab, setInspectorOpen, useSelection } from '../store/selection.ts';
import { useSession } from '../store/session-store.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { TabToolsPlace } from '../ui/TabTools.tsx';
import { useMedia, WIDE } from '../ui/use-media.ts';

const SearchBox = lazy(async () => ({ default: (await import('../features/search/SearchBox.tsx')).SearchBox }));
const BeforeSending = lazy(async () => ({
  default: (await import('../features/impact/BeforeSending.tsx')).BeforeSending,
}));
/** Fetched when first opened. */
const ComparePanel = lazy(async () => ({
  default: (await import('../features/compare/ComparePanel.tsx')).ComparePanel,
}));

/** The views of the loop, the composer under them, and the timeline. `overlay` lies over the view's right part. */
export function Centre(props: { overlay?: ReactNode }) {
  const t = useTranslations('drawer');
  const tab = useSelection((data) => data.centreTab);
  return (
    <section
      id="centre"
      tabIndex={-1}
      aria-label={t('workbench')}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col bg-face"
    >
      <Tabs
        label={t('workbench')}
        items={[
          { value: 'graph', label: t('graph') },
          { value: 'compare', label: t('compare') },
        ]}
        value={tab}
        onChange={(centreTab) => useSelection.setState({ centreTab })}
        after={<Tools />}
        className="min-h-0 flex-1"
        panelClassName="flex flex-col"
      >
        {(shown) => (
          <div className="relative flex min-h-0 flex-1">
            <View tab={shown} />
            {props.overlay && (
              <div className="absolute inset-y-0 right-0 z-20 w-[min(392px,80%)] border-l border-strong">
                {props.overlay}
              </div>
            )}
          </div>
        )}
      </Tabs>
      {/* A comparison speaks of two branches, and brings a line of time for each. */}
      {tab !== 'compare' && <Loop />}
    </section>
  );
}

/** What belongs to the one branch that is looked at: what a person says next, and its line of time. */
function Loop() {
  const t = useTranslations('drawer');
  const before = useTranslations('inspector.before');
  return (
    <>
      <ErrorBoundary name={before('title')}>
        <Suspense fallback={null}>
          <BeforeSending />
        </Suspense>
      </ErrorBoundary>
      <Composer />
      <div className="shrink-0">
        <ErrorBoundary name={t('timeline')}>
          <Timeline />
        </ErrorBoundary>
      </div>
    </>
  );
}

function View({ tab }: { tab: CentreTab }) {
  const t = useTranslations('state');
  const words = useTranslations('drawer');
  const waiting = useSession((session) => session.newest === null);
  if (waiting) return <p className="m-auto text-ink-2">{t('opening')}</p>;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ErrorBoundary key={tab} name={words(tab)}>
        {tab === 'graph' ? (
          <GraphPanel />
        ) : (
          <Suspense fallback={null}>
            <ComparePanel />
          </Suspense>
        )}
      </ErrorBoundary>
    </div>
  );
}

function Tools() {
  const t = useTranslations('drawer');
  const overlay = !useMedia(WIDE);
  const open = useSelection((data) => data.inspectorOpen);
  return (
    <div className="ml-auto flex min-w-0 items-center gap-1 pr-3">
      <MovingBranches />
      <CommandIcon id="undo" icon={<Undo2 size={16} aria-hidden />} />
      <CommandIcon id="redo" icon={<Redo2 size={16} aria-hidden />} />
      <Suspense fallback={null}>
        <SearchBox />
      </Suspense>
      <TabToolsPlace />
      {overlay && (
        <IconButton
          label={open ? t('closeInspector') : t('openInspector')}
          icon={<PanelRight size={16} aria-hidden />}
          pressed={open}
          onClick={() => setInspectorOpen(!open)}
        />
      )}
    </div>
  );
}

function CommandIcon({ id, icon }: { id: CommandId; icon: ReactNode }) {
  const { command, label, keys, refusal } = useCommand(id);
  return (
    <IconButton label={label} icon={icon} {...(keys ? { keys } : {})} disabledReason={refusal} onClick={command.run} />
  );
}
