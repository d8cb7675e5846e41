import { profileOf } from '../messages/profiles.ts';
import type { ModelLine } from '../messages/profiles.ts';

/** One entry of `GET /v1/models` (SDK `resources/models.ts`). Null means that this server does not know. */
export interface ModelInfo {
  id: string;
  type: 'model';
  display_name: string;
  /** The epoch where the day of release is not known, as the API does. */
  created_at: string;
  lifecycle: 'active' | 'deprecated' | 'retired';
  line: ModelLine;
  max_input_tokens: number | null;
  max_tokens: number | null;
  deprecated_at: string | null;
  retires_at: string | null;
  capabilities: null;
}

export interface ModelsPage {
  data: ModelInfo[];
  has_more: boolean;
  first_id: string | null;
  last_id: string | null;
}

const UNKNOWN_DAY = '1970-01-01T00:00:00Z';

/** Ids and names, newest first: the model list of SDK 1.14, without aliases. Everything else is in the profiles. */
const MODELS: readonly (readonly [id: string, name: string])[] = [
  ['claude-fable-5-2', 'Claude Fable 5.2'],
  ['claude-mythos-5-2', 'Claude Mythos 5.2'],
  ['claude-haiku-5-5', 'Claude Haiku 5.5'],
  ['claude-sonnet-5-5', 'Claude Sonnet 5.5'],
  ['claude-fable-5-1', 'Claude Fable 5.1'],
  ['claude-opus-5-5', 'Claude Opus 5.5'],
  ['claude-mythos-5-1', 'Claude Mythos 5.1'],
  ['claude-sonnet-5', 'Claude Sonnet 5'],
  ['claude-fable-5', 'Claude Fable 5'],
  ['claude-mythos-5', 'Claude Mythos 5'],
  ['claude-opus-5', 'Claude Opus 5'],
  ['claude-opus-4-8', 'Claude Opus 4.8'],
  ['claude-opus-4-7', 'Claude Opus 4.7'],
  ['claude-mythos-preview', 'Claude Mythos Preview'],
  ['claude-opus-4-6', 'Claude Opus 4.6'],
  ['claude-sonnet-4-6', 'Claude Sonnet 4.6'],
  ['claude-opus-4-5-20251101', 'Claude Opus 4.5'],
  ['claude-haiku-4-5-20251001', 'Claude Haiku 4.5'],
  ['claude-sonnet-4-5-20250929', 'Claude Sonnet 4.5'],
];

/** Deprecated models and the day they retire, where one is announced. */
const DEPRECATED = new Map<string, string | null>([
  ['claude-mythos-preview', null],
  ['claude-opus-4-5-20251101', '2027-01-22T00:00:00Z'],
  ['claude-sonnet-4-5-20250929', '2026-11-30T00:00:00Z'],
]);

function modelInfo([id, display_name]: (typeof MODELS)[number]): ModelInfo {
  const profile = profileOf(id);
  const day = /-(\d{4})(\d{2})(\d{2})$/.exec(id);
  return {
    id,
    type: 'model',
    display_name,
    created_at: day ? `${day[1]}-${day[2]}-${day[3]}T00:00:00Z` : UNKNOWN_DAY,
    lifecycle: DEPRECATED.has(id) ? 'deprecated' : 'active',
    line: profile.line,
    max_input_tokens: profile.assumed.has('contextWindow') ? null : profile.contextWindow,
    max_tokens: profile.assumed.has('maxOutput') ? null : profile.maxOutput,
    deprecated_at: null,
    retires_at: DEPRECATED.get(id) ?? null,
    capabilities: null,
  };
}

/**
 * Answer of `GET /v1/models`, newest first.
 *
 * @param query values as they stand in the URL; `limit` is 20 unless it is a number from 1 to 1,000
 */
export function modelsList(
  query: { limit?: string; after_id?: string; before_id?: string; lifecycle?: string } = {},
): ModelsPage {
  const all = MODELS.map(modelInfo).filter(({ lifecycle }) => !query.lifecycle || query.lifecycle === lifecycle);
  const place = (id: string | undefined) => all.findIndex((model) => model.id === id);
  const from = place(query.after_id) + 1;
  const to = query.before_id === undefined || place(query.before_id) < 0 ? all.length : place(query.before_id);
  const wanted = Number(query.limit);
  const limit = Number.isInteger(wanted) && wanted >= 1 && wanted <= 1_000 ? wanted : 20;
  const within = all.slice(from, to);
  const data = query.before_id === undefined ? within.slice(0, limit) : within.slice(-limit);
  return {
    data,
    has_more: data.length < within.length,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

/** Answer of `GET /v1/models/:id`; short names of dated models work too. Null: 404. */
export function modelById(id: string): ModelInfo | null {
  const found = MODELS.find(([known]) => known === id || known.replace(/-\d{8}$/, '') === id);
  return found ? modelInfo(found) : null;
}
