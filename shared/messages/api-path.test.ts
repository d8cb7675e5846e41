import { describe, expect, it } from 'vitest';
import { apiPath, plainPath } from './api-path.ts';

const body = {
  thinking: { type: 'enabled', budget_tokens: 1 },
  tools: [{ name: 'a.b' }, { type: 'bash_20250124', name: 'sh' }],
  tool_choice: { type: 'tool' },
  messages: [
    {
      role: 'user',
      content: [{ type: 'tool_result', content: [{ type: 'image', source: { type: 'base64', data: '' } }] }],
    },
  ],
};

describe('apiPath', () => {
  it.each([
    [['messages', 0, 'content', 0, 'tool_use_id'], 'messages.0.content.0.tool_result.tool_use_id'],
    [['messages', 0, 'content', 0], 'messages.0.content.0'],
    [
      ['messages', 0, 'content', 0, 'content', 0, 'source', 'data'],
      'messages.0.content.0.tool_result.content.0.image.source.base64.data',
    ],
    [['tools', 0, 'name'], 'tools.0.custom.name'],
    [['tools', 1, 'name'], 'tools.1.bash_20250124.name'],
    [['thinking', 'budget_tokens'], 'thinking.enabled.budget_tokens'],
    [['tool_choice', 'name'], 'tool_choice.tool.name'],
    [['gone', 3, 'x'], 'gone.3.x'],
  ])('%j is written %s', (path, written) => {
    expect(apiPath(body, path)).toBe(written);
  });
});

describe('plainPath', () => {
  it('has no tags', () => {
    expect(plainPath(['messages', 0, 'content', 0, 'content'])).toBe('messages.0.content.0.content');
  });
});
