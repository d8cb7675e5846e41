import { useTranslations } from 'use-intl';
import type { ExceptionBreakpoints } from '../../../shared/session/breakpoint-types.ts';
import { useSession } from '../../store/session-store.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PanelSection } from '../../ui/PanelSection.tsx';
import { AddBreakpoint } from './AddBreakpoint.tsx';
import { BreakpointRow } from './BreakpointRow.tsx';

const EXCEPTIONS: readonly (keyof ExceptionBreakpoints)[] = ['runFailed', 'failedTry', 'toolError'];

/** Where the loop stops by itself. Breakpoints belong to the session and act on every branch. */
export function BreakpointsPanel() {
  const t = useTranslations('rail.breaks');
  const record = useSession((session) => session.newest?.record ?? null);
  if (!record) return null;
  const hits = new Map(record.hits);
  return (
    <>
      <PanelSection title={t('add')} note={t('text')}>
        <AddBreakpoint />
      </PanelSection>
      <PanelSection title={t('title')}>
        {record.breakpoints.length === 0 && <p className="text-ink-2">{t('none')}</p>}
        <ul className="border-t border-hairline empty:hidden">
          {record.breakpoints.map((breakpoint) => (
            <BreakpointRow key={breakpoint.id} breakpoint={breakpoint} hits={hits.get(breakpoint.id) ?? 0} />
          ))}
        </ul>
      </PanelSection>
      <PanelSection title={t('exceptions')}>
        <div>
          {EXCEPTIONS.map((name) => (
            <Checkbox
              key={name}
              checked={record.exceptions[name]}
              onChange={(on) =>
                void sendCommand({
                  type: 'set-exception-breakpoints',
                  exceptions: { ...record.exceptions, [name]: on },
                })
              }
            >
              {t(name)}
            </Checkbox>
          ))}
        </div>
      </PanelSection>
    </>
  );
}
