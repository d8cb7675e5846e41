// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LogBuilder, refundAtResults } from '../../../shared/view/testing/build-log.ts';
import { openLog, renderPage } from '../../testing/render-page.tsx';
import { Composer } from './Composer.tsx';

const field = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'User message' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the composer', () => {
  it('offers to change the first question at the first request', () => {
    openLog(new LogBuilder([{ role: 'user', content: 'Refund A-1001.' }]).log);
    renderPage(<Composer />);
    expect(field().placeholder).toBe('Change the first question: Refund A-1001.');
    expect(field().readOnly).toBe(false);
  });

  it('sends on Enter and keeps the text when that is refused', async () => {
    openLog(new LogBuilder([{ role: 'user', content: 'Hi' }]).log);
    const error = { code: 'moving', message: '', phase: 'sending', at: 2 };
    const fetch = vi.fn((_path: string, _init: RequestInit) =>
      Promise.resolve(new Response(JSON.stringify({ error }), { status: 409 })),
    );
    vi.stubGlobal('fetch', fetch);
    renderPage(<Composer />);
    fireEvent.change(field(), { target: { value: 'Hello' } });
    await act(async () => {
      fireEvent.keyDown(field(), { key: 'Enter' });
    });
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toMatchObject({ type: 'say', text: 'Hello' });
    expect(field().value).toBe('Hello');
  });

  it('tells why nothing can be said while results wait to be appended', () => {
    openLog(refundAtResults().builder.log);
    renderPage(<Composer />);
    expect(field().readOnly).toBe(true);
    expect(field().placeholder).toMatch(/while a request is composed/);
    expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('asks for a decision when a limit ended the run', () => {
    const { builder } = refundAtResults();
    builder.results();
    const limit = { limit: 'maxTurns', value: 1, at: 1 } as const;
    builder.add({ type: 'limit-hit', ...limit });
    builder.add({ type: 'run-end', outcome: { status: 'stopped', reason: 'max_turns' }, limit, phase: 'request' });
    openLog(builder.log);
    renderPage(<Composer />);
    expect(screen.getByRole('button', { name: 'Raise limit' })).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New limit' }).value).toBe('2');
  });
});
