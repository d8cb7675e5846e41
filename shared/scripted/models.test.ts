import { expect, test } from 'vitest';
import { modelById, modelsList } from './models.ts';

test('pages forwards and backwards without a gap', () => {
  const all = modelsList({ limit: '1000' });
  expect(all).toMatchObject({ has_more: false, first_id: 'claude-fable-5-2' });
  const ids: string[] = [];
  for (let page = modelsList({ limit: '4' }); ; page = modelsList({ limit: '4', after_id: page.last_id! })) {
    ids.push(...page.data.map((model) => model.id));
    if (!page.has_more) break;
  }
  expect(ids).toEqual(all.data.map((model) => model.id));
  expect(modelsList({ limit: '2', before_id: ids[5] }).data.map((model) => model.id)).toEqual(ids.slice(3, 5));
});

test('filters by lifecycle and ignores a limit that is none', () => {
  expect(modelsList({ lifecycle: 'deprecated' }).data.map((model) => model.id)).toContain('claude-sonnet-4-5-20250929');
  expect(modelsList({ limit: 'many' }).data.length).toBe(Math.min(20, modelsList({ limit: '1000' }).data.length));
});

test('one model, by full or short name', () => {
  expect(modelById('claude-sonnet-4-5')).toMatchObject({
    id: 'claude-sonnet-4-5-20250929',
    created_at: '2025-09-29T00:00:00Z',
    retires_at: '2026-11-30T00:00:00Z',
  });
  expect(modelById('claude-opus-5-5')).toMatchObject({
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
    lifecycle: 'active',
  });
  expect(modelById('gpt-5')).toBeNull();
});
