import { Component, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type InspectorTab, setInspectorTab, useSelection } from '../../store/selection.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { lazyPart } from './lazy-part.tsx';
import { PrettyTab } from './PrettyTab.tsx';
import { SelectionActions } from './SelectionActions.tsx';
import { useFollowEdits } from './use-follow-edits.ts';
import { type Inspected, useInspected } from './use-inspected.ts';

const JsonTab = lazyPart(async () => (await import('./JsonTab.tsx')).JsonTab);
const RequestTab = lazyPart(async () => (await import('./RequestTab.tsx')).RequestTab);
const StreamTab = lazyPart(async () => (await import('./StreamTab.tsx')).StreamTab);
const DiffTab = lazyPart(async () => (await import('./DiffBody.tsx')).DiffBody);

const TABS: readonly InspectorTab[] = ['pretty', 'json', 'request', 'stream', 'diff'];

/** Everything about what is picked in the graph, from five sides. Editing happens in Pretty and JSON. */
export function Inspector({
  after,
}: {
  /** Stands at the right end of the tab row: the button that closes the panel. */ after?: ReactNode;
}) {
  const t = useTranslations('inspector');
  const tab = useSelection((state) => state.inspectorTab);
  const inspected = useInspected();
  useFollowEdits(inspected?.view ?? null);
  return (
    <Tabs
      label={t('label')}
      items={TABS.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      value={tab}
      onChange={setInspectorTab}
      after={after}
      className="h-full"
      panelClassName={`outline-none ${tab === 'pretty' || tab === 'diff' ? 'overflow-y-auto' : 'overflow-hidden'}`}
    >
      {(value) => (
        <TabBoundary key={value} note={(reason) => t('broken', { reason })}>
          <TabBody tab={value} inspected={inspected} />
        </TabBoundary>
      )}
    </Tabs>
  );
}

function TabBody({ tab, inspected }: { tab: InspectorTab; inspected: Inspected | null }) {
  const t = useTranslations('inspector');
  if (inspected === null) return <p className="p-4 text-ink-2">{t('empty')}</p>;
  const { view, subject, target } = inspected;
  if (subject === null) return <p className="p-4 text-ink-2">{t('gone')}</p>;
  switch (tab) {
    case 'pretty':
      return (
        <>
          <PrettyTab view={view} subject={subject} target={target} />
          <SelectionActions />
        </>
      );
    case 'json':
      return <JsonTab view={view} subject={subject} target={target} />;
    case 'request':
      return <RequestTab view={view} subject={subject} />;
    case 'stream':
      return <StreamTab view={view} subject={subject} />;
    case 'diff':
      return <DiffTab view={view} subject={subject} target={target} />;
  }
}

/** Content nobody foresaw must not take the workbench down: the tab says what failed, the others go on. */
class TabBoundary extends Component<{ note(reason: string): string; children: ReactNode }, { reason: string | null }> {
  override state = { reason: null };

  static getDerivedStateFromError(error: unknown): { reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.reason === null) return this.props.children;
    return (
      <p role="alert" className="p-4">
        {this.props.note(this.state.reason)}
      </p>
    );
  }
}
