import { KNOWN_MODELS, profileOf, type ThinkingType } from '../../shared/messages/profiles.ts';
import { fault } from '../../shared/scripted/fault.ts';
import { faultResponse } from './fault-response.ts';

const DEFAULT_LIMIT = 20;
const MOST = 1000;
const THINKING_TYPES: readonly ThinkingType[] = ['adaptive', 'enabled', 'disabled', 'between_tools'];
/** The SDK warns about these; whatever came before the 4.5 generation is on its way out too. */
const DEPRECATED = /^claude-(mythos-preview|(opus|sonnet)-4-5|(opus|sonnet|haiku)-4(-[01])?|3.*)$/;

/**
 * `GET /v1/models` with `limit`, `after_id`, `before_id`, `lifecycle`. The list comes from the profiles that the
 * rules use. What they do not tell (release dates, tools and effort per model) is filled in as for current models.
 */
export function modelList(query: URLSearchParams, requestId: string): Response {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    return faultResponse(fault(400, `limit: Input should be between 1 and ${MOST}`), requestId);
  }
  const wanted = [...query.getAll('lifecycle'), ...query.getAll('lifecycle[]')];
  const models = KNOWN_MODELS.map(infoOf).filter(({ lifecycle }) => wanted.length === 0 || wanted.includes(lifecycle));
  const page = pageOf(models, query, limit);
  const body = {
    data: page.data,
    has_more: page.more,
    first_id: page.data[0]?.id ?? null,
    last_id: page.data.at(-1)?.id ?? null,
  };
  return Response.json(body, { headers: { 'request-id': requestId } });
}

/** `GET /v1/models/:id`. */
export function modelInfo(id: string, requestId: string): Response {
  if (!profileOf(id).known) return faultResponse(fault(404, `model: ${id}`), requestId);
  return Response.json({ ...infoOf(id), id }, { headers: { 'request-id': requestId } });
}

type Info = ReturnType<typeof infoOf>;

function pageOf(models: readonly Info[], query: URLSearchParams, limit: number): { data: Info[]; more: boolean } {
  const before = models.findIndex(({ id }) => id === query.get('before_id'));
  if (before >= 0) return { data: models.slice(Math.max(0, before - limit), before), more: before > limit };
  const start = models.findIndex(({ id }) => id === query.get('after_id')) + 1;
  return { data: models.slice(start, start + limit), more: models.length > start + limit };
}

function infoOf(model: string) {
  const { id, line, contextWindow, maxOutput, thinking } = profileOf(model);
  return {
    id,
    type: 'model',
    display_name: displayName(id),
    created_at: '1970-01-01T00:00:00Z',
    line,
    lifecycle: DEPRECATED.test(id) ? 'deprecated' : 'active',
    deprecated_at: null,
    retires_at: null,
    max_input_tokens: contextWindow,
    max_tokens: maxOutput,
    capabilities: capabilitiesOf(thinking),
  } as const;
}

function capabilitiesOf(thinking: readonly ThinkingType[]): Record<string, unknown> {
  const yes = { supported: true };
  const adaptive = { supported: thinking.includes('adaptive') };
  const types = Object.fromEntries(THINKING_TYPES.map((type) => [type, { supported: thinking.includes(type) }]));
  return {
    batch: yes,
    citations: yes,
    code_execution: yes,
    context_management: {
      ...yes,
      clear_thinking_20251015: null,
      clear_tool_uses_20250919: null,
      compact_20260112: null,
    },
    effort: { ...adaptive, low: adaptive, medium: adaptive, high: adaptive, max: adaptive, xhigh: null },
    image_input: yes,
    pdf_input: yes,
    server_tools: { ...yes, code_execution: yes, web_search: yes },
    structured_outputs: yes,
    thinking: { supported: thinking.some((type) => type !== 'disabled'), types },
  };
}

/** `claude-opus-5-5` → `Claude Opus 5.5`. */
function displayName(id: string): string {
  const words = id.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join(' ').replace(/(\d) (\d)/g, '$1.$2');
}
