import { describe, expect, it } from 'vitest';
import type { ConfigData } from '../../../shared/session/events.ts';
import { changedFields, type ConfigDraft, configOf, draftOf } from './config-draft.ts';

const CONFIG: ConfigData = {
  endpoint: 'scripted',
  policy: 'correct',
  body: {
    model: 'claude-opus-5-5',
    max_tokens: 1024,
    system: 'Be brief.',
    tools: [{ name: 'lookup_order', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } }],
    thinking: { type: 'adaptive', display: 'summarized' },
    service_tier: 'auto',
  },
};

/** What the form makes of a changed field. */
function body(change: Partial<ConfigDraft>, config = CONFIG): unknown {
  const verdict = configOf({ ...draftOf(config), ...change }, config);
  return verdict.ok ? verdict.config.body : verdict.problems;
}

describe('the setup form', () => {
  it('gives back an untouched configuration as it was', () => {
    expect(configOf(draftOf(CONFIG), CONFIG)).toEqual({ ok: true, config: CONFIG });
    expect(changedFields(draftOf(CONFIG), CONFIG)).toEqual([]);
  });

  it('keeps what the form does not know, in the fields it leaves alone', () => {
    expect(body({ maxTokens: '2048' })).toEqual({ ...CONFIG.body, max_tokens: 2048 });
  });

  it('leaves out what is set to "not sent"', () => {
    expect(body({ system: { kind: 'text', text: '' } })).not.toHaveProperty('system');
    expect(body({ thinking: { type: '', budget: '' } })).not.toHaveProperty('thinking');
    expect(body({ tools: { kind: 'list', items: [] } })).not.toHaveProperty('tools');
  });

  it('reads system blocks as JSON', () => {
    const blocks = [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' as const } }];
    const config: ConfigData = { ...CONFIG, body: { ...CONFIG.body, system: blocks } };
    expect(draftOf(config).system.kind).toBe('json');
    expect(body({ system: { kind: 'json', text: '[]' } }, config)).toMatchObject({ system: [] });
  });

  it('writes a forced tool with its name', () => {
    expect(body({ toolChoice: { type: 'tool', name: 'lookup_order', parallelOff: true } })).toMatchObject({
      tool_choice: { type: 'tool', name: 'lookup_order', disable_parallel_tool_use: true },
    });
  });

  it('replaces the other fields as a whole and never lets them overwrite a field of the form', () => {
    expect(body({ other: '{"temperature": 0.2, "model": "other"}' })).toEqual({
      ...{ ...CONFIG.body, service_tier: undefined },
      temperature: 0.2,
    });
  });

  it('counts tools edited as one text as the same tools', () => {
    const draft = draftOf(CONFIG);
    const text = draft.tools.kind === 'list' ? `[\n${draft.tools.items[0]?.replaceAll(/^/gm, '  ')}\n]` : '';
    expect(changedFields({ ...draft, tools: { kind: 'json', text } }, CONFIG)).toEqual([]);
  });

  it('names every fault at once, with its place', () => {
    const faults = body({
      model: ' ',
      maxTokens: '1.5',
      tools: { kind: 'list', items: ['{"name":"a"}', '{"name":', '7'] },
      other: '[]',
    });
    expect(faults).toEqual([
      { field: 'other', code: 'needsObject' },
      { field: 'model', code: 'needsModel' },
      { field: 'maxTokens', code: 'needsWhole' },
      { field: 'tools', code: 'syntax', line: 1, column: 9, index: 1 },
      { field: 'tools', code: 'needsObject', index: 2 },
    ]);
  });
});
