import { describe, expect, it } from 'vitest';
import type { ContentBlock, Message } from '../messages/types.ts';
import type { MessageNode } from '../session/state.ts';
import { livePath, liveTools } from './go-live.ts';

const node = (id: string, role: Message['role'], content: Message['content']): MessageNode =>
  ({
    id,
    role,
    content,
    seq: 1,
    at: 0,
    parent: null,
    branch: 'b1',
    origin: 'first',
    config: 'c1',
    turn: 1,
    depth: 1,
  }) satisfies MessageNode;
const remote: ContentBlock = { type: 'image', source: { type: 'url', url: 'https://x.example/1.png' } };

describe('livePath', () => {
  it('changes nothing where nothing has to change', () => {
    const nodes = [
      node('m1', 'user', 'q'),
      node('m2', 'assistant', [
        { type: 'thinking', thinking: 'signed', signature: 's' },
        { type: 'text', text: 'a' },
      ]),
    ];
    expect(livePath(nodes)).toEqual({ base: null, messages: null, droppedThinking: 0, heldBack: 0 });
  });

  it('takes out unsigned thinking and content by address, in results too, and keeps the rest', () => {
    const nodes = [
      node('m1', 'user', 'q'),
      node('m2', 'assistant', [
        { type: 'thinking', thinking: 'x' },
        { type: 'text', text: 'a' },
      ]),
      node('m3', 'user', 'more'),
      node('m4', 'assistant', [{ type: 'thinking', thinking: 'only' }]),
      node('m5', 'user', [{ type: 'tool_result', tool_use_id: 't', content: [remote] }, remote]),
    ];
    expect(livePath(nodes)).toEqual({
      base: 'm1',
      droppedThinking: 2,
      heldBack: 2,
      messages: [
        { role: 'assistant', content: [{ type: 'text', text: 'a' }], replaces: 'm2' },
        { from: 'm3' },
        {
          role: 'user',
          replaces: 'm5',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't',
              content: [{ type: 'text', text: '[image by address, not sent]' }],
            },
            { type: 'text', text: '[image by address, not sent]' },
          ],
        },
      ],
    });
  });
});

describe('liveTools', () => {
  const call = (name: string, input: unknown): Message => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't', name, input }],
  });

  it('describes tools that nobody described by how they were called', () => {
    const messages = [call('Read', { path: 'a', line: 1 }), call('Read', { path: 'b', line: null }), call('own', {})];
    const tools = liveTools(
      { model: 'm', max_tokens: 1, tools: [{ name: 'own', input_schema: { type: 'object' } }] },
      messages,
    );
    expect(tools?.map(({ name }) => name)).toEqual(['own', 'Read']);
    expect(tools?.[1]?.input_schema).toEqual({ type: 'object', properties: { path: { type: 'string' }, line: {} } });
  });

  it('leaves settings alone that offer every tool', () => {
    expect(liveTools({ model: 'm', max_tokens: 1 }, [{ role: 'user', content: 'q' }])).toBeNull();
  });
});
