// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { CommandEnvelope } from '../../../shared/debugger/command-types.ts';
import type { Message } from '../../../shared/messages/types.ts';
import { LogBuilder } from '../../../shared/view/testing/build-log.ts';
import { en } from '../../i18n/messages.ts';
import { zhCN } from '../../i18n/zh-cn/all.ts';
import { loadLinter } from '../../store/problems.ts';
import { useSelection } from '../../store/selection.ts';
import { emptySession, useSession } from '../../store/session-store.ts';
import { TooltipGroup } from '../../ui/Tooltip.tsx';
import { ProblemsPanel } from './ProblemsPanel.tsx';

const sent: CommandEnvelope[] = [];
vi.mock('../../api/client.ts', () => ({
  postCommand: (_session: string, command: CommandEnvelope) => {
    sent.push(command);
    return Promise.resolve({ ok: true, seq: 1 });
  },
}));

// The page fetches the rules after its first picture.
beforeAll(loadLinter);

afterEach(() => {
  cleanup();
  sent.length = 0;
  useSession.setState(emptySession(), true);
});

function open(messages: Message[], language: 'en' | 'zh-CN' = 'en'): void {
  const { log } = new LogBuilder(messages, {
    tools: [{ name: 'f', description: 'f', input_schema: { type: 'object' } }],
  });
  useSession.setState({
    ...emptySession(),
    sessionId: 's1',
    connection: 'open',
    log,
    newest: log.newest,
    viewed: log.newest,
    branch: 'b1',
    homeBranch: 'b1',
  });
  render(
    <IntlProvider locale={language} messages={language === 'en' ? en : (zhCN as unknown as typeof en)} timeZone="UTC">
      <TooltipGroup>
        <ProblemsPanel />
      </TooltipGroup>
    </IntlProvider>,
  );
}

const broken: Message[] = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }] },
  { role: 'user', content: 'and now?' },
];

test('an error names rule, place and the words of the API, leads there, and is fixed by its own command', async () => {
  open(broken);
  const row = screen.getAllByRole('listitem')[0] as HTMLElement;
  expect(within(row).getByText('400 invalid_request_error')).toBeDefined();
  expect(row.textContent).toContain(
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
  );
  expect(row.textContent).toContain('Adds tool_result as messages.2.content.0');
  fireEvent.click(within(row).getByRole('button', { name: 'Go to messages.1.content.0' }));
  expect(useSelection.getState().selection).toEqual({ kind: 'node', node: 'm1.1', block: 0 });
  await act(async () => {
    fireEvent.click(within(row).getByRole('button', { name: 'Fix' }));
  });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ type: 'fix', path: 'messages.1.content.0' });
});

test('nothing wrong takes one line', () => {
  open([{ role: 'user', content: 'go' }]);
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByText(/No problems/)).toBeDefined();
});

test('in Chinese the rule has its Chinese title and the API keeps its words', () => {
  open(broken, 'zh-CN');
  const row = screen.getAllByRole('listitem')[0] as HTMLElement;
  expect(row.textContent).toMatch(/[\u4e00-\u9fff]/u);
  expect(row.textContent).toContain('`tool_use` ids were found');
  expect(within(row).getByRole('button', { name: '修复' })).toBeDefined();
});

test('in the past nothing can be fixed', () => {
  open(broken);
  act(() => useSession.setState({ cursor: 1 }));
  const fix = screen.getAllByRole('button', { name: 'Fix' })[0] as HTMLElement;
  expect(fix.getAttribute('aria-disabled')).toBe('true');
});
