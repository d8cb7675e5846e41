import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { IntlProvider } from 'use-intl';
import type { CommandEnvelope } from '../../../shared/debugger/command-types.ts';
import type { EventLog } from '../../../shared/session/log.ts';
import { en } from '../../i18n/messages.ts';
import { type Selection, useSelection } from '../../store/selection.ts';
import { emptySession, useSession } from '../../store/session-store.ts';
import { TooltipGroup } from '../../ui/Tooltip.tsx';
import { useDrafts } from '../../store/drafts.ts';

/** Puts a session into the stores as the page would after reading it. */
export function openLog(log: EventLog, selection: Selection | null = null): void {
  const newest = log.newest;
  useSession.setState({
    ...emptySession(),
    sessionId: 's1',
    connection: 'open',
    log,
    newest,
    viewed: newest,
    branch: 'b1',
    homeBranch: 'b1',
  });
  useSelection.setState({ selection, inspectorTab: 'pretty' });
}

/** Shows what was pushed to the log since, as the stream does. */
export function refresh(log: EventLog): void {
  useSession.setState({ newest: log.newest, viewed: log.newest });
}

export function show(element: ReactElement): ReturnType<typeof render> {
  return render(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <TooltipGroup>{element}</TooltipGroup>
    </IntlProvider>,
  );
}

export function reset(): void {
  cleanup();
  useDrafts.setState({ drafts: new Map() });
  useSession.setState(emptySession(), true);
}

export function type(name: string | RegExp, text: string): void {
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value: text } });
}

export function press(name: string): void {
  fireEvent.click(screen.getByRole('button', { name }));
}

/** The commands that left, without their ids. */
export function withoutIds(commands: readonly CommandEnvelope[]): unknown[] {
  return commands.map(({ id: _id, branch: _branch, at: _at, ...command }) => command);
}

/** jsdom lays nothing out; a virtual list then shows no row. This gives every box a height. */
export function giveHeights(height: number): void {
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => height });
  Object.defineProperty(HTMLElement.prototype, 'offsetWidth', { configurable: true, get: () => 360 });
}
