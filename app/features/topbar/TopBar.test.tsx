// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refundAtResults } from '../../../shared/view/testing/build-log.ts';
import { setCursor } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import { openLog, renderPage } from '../../testing/render-page.tsx';
import { DebugToolbar } from './DebugToolbar.tsx';
import { StatePill } from './StatePill.tsx';

const BUTTONS = ['Continue', 'Pause', 'Step', 'Step turn', 'Step into', 'Step out', 'Restart', 'Stop'];
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const off = (name: string): boolean => button(name).getAttribute('aria-disabled') === 'true';

beforeEach(() => openLog(refundAtResults().builder.log));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the state pill', () => {
  it('is a status that names the stop and the turn', () => {
    renderPage(<StatePill />);
    expect(screen.getByRole('status').textContent).toBe('Paused at results · turn 1');
  });

  it('says that the past is shown and leads back', () => {
    renderPage(<StatePill />);
    act(() => setCursor(1));
    expect(screen.getByRole('status').textContent).toBe('Replaying at request · turn 1 of 1');
    fireEvent.click(screen.getByRole('button', { name: 'Live: turn 1' }));
    expect(screen.getByRole('status').textContent).toBe('Paused at results · turn 1');
  });
});

describe('the debug toolbar', () => {
  it('always shows all eight buttons, those that cannot act disabled but focusable', () => {
    renderPage(<DebugToolbar />);
    expect(screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual(BUTTONS);
    expect(BUTTONS.filter(off)).toEqual(['Pause', 'Step into']);
    button('Pause').focus();
    expect(document.activeElement).toBe(button('Pause'));
  });

  it('sends nothing for a disabled button', () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    renderPage(<DebugToolbar />);
    fireEvent.click(button('Pause'));
    expect(fetch).not.toHaveBeenCalled();
  });

  it('moves the cursor instead of acting while the page shows the past', () => {
    const fetch = vi.fn();
    vi.stubGlobal('fetch', fetch);
    renderPage(<DebugToolbar />);
    act(() => setCursor(1));
    expect(BUTTONS.filter(off)).toEqual(['Pause', 'Step into', 'Stop']);
    fireEvent.click(button('Step'));
    expect(useSession.getState().cursor).toBeGreaterThan(1);
    expect(fetch).not.toHaveBeenCalled();
  });
});
