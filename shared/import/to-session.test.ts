import { describe, expect, it } from 'vitest';
import { EventLog } from '../session/log.ts';
import { sessionCreate } from '../session/create.ts';
import { messagesOf } from '../session/tree.ts';
import { importFiles } from './import-files.ts';
import { importForLint } from './import-for-lint.ts';
import { bytesSource } from './source.ts';
import { fixture, fixtureBytes, fixtureFiles } from './testing/fixtures.ts';
import { toSession } from './to-session.ts';

async function first(name: string) {
  const { conversations } = await importFiles([fixture(name)]);
  return conversations[0]!;
}

async function ofRequest(body: unknown) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const { conversations } = await importFiles([bytesSource('request.json', bytes)]);
  return toSession(conversations[0]!, 'fallback');
}

describe('toSession', () => {
  it('takes messages, system, tools and harmless settings over', async () => {
    const { session, quarantine, source } = toSession(await first('messages-api/request.json'), 'fallback');
    expect(session.config.body).toMatchObject({ model: 'claude-sonnet-5', max_tokens: 1024, system: 'Be brief.' });
    expect(session.config.body.tools?.map((tool) => tool.name)).toEqual(['get_weather']);
    expect(session.origin).toEqual({ kind: 'import', name: 'request.json' });
    expect(session.config.endpoint).toBe('scripted');
    expect(quarantine).toEqual([]);
    expect(source).toBe('recorded');
  });

  it('keeps recorded results for calls with the same tool and input', async () => {
    const { recorded } = toSession(await first('claude-code/parallel.jsonl'), 'fallback');
    expect(recorded.map(({ name, input, result }) => [name, input, result.content])).toEqual([
      ['Read', { file_path: 'a.txt' }, 'A'],
      ['Read', { file_path: 'b.txt' }, 'B'],
    ]);
  });

  it('leaves the last calls open that were interrupted, and has no result for them', async () => {
    const conversation = await first('claude-code/interrupted.jsonl');
    const { session, openCalls, recorded } = toSession(conversation, 'fallback');
    expect(openCalls).toEqual(['toolu_ls']);
    expect(session.messages).toHaveLength(conversation.messages.length - 1);
    expect(recorded.map(({ input }) => input)).toEqual([{ command: 'rm -rf build' }]);
  });

  it('names the model it is given where the transcript has none', async () => {
    const { session, source } = toSession(
      await first('sharegpt/traces.json').then((each) => ({ ...each, model: null })),
      'fallback',
    );
    expect(session.config.body.model).toBe('fallback');
    expect(source).toBe('typed');
  });

  it('puts everything that would reach out into the quarantine, without its tokens', async () => {
    const { session, quarantine } = await ofRequest({
      model: 'm',
      max_tokens: 5,
      base_url: 'https://evil.example',
      metadata: { user_id: 'u' },
      container: { skills: [] },
      mcp_servers: [{ type: 'url', url: 'https://mcp.example/x', authorization_token: 'tok-1' }],
      tools: [
        { name: 'own', input_schema: {} },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'url', url: 'https://pixel.example/1.png' } },
            {
              type: 'tool_result',
              tool_use_id: 'x',
              content: [{ type: 'document', source: { type: 'file', file_id: 'file_1' } }],
            },
          ],
        },
      ],
    });
    expect(Object.keys(session.config.body)).toEqual(['model', 'max_tokens', 'tools']);
    expect(session.config.body.tools).toHaveLength(1);
    expect(quarantine.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'server_tool tools.1',
      'setting settings.base_url',
      'setting settings.metadata',
      'setting settings.container',
      'mcp_server settings.mcp_servers.0',
      'remote_content messages.0.content.0',
      'remote_content messages.0.content.1.content.0',
    ]);
    expect(JSON.stringify(quarantine)).not.toContain('tok-1');
  });

  it('counts thinking that no API takes back', async () => {
    expect(toSession(await first('gemini-cli/chat.json'), 'f').unsignedThinking).toBe(1);
    expect(toSession(await first('claude-code/parallel.jsonl'), 'f').unsignedThinking).toBe(0);
  });

  it.each(fixtureFiles())('makes a session of everything that %s holds', async (name) => {
    const { conversations } = await importFiles([fixture(name)]);
    for (const conversation of conversations) {
      const { session } = toSession(conversation, 'fallback');
      const state = EventLog.of([sessionCreate(session, 1)]).newest;
      expect(messagesOf(state, state.record.branches[0]?.head ?? null)).toEqual(session.messages);
    }
  });
});

describe('importForLint', () => {
  const read = (name: string) => importForLint(new TextDecoder().decode(fixtureBytes(name)));

  it('gives the exact body where there is one, bare messages else', async () => {
    const pair = await read('messages-api/pair.json');
    expect(pair?.conversations[0]?.request).toMatchObject({ model: 'claude-sonnet-5', max_tokens: 1024 });
    const session = await read('claude-code/rewind.jsonl');
    expect(Array.isArray(session?.conversations[0]?.request)).toBe(true);
    expect(session?.conversations[0]?.model).toBe('claude-sonnet-5');
  });

  it('gives null for what holds no conversation', async () => {
    expect(await importForLint('notes')).toBeNull();
  });
});
