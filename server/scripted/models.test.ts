import { expect, it } from 'vitest';
import { KNOWN_MODELS } from '../../shared/messages/profiles.ts';
import { modelInfo, modelList } from './models.ts';

interface Page {
  data: { id: string; display_name: string; lifecycle: string; max_tokens: number }[];
  has_more: boolean;
  first_id: string | null;
  last_id: string | null;
}
const list = async (query: string) => (await modelList(new URLSearchParams(query), 'req_1').json()) as Page;

it('pages through all models, forwards and back', async () => {
  const seen: string[] = [];
  let page = await list('limit=3');
  for (;;) {
    seen.push(...page.data.map(({ id }) => id));
    expect([page.first_id, page.last_id]).toEqual([page.data[0]?.id, page.data.at(-1)?.id]);
    if (!page.has_more) break;
    page = await list(`limit=3&after_id=${page.last_id}`);
  }
  expect(seen).toEqual(KNOWN_MODELS);
  const back = await list(`limit=2&before_id=${KNOWN_MODELS[3]}`);
  expect([back.data.map(({ id }) => id), back.has_more]).toEqual([KNOWN_MODELS.slice(1, 3), true]);
});

it('filters by lifecycle', async () => {
  const { data } = await list('limit=1000&lifecycle=deprecated');
  expect(data.length).toBeGreaterThan(0);
  expect(new Set(data.map(({ lifecycle }) => lifecycle))).toEqual(new Set(['deprecated']));
});

it.each(['limit=0', 'limit=x', 'limit=1001'])('refuses %s', async (query) => {
  expect(modelList(new URLSearchParams(query), 'req_1').status).toBe(400);
});

it('knows one model by its id, also with a date, and no other', async () => {
  const info = (await modelInfo('claude-opus-5-5', 'req_1').json()) as Page['data'][0];
  expect(info).toMatchObject({
    id: 'claude-opus-5-5',
    type: 'model',
    display_name: 'Claude Opus 5.5',
    lifecycle: 'active',
  });
  expect(((await modelInfo('claude-haiku-4-5-20251001', 'req_1').json()) as { id: string }).id).toBe(
    'claude-haiku-4-5-20251001',
  );
  expect(modelInfo('gpt-9', 'req_1').status).toBe(404);
});
