import { describe, expect, it } from 'vitest';
import { pathView, type PathView } from '../../../shared/view/inspect-pairs.ts';
import { LogBuilder, refundAtResults } from '../../../shared/view/testing/build-log.ts';
import { choiceOf, choicesIn, commandsFor, settingsIn, settingsOf } from './source-choice.ts';

const ERROR = { kind: 'error', text: 'Error: down' } as const;

function atTools(): { builder: LogBuilder; view: () => PathView } {
  const builder = new LogBuilder([{ role: 'user', content: 'go' }]);
  builder.answer(
    [
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
      { type: 'tool_use', id: 'b', name: 'g', input: {} },
    ],
    'tool_use',
  );
  builder.add({ type: 'stopped', reason: 'step', stop: 'tools' });
  return { builder, view: () => pathView(builder.log.newest, 'b1') as PathView };
}

describe('the source of a call', () => {
  it('is set for the call alone', () => {
    const view = atTools().view();
    const [open] = view.open;
    if (open === undefined) throw new Error('no call');
    expect(commandsFor('call', view, 'f', open, settingsOf('error', ERROR))).toEqual([
      { type: 'set-call', call: open.id, source: 'injected', injection: ERROR },
    ]);
    expect(choicesIn('call', view, open, 'scripted')).toEqual(['scripted', 'typed', 'error', 'delay', 'timeout']);
  });

  it('a rule for a tool, injection included, reaches its listed call and no other', () => {
    const { builder, view } = atTools();
    const [command] = commandsFor('tool', view(), 'f', view().open[0] ?? null, settingsOf('error', ERROR));
    expect(command).toEqual({ type: 'set-source', tool: 'f', source: 'injected', injection: ERROR });
    builder.add({ type: 'source-set', tool: 'f', source: 'injected', injection: ERROR });
    expect(view().open.map((call) => choiceOf(call))).toEqual(['error', 'scripted']);
    expect(settingsIn('tool', view(), 'f', null)).toEqual({ source: 'injected', injection: ERROR });
    expect(settingsIn('all', view(), 'f', null).source).toBe('scripted');
    builder.add({ type: 'source-set', tool: 'f', source: null });
    expect(view().open.map((call) => choiceOf(call))).toEqual(['scripted', 'scripted']);
  });

  it('a rule for all tools leaves no tool with its own; a call set by hand keeps its choice', () => {
    const { builder, view } = atTools();
    builder.add({ type: 'source-set', tool: 'f', source: 'typed' });
    const call = view().open[1]?.id ?? '';
    builder.add({ type: 'call-set', call, source: 'recorded', before: { source: 'scripted' } });
    const commands = commandsFor(
      'all',
      view(),
      'f',
      view().open[0] ?? null,
      settingsOf('timeout', { kind: 'timeout' }),
    );
    expect(commands).toEqual([
      { type: 'set-source', tool: null, source: 'injected', injection: { kind: 'timeout' } },
      { type: 'set-source', tool: 'f', source: null },
    ]);
    for (const { tool, source, ...rest } of commands as { tool: string | null; source: 'injected' | null }[]) {
      builder.add({ ...rest, type: 'source-set', tool, source });
    }
    expect(view().open.map((open) => choiceOf(open))).toEqual(['timeout', 'recorded']);
  });

  it('a finished call is given another result; its first one comes back', () => {
    const { builder, call } = refundAtResults();
    const view = (): PathView => pathView(builder.log.newest, 'b1') as PathView;
    const open = (): NonNullable<PathView['open'][0]> => view().open[0] as never;
    const before = open().result;
    expect(before).not.toBeNull();
    const result = { content: ERROR.text, is_error: true };
    expect(commandsFor('call', view(), 'f', open(), settingsOf('error', ERROR))).toEqual([
      { type: 'edit-result', call, result },
    ]);
    if (before !== null) builder.add({ type: 'result-edit', call, result, before });
    expect(commandsFor('call', view(), 'f', open(), settingsOf('scripted', ERROR))).toEqual([
      { type: 'edit-result', call, result: before },
    ]);
    expect(commandsFor('call', view(), 'f', open(), settingsOf('typed', ERROR))).toEqual([]);
    expect(choicesIn('call', view(), open(), 'scripted')).not.toContain('delay');
  });
});
