// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CommandEnvelope } from '../../../shared/debugger/command-types.ts';
import { LogBuilder, refundAtResults } from '../../../shared/view/testing/build-log.ts';
import { RefusalError } from '../../api/api-error.ts';
import { useSelection } from '../../store/selection.ts';
import { Inspector } from './Inspector.tsx';
import { openLog, press, refresh, reset, show, type, withoutIds } from './testing.tsx';

const sent: CommandEnvelope[] = [];
let refuse: Error | null = null;

vi.mock('../../api/client.ts', () => ({
  postCommand: (_session: string, command: CommandEnvelope) => {
    sent.push(command);
    return refuse === null ? Promise.resolve({ ok: true, seq: 1 }) : Promise.reject(refuse);
  },
  getSetup: () => Promise.reject(new Error('no server')),
  getEvents: () => Promise.resolve([]),
}));
vi.mock('../../ui/monaco/MonacoEditor.tsx', async () => {
  const { PlainEditor } = await import('../../ui/monaco/PlainEditor.tsx');
  return { MonacoEditor: PlainEditor };
});

// What comes lazily is fetched once, so that no test waits for the compiler.
beforeAll(async () => {
  await Promise.all([import('./JsonTab.tsx'), import('./RequestTab.tsx'), import('./EditEffect.tsx')]);
  await import('../../ui/monaco/MonacoEditor.tsx');
});
beforeEach(() => {
  sent.length = 0;
  refuse = null;
});
afterEach(reset);

async function openJson(name: string | RegExp): Promise<HTMLTextAreaElement> {
  fireEvent.click(screen.getByRole('tab', { name: 'JSON' }));
  return (await screen.findByRole('textbox', { name })) as HTMLTextAreaElement;
}

describe('a held result', () => {
  test('is read as fields and edited in the JSON tab', async () => {
    const { builder, call } = refundAtResults();
    openLog(builder.log);
    show(<Inspector />);
    expect(screen.getByRole('heading', { name: 'tool_result' })).toBeDefined();
    expect(screen.getByText('messages.2.content.0')).toBeDefined();
    expect(within(screen.getByRole('table')).getByText('"delivered"')).toBeDefined();
    const editor = await openJson(/Result of lookup_order/);
    type(/Result of lookup_order/, editor.value.replace('delivered', 'shipped'));
    await act(async () => press('Apply edit'));
    expect(withoutIds(sent)).toEqual([
      { type: 'edit-result', call, result: { content: '{"order_id":"A-1001","status":"shipped"}', is_error: false } },
    ]);
  });

  test('a draft shows in Pretty what it would change, and Discard brings the old value back', async () => {
    openLog(refundAtResults().builder.log);
    show(<Inspector />);
    const editor = await openJson(/Result of/);
    type(/Result of/, editor.value.replace('delivered', 'shipped'));
    fireEvent.click(screen.getByRole('tab', { name: 'Pretty' }));
    expect(screen.getByText('1 field edited')).toBeDefined();
    expect(screen.getByText('was "delivered"')).toBeDefined();
    expect(await screen.findByText(/No fork/)).toBeDefined();
    press('Discard edit');
    expect(screen.queryByText('1 field edited')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Discard edit' })).toBeNull();
  });

  test('is_error is part of the edit', async () => {
    const { builder, call } = refundAtResults();
    openLog(builder.log);
    show(<Inspector />);
    fireEvent.click(screen.getByRole('checkbox', { name: 'is_error of lookup_order' }));
    expect(sent).toEqual([]);
    await act(async () => press('Apply edit'));
    expect(withoutIds(sent)).toEqual([
      { type: 'edit-result', call, result: { content: '{"order_id":"A-1001","status":"delivered"}', is_error: true } },
    ]);
  });

  test('broken JSON keeps the text, says where, and can be meant as text', async () => {
    const { builder, call } = refundAtResults();
    openLog(builder.log);
    show(<Inspector />);
    await openJson(/Result of/);
    type(/Result of/, '{"status": shipped}');
    await act(async () => press('Apply edit'));
    expect(screen.getByRole('alert').textContent).toContain('line 1, column 12');
    expect(sent).toEqual([]);
    expect((screen.getByRole('textbox', { name: /Result of/ }) as HTMLTextAreaElement).value).toBe(
      '{"status": shipped}',
    );
    await act(async () => press('Apply as plain text'));
    expect(withoutIds(sent)).toEqual([
      { type: 'edit-result', call, result: { content: '{"status": shipped}', is_error: false } },
    ]);
  });

  test('a refused edit keeps the text; a change from elsewhere is told and can be taken', async () => {
    const { builder, call } = refundAtResults();
    openLog(builder.log);
    show(<Inspector />);
    await openJson(/Result of/);
    type(/Result of/, 'mine');
    refuse = new RefusalError({ code: 'stale', message: 'late', phase: 'results', at: 7 });
    await act(async () => press('Apply edit'));
    await act(async () => press('Apply as plain text'));
    expect(sent).toHaveLength(1);
    expect((screen.getByRole('textbox', { name: /Result of/ }) as HTMLTextAreaElement).value).toBe('mine');
    const before = { content: '{"order_id":"A-1001","status":"delivered"}', is_error: false };
    builder.add({ type: 'result-edit', call, result: { content: 'theirs', is_error: false }, before });
    act(() => refresh(builder.log));
    expect(screen.getByText(/changed elsewhere/)).toBeDefined();
    press('Take theirs');
    expect((screen.getByRole('textbox', { name: /Result of/ }) as HTMLTextAreaElement).value).toBe('theirs');
  });

  test('a draft whose place is gone waits to be copied', async () => {
    const { builder } = refundAtResults();
    openLog(builder.log);
    show(<Inspector />);
    await openJson(/Result of/);
    type(/Result of/, 'mine');
    builder.results();
    act(() => refresh(builder.log));
    expect(screen.getByRole('note').textContent).toContain('Your text is kept here');
    press('Discard');
    expect(screen.queryByRole('note')).toBeNull();
  });
});

describe('a message', () => {
  test('is edited whole; what the tree cannot hold is refused', async () => {
    const { builder } = refundAtResults();
    const results = builder.results();
    openLog(builder.log, { kind: 'node', node: results });
    show(<Inspector />);
    await openJson('JSON of messages.2');
    type('JSON of messages.2', '{"role":"user","content":[{"text":"no type"}]}');
    await act(async () => press('Apply edit'));
    expect(screen.getByRole('alert').textContent).toContain('content.0 must be a block');
    const text = '{"role":"user","content":"x","__proto__":{"a":1}}';
    type('JSON of messages.2', text);
    await act(async () => press('Apply edit'));
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent[0])).toContain(text);
    expect(sent[0]).toMatchObject({ type: 'edit-message', node: results, keep: false });
  });

  test('an earlier one offers to keep what follows', async () => {
    const { builder } = refundAtResults();
    builder.results();
    const first = builder.log.newest.tables.nodes[0]?.id ?? '';
    openLog(builder.log, { kind: 'node', node: first });
    show(<Inspector />);
    await openJson('JSON of messages.0');
    fireEvent.click(screen.getByRole('checkbox', { name: /Keep what follows \(2 messages\)/ }));
    type('JSON of messages.0', '{"role":"user","content":"x"}');
    await act(async () => press('Apply edit'));
    expect(sent[0]).toMatchObject({ type: 'edit-message', keep: true });
  });

  test('hostile text is text', () => {
    const hostile = '<img src=x onerror="globalThis.hacked=1"> **b** [x](javascript:alert(1)) <script>1</script>';
    const builder = new LogBuilder([
      {
        role: 'user',
        content: [
          { type: 'text', text: hostile },
          { type: 'mystery', html: hostile },
        ],
      },
    ]);
    openLog(builder.log, { kind: 'node', node: 'm1.0' });
    const { container } = show(<Inspector />);
    expect(container.querySelector('img, script, a')).toBeNull();
    expect(container.textContent).toContain('<img src=x');
    expect(container.querySelector('strong')?.textContent).toBe('b');
  });

  test('images that are no raster data are not loaded', () => {
    const image = (source: object) => ({ type: 'image', source });
    const content = [
      image({ type: 'base64', media_type: 'image/svg+xml', data: 'PHN2Zz4=' }),
      image({ type: 'url', url: 'https://a.example/track.png' }),
      image({ type: 'base64', media_type: 'image/png', data: 'iVBORw0=' }),
    ];
    const builder = new LogBuilder([{ role: 'user', content }]);
    openLog(builder.log, { kind: 'node', node: 'm1.0' });
    const { container } = show(<Inspector />);
    expect([...container.querySelectorAll('img')].map((img) => img.src)).toEqual(['data:image/png;base64,iVBORw0=']);
    expect(screen.getByText('https://a.example/track.png')).toBeDefined();
  });
});

describe('calls', () => {
  test('a queued call is edited by its input', async () => {
    const builder = new LogBuilder([{ role: 'user', content: 'go' }]);
    const answer = builder.answer([{ type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } }], 'tool_use');
    builder.add({ type: 'stopped', reason: 'step', stop: 'tools' });
    openLog(builder.log, { kind: 'call', call: `${answer}.0` });
    show(<Inspector />);
    await openJson('Input of f');
    type('Input of f', '[1]');
    await act(async () => press('Apply edit'));
    expect(screen.getByRole('alert').textContent).toContain('A JSON object is needed');
    type('Input of f', '{"a":2}');
    await act(async () => press('Apply edit'));
    expect(withoutIds(sent)).toEqual([{ type: 'set-call', call: `${answer}.0`, input: { a: 2 } }]);
  });

  test('its source is named, its scope chosen, and the call can be denied before it runs', async () => {
    const builder = new LogBuilder([{ role: 'user', content: 'go' }]);
    const answer = builder.answer([{ type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }], 'tool_use');
    builder.add({ type: 'stopped', reason: 'step', stop: 'tools' });
    openLog(builder.log, { kind: 'call', call: `${answer}.0` });
    show(<Inspector />);
    const source = screen.getByRole('combobox', { name: 'Result source of f' });
    expect(source.textContent).toBe('scripted');
    fireEvent.click(screen.getByRole('radio', { name: 'this tool' }));
    expect(screen.getByText('every call of f from now on')).toBeDefined();
    await act(async () => press('Deny'));
    expect(withoutIds(sent)).toEqual([{ type: 'set-call', call: `${answer}.0`, decision: 'deny' }]);
  });

  test('a call left without its result can be repaired with what the log holds', async () => {
    const { builder, answer } = refundAtResults();
    builder.results();
    builder.add({ type: 'history-edit', base: answer, messages: [{ role: 'user', content: 'x' }], why: 'edit' });
    openLog(builder.log, { kind: 'node', node: answer, block: 1 });
    show(<Inspector />);
    expect(screen.getByText('Nothing answers this call')).toBeDefined();
    expect(screen.getByText('Its result exists')).toBeDefined();
    expect((screen.getByRole('radio', { name: /Put the recorded result back/ }) as HTMLInputElement).checked).toBe(
      true,
    );
    await act(async () => press('Repair'));
    expect(sent[0]).toMatchObject({ type: 'edit-message', keep: true });
    expect(JSON.stringify(sent[0])).toContain('delivered');
  });
});

describe('what cannot be edited now', () => {
  test('in the past everything is read only and says so', async () => {
    const { builder } = refundAtResults();
    const results = builder.results();
    openLog(builder.log, { kind: 'node', node: results });
    const { useSession } = await import('../../store/session-store.ts');
    useSession.setState({ cursor: builder.seq });
    show(<Inspector />);
    const editor = await openJson('JSON of messages.2');
    expect(editor.readOnly).toBe(true);
    expect(screen.getByText(/The page shows the past/)).toBeDefined();
  });

  test('a pick that is not in this state is told', () => {
    openLog(refundAtResults().builder.log, { kind: 'node', node: 'm99' });
    show(<Inspector />);
    expect(screen.getByText(/not in this state/)).toBeDefined();
  });
});

test('an attempt that failed shows the words of the API', async () => {
  const builder = new LogBuilder([{ role: 'user', content: 'go' }]);
  const start = builder.add({
    type: 'request-start',
    config: 'c1',
    messages: ['m1.0'],
    bodyHash: '0',
    try: 1,
    turn: 1,
    scriptCursor: 0,
  });
  const error = {
    kind: 'http',
    status: 400,
    type: 'invalid_request_error',
    message: 'messages.1: `tool_use` ids',
    retryable: false,
  } as const;
  builder.add({ type: 'request-error', request: `q${start.seq}`, error, outcome: 'failed', scriptCursor: 0 });
  openLog(builder.log, { kind: 'attempt', request: `q${start.seq}` });
  show(<Inspector />);
  expect(screen.getByText('400 invalid_request_error')).toBeDefined();
  expect(screen.getByText('messages.1: `tool_use` ids')).toBeDefined();
  fireEvent.click(screen.getByRole('tab', { name: 'Request' }));
  expect(await screen.findByText('does not match the hash in the log')).toBeDefined();
});

test('the request tab shows the next body and whether a sent one is what the log says', async () => {
  const { builder, answer } = refundAtResults();
  openLog(builder.log, { kind: 'next' });
  show(<Inspector />);
  act(() => useSelection.setState({ inspectorTab: 'request' }));
  expect(await screen.findByText(/Not sent yet/)).toBeDefined();
  act(() => useSelection.setState({ selection: { kind: 'node', node: answer } }));
  expect(await screen.findByText('does not match the hash in the log')).toBeDefined();
});

test('after an edit the new version is what one looks at, and the old one a click away', async () => {
  const { builder, answer } = refundAtResults();
  const results = builder.results();
  openLog(builder.log, { kind: 'node', node: results });
  show(<Inspector />);
  const edit = builder.add({
    type: 'history-edit',
    base: answer,
    messages: [{ role: 'user', content: 'x' }],
    why: 'edit',
    replaces: results,
  });
  act(() => refresh(builder.log));
  expect(useSelection.getState().selection).toEqual({ kind: 'node', node: `m${edit.seq}.0` });
  expect(screen.getByText('edited by hand')).toBeDefined();
  press('Show the original');
  expect(screen.getByText('on another branch')).toBeDefined();
});
