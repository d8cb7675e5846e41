// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { drive, text } from '../../../shared/testing/stories.ts';
import { sendCommand } from '../../store/send-command.ts';
import { viewBranch } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import { openLog, renderPage } from '../../testing/render-page.tsx';
import { MovingBranches } from './MovingBranches.tsx';

vi.mock('../../store/send-command.ts', () => ({ sendCommand: vi.fn() }));
afterEach(cleanup);

it('names each run that moves elsewhere, leads to it, and stops it', () => {
  const driver = drive([text('Fine.')]);
  driver.command({ type: 'fork', head: driver.at.head, stop: 'request', name: 'other' });
  driver.command({ type: 'continue' });
  openLog(driver.log);
  const other = driver.state.record.branches[1]?.id ?? '';
  act(() => viewBranch('b1'));
  renderPage(<MovingBranches />);
  expect(screen.queryByRole('group')).toBeNull();
  act(() => viewBranch(other));
  fireEvent.click(screen.getByRole('button', { name: 'Stop branch main' }));
  expect(sendCommand).toHaveBeenCalledWith({ type: 'terminate' }, 'b1');
  fireEvent.click(screen.getByRole('button', { name: 'main is running' }));
  expect(useSession.getState().homeBranch).toBe('b1');
  expect(screen.queryByRole('group')).toBeNull();
});
