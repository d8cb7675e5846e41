import { render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { IntlProvider } from 'use-intl';
import type { SessionEvent } from '../../shared/session/events.ts';
import type { EventLog } from '../../shared/session/log.ts';
import { en } from '../i18n/messages.ts';
import { pushEvents, resetSession } from '../store/session-actions.ts';
import { TooltipGroup } from '../ui/Tooltip.tsx';

/** Draws a part of the page in English, as the page itself would hold it. */
export function renderPage(part: ReactElement): RenderResult {
  return render(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <TooltipGroup>{part}</TooltipGroup>
    </IntlProvider>,
  );
}

/** Opens a session in the store with the events of a built log, as if they had just been read. */
export function openLog(log: EventLog): void {
  resetSession('session-1');
  pushEvents(structuredClone(log.events) as SessionEvent[]);
}
