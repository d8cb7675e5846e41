import { describe, expect, it } from 'vitest';
import type { ToolCall } from './ports.ts';
import type { Scenario } from '../scripted/scenario-types.ts';
import { createSimulatedClock } from '../../server/adapters/clock-simulated.ts';
import { createScriptedTools } from './scripted-tools.ts';

const scenario: Scenario = {
  request: { model: 'm', max_tokens: 1, messages: [] },
  steps: [{ type: 'tool_done', tool_use_id: 'toolu_late', content: 'finally', is_error: true }],
  tool_results: {
    // oxlint-disable-next-line unicorn/no-thenable -- `then` is the scenario format's own word
    look: [{ when: { pointer: '/id', equals: 1 }, then: { content: 'one', delayMs: 400 } }],
    toolu_own: { content: [{ type: 'text', text: 'by id' }], is_error: true },
  },
};

const call = (given: Partial<ToolCall> = {}): ToolCall => ({
  sessionId: 's1',
  call: 'm2.0',
  toolUseId: 'toolu_1',
  name: 'look',
  input: { id: 1 },
  source: 'scripted',
  signal: new AbortController().signal,
  ...given,
});

function tools(toolDone: 'wait' | 'answer' = 'answer', script: Scenario | null = scenario) {
  const clock = createSimulatedClock();
  // As the runner does around every tool.
  clock.busy();
  return { clock, ...createScriptedTools({ scenarioOf: () => script, clock, toolDone }) };
}

describe('what a call waits for', () => {
  it.each<[what: string, given: Partial<ToolCall>, toolDone: 'wait' | 'answer', waits: string]>([
    ['a scripted result', {}, 'answer', 'none'],
    ['a result by id', { name: 'other', toolUseId: 'toolu_own' }, 'answer', 'none'],
    ['an input that no case covers', { input: { id: 2 } }, 'answer', 'typed'],
    ['a tool the script does not know', { name: 'other' }, 'answer', 'typed'],
    ['a person, by choice', { source: 'typed' }, 'answer', 'typed'],
    ['a later step, headless', { toolUseId: 'toolu_late' }, 'wait', 'script'],
    ['a later step, on the page', { toolUseId: 'toolu_late' }, 'answer', 'none'],
  ])('%s', (_what, given, toolDone, waits) => {
    expect(tools(toolDone).waitsFor(call(given))).toBe(waits);
  });

  it('is a person when there is no script', () => {
    expect(tools('answer', null).waitsFor(call())).toBe('typed');
  });
});

describe('running a call', () => {
  it('takes the time that the script says', async () => {
    const { clock, run } = tools();
    expect(await run(call())).toEqual({ content: 'one', is_error: false });
    expect(clock.now()).toBe(400);
  });

  it('takes 50 ms where it says nothing', async () => {
    const { clock, run } = tools();
    expect(await run(call({ toolUseId: 'toolu_own' }))).toEqual({
      content: [{ type: 'text', text: 'by id' }],
      is_error: true,
    });
    expect(clock.now()).toBe(50);
  });

  it('answers with what the step of the script says', async () => {
    expect(await tools().run(call({ toolUseId: 'toolu_late' }))).toEqual({ content: 'finally', is_error: true });
  });

  it('finishes what it was asked, also when nobody waits for it any more', async () => {
    const { clock, run } = tools();
    const abort = new AbortController();
    const running = run(call({ signal: abort.signal }));
    abort.abort();
    expect(await running).toEqual({ content: 'one', is_error: false });
    expect(clock.now()).toBe(400);
  });

  it('says what to do when the script has nothing after all', async () => {
    const result = await tools().run(call({ name: 'other' }));
    expect(result).toEqual({ content: expect.stringContaining('tool_results'), is_error: true });
  });
});
