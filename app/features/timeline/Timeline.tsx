import { useTranslations } from 'use-intl';
import { lazy, Suspense, useEffect, useState } from 'react';
import { GitBranch } from 'lucide-react';
import { useCommand } from '../../commands/use-command.ts';
import { rich } from '../../i18n/rich.tsx';
import { useSession } from '../../store/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { sinceStart } from '../../../shared/view/timeline-picture.ts';
import { Scrubber } from './Scrubber.tsx';
import { type TimelineView, useTimeline } from './use-timeline.ts';
import './timeline.css';

/** Comes behind the first picture. */
const ReplayControls = lazy(async () => ({ default: (await import('./ReplayControls.tsx')).ReplayControls }));

/** The run as a trace that can be travelled along: one place per event, read-only before the newest. */
export function Timeline() {
  const t = useTranslations('timeline');
  const view = useTimeline();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const width = useWidth(element);
  return (
    <section ref={setElement} className="t-panel">
      <div className="t-head">
        <h2 className="t-title">{t('name')}</h2>
        {view && <Place view={view} />}
        <Suspense>{view && <ReplayControls />}</Suspense>
        <span className="t-space" />
        <CommandButton id="returnToNow" solid={view?.past === true} />
        {view && <ContinueLive />}
        <CommandButton id="fork" icon={<GitBranch size={14} aria-hidden />} />
      </div>
      {view && width > 0 && <Scrubber view={view} width={width} />}
    </section>
  );
}

/** `event 22 of 22  +1.94 s` */
function Place({ view }: { view: TimelineView }) {
  const t = useTranslations('timeline');
  const { trace, index, count } = view;
  const at = trace.marks[index]?.at ?? 0;
  return (
    <span className="t-place tabular">
      {t.rich('place', { ...rich, at: index + 1, count })}
      <span className="t-since">{sinceStart(at - (trace.marks[0]?.at ?? at))}</span>
    </span>
  );
}

/** What was recorded elsewhere can be gone on with from any place. */
function ContinueLive() {
  const imported = useSession((session) => session.newest?.record.origin.kind === 'import');
  return imported ? <CommandButton id="continueLive" /> : null;
}

function CommandButton(props: {
  id: 'returnToNow' | 'fork' | 'continueLive';
  solid?: boolean;
  icon?: React.ReactNode;
}) {
  const { command, label, keys, refusal } = useCommand(props.id);
  return (
    <Button
      look={props.solid ? 'solid' : 'plain'}
      icon={props.icon}
      {...(props.id === 'fork' && keys ? { keys } : {})}
      disabledReason={refusal}
      onClick={() => command.run()}
    >
      {label}
    </Button>
  );
}

function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
