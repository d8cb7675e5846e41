import type { Scenario } from '../../shared/scripted/scenario-types.ts';

/** Two requests: one tool call, then an answer that repeats its result. No delays. */
export const testScenario: Scenario = {
  id: 'lookup',
  title: { en: 'Look one thing up', 'zh-CN': '查一件事' },
  request: {
    model: 'claude-opus-5-5',
    max_tokens: 256,
    tools: [{ name: 'lookup', description: 'Looks up', input_schema: { type: 'object', properties: {} } }],
    messages: [{ role: 'user', content: 'What is the answer?' }],
  },
  steps: [
    {
      type: 'response',
      message: {
        content: [{ type: 'tool_use', id: 'toolu_look', name: 'lookup', input: {} }],
        stop_reason: 'tool_use',
      },
    },
    { type: 'response', message: { content: 'It is {{result.lookup}}.', stop_reason: 'end_turn' } },
  ],
  tool_results: { lookup: { content: '42', delayMs: 0 } },
};
