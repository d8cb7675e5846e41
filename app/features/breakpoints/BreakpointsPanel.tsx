import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ExceptionBreakpoints } from '../../../shared/session/breakpoint-types.ts';
import type { SessionRecord } from '../../../shared/session/state.ts';
import { useNewestBranch } from '../../store/hooks.ts';
import { sendCommand } from '../../store/send-command.ts';
import { useSession } from '../../store/session-store.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PanelSection } from '../../ui/PanelSection.tsx';
import { BreakpointForm } from './BreakpointForm.tsx';
import { BreakpointRow } from './BreakpointRow.tsx';
import { HelpPopover } from './HelpPopover.tsx';
import { LineField } from './LineField.tsx';

const EXCEPTIONS: readonly (keyof ExceptionBreakpoints)[] = ['runFailed', 'failedTry', 'toolError'];

/** Where the loop stops by itself. Breakpoints belong to the session and act on every branch. */
export function BreakpointsPanel() {
  const t = useTranslations('rail.breaks');
  const record = useSession((session) => session.newest?.record ?? null);
  const [editedId, setEdited] = useState<string | null>(null);
  if (!record) return null;
  const edited = record.breakpoints.find((each) => each.id === editedId) ?? null;
  return (
    <>
      <PanelSection title={t('title')} note={t('text')}>
        <List record={record} edited={editedId} onEdit={setEdited} />
      </PanelSection>
      <PanelSection title={t(edited ? 'edit' : 'add')} aside={<HelpPopover />}>
        {!edited && <LineField />}
        <BreakpointForm key={edited?.id ?? 'new'} edited={edited} onDone={() => setEdited(null)} />
      </PanelSection>
      <PanelSection title={t('exceptions')}>
        <Exceptions exceptions={record.exceptions} />
      </PanelSection>
    </>
  );
}

function List(props: { record: SessionRecord; edited: string | null; onEdit(id: string): void }) {
  const { breakpoints, hits } = props.record;
  const t = useTranslations('rail.breaks');
  const stopped = useNewestBranch()?.stopped?.breakpoints ?? [];
  if (breakpoints.length === 0) return <p className="text-ink-2">{t('none')}</p>;
  const counts = new Map(hits);
  return (
    <ul className="-mb-2 border-t border-hairline">
      {breakpoints.map((breakpoint) => (
        <BreakpointRow
          key={breakpoint.id}
          breakpoint={breakpoint}
          hits={counts.get(breakpoint.id) ?? 0}
          stopped={stopped.includes(breakpoint.id)}
          edited={breakpoint.id === props.edited}
          onEdit={() => props.onEdit(breakpoint.id)}
        />
      ))}
    </ul>
  );
}

/** Stops that need no breakpoint. */
function Exceptions({ exceptions }: { exceptions: ExceptionBreakpoints }) {
  const t = useTranslations('rail.breaks');
  return (
    <div>
      {EXCEPTIONS.map((name) => (
        <Checkbox
          key={name}
          checked={exceptions[name]}
          onChange={(on) =>
            void sendCommand({ type: 'set-exception-breakpoints', exceptions: { ...exceptions, [name]: on } })
          }
        >
          {t(name)}
        </Checkbox>
      ))}
    </div>
  );
}
