/**
 * What models differ in as far as a request is concerned: one row a model. As of November 2026; sources are the
 * model pages, "What's new" and migration guides on platform.claude.com and the model list of @anthropic-ai/sdk 1.14.
 */

export type ThinkingType = 'adaptive' | 'enabled' | 'disabled' | 'between_tools';
export type ModelLine = 'fable' | 'mythos' | 'opus' | 'sonnet' | 'haiku';

export interface ModelTraits {
  /** `thinking.type` values that the model takes. */
  thinking: readonly ThinkingType[];
  /** What happens without `thinking`: on (and can be switched off), off, or on whatever one does. */
  thinkingDefault: 'on' | 'off' | 'always';
  /** `tool_choice` `any` and `tool` are accepted. */
  forcedToolChoice: boolean;
  /** A last message of the assistant is continued; `thinking-off`: only while thinking is off. */
  prefill: 'never' | 'thinking-off';
  /** Thinking signatures also bind what stands before the block. */
  boundThinking: boolean;
  /** Messages of role `system` inside the conversation. */
  systemRole: boolean;
  /** Context window and largest `max_tokens`, in tokens. */
  contextWindow: number;
  maxOutput: number;
  /** Shortest prompt that is cached, in tokens; null: not known. */
  cacheMinimum: number | null;
  /** `temperature`, `top_p`, `top_k`: any value · not temperature and top_p together · the defaults alone. */
  sampling: 'free' | 'exclusive' | 'default';
  /** Beginnings of tool types that the model refuses. */
  refusedTools: readonly string[];
}

export type Trait = keyof ModelTraits;

export interface ModelProfile extends ModelTraits {
  /** The name asked for. */
  model: string;
  /** The row that answers for it. */
  id: string;
  line: ModelLine;
  /** The model is in the table; false: the newest known of its line stands in. */
  known: boolean;
  /** Traits taken from another row because they are not known for this model. */
  assumed: ReadonlySet<Trait>;
}

const MILLION = { contextWindow: 1_000_000, maxOutput: 128_000 };
const CURRENT = {
  ...MILLION,
  prefill: 'never',
  sampling: 'default',
  refusedTools: [],
} as const satisfies Partial<ModelTraits>;
const FIVE_FIVE = { ...CURRENT, boundThinking: true, refusedTools: ['computer_2'] } as const;
const FOUR_FIVE = {
  thinking: ['enabled', 'disabled'],
  thinkingDefault: 'off',
  forcedToolChoice: true,
  prefill: 'thinking-off',
  boundThinking: false,
  systemRole: false,
  contextWindow: 200_000,
  maxOutput: 64_000,
  cacheMinimum: 1024,
  sampling: 'exclusive',
  refusedTools: [],
} as const satisfies ModelTraits;
const FOUR = { ...FOUR_FIVE, sampling: 'free' } as const;
/** No thinking at all before Sonnet 3.7. */
const THREE = { ...FOUR, thinking: ['disabled'], maxOutput: 8192 } as const;

const FABLE_5: ModelTraits = {
  ...CURRENT,
  thinking: ['adaptive'],
  thinkingDefault: 'always',
  forcedToolChoice: true,
  boundThinking: false,
  systemRole: true,
  cacheMinimum: 512,
};
const FABLE_5_1: ModelTraits = { ...FABLE_5, boundThinking: true, forcedToolChoice: false };
const OPUS_4_6: ModelTraits = {
  ...CURRENT,
  thinking: ['adaptive', 'enabled', 'disabled'],
  thinkingDefault: 'off',
  forcedToolChoice: true,
  boundThinking: false,
  systemRole: false,
  cacheMinimum: 4096,
  sampling: 'exclusive',
};
const OPUS_4_8: ModelTraits = {
  ...CURRENT,
  thinking: ['adaptive', 'disabled'],
  thinkingDefault: 'off',
  forcedToolChoice: true,
  boundThinking: false,
  systemRole: true,
  cacheMinimum: 1024,
};

/** A row; `unknown` names the traits that a source is missing for: their values are guesses. */
interface Row {
  id: string;
  line: ModelLine;
  traits: ModelTraits;
  unknown?: readonly Trait[];
}

const ALL_TRAITS: readonly Trait[] = [
  'thinking',
  'thinkingDefault',
  'forcedToolChoice',
  'prefill',
  'boundThinking',
  'systemRole',
  'contextWindow',
  'maxOutput',
  'cacheMinimum',
  'sampling',
  'refusedTools',
];

/** Newest of each line first: that row stands in for names nobody knows. */
const ROWS: readonly Row[] = [
  { id: 'claude-fable-5-1', line: 'fable', traits: FABLE_5_1 },
  { id: 'claude-fable-5-2', line: 'fable', traits: FABLE_5_1, unknown: ALL_TRAITS },
  { id: 'claude-fable-5', line: 'fable', traits: FABLE_5 },
  { id: 'claude-mythos-5-1', line: 'mythos', traits: FABLE_5_1 },
  { id: 'claude-mythos-5-2', line: 'mythos', traits: FABLE_5_1, unknown: ALL_TRAITS },
  { id: 'claude-mythos-5', line: 'mythos', traits: FABLE_5 },
  {
    id: 'claude-mythos-preview',
    line: 'mythos',
    traits: { ...FABLE_5, thinking: ['adaptive', 'enabled'], forcedToolChoice: false },
    unknown: ['systemRole', 'contextWindow', 'maxOutput', 'cacheMinimum', 'sampling'],
  },
  {
    id: 'claude-opus-5-5',
    line: 'opus',
    traits: {
      ...FIVE_FIVE,
      thinking: ['adaptive'],
      thinkingDefault: 'always',
      forcedToolChoice: false,
      systemRole: true,
      cacheMinimum: 512,
    },
  },
  {
    id: 'claude-opus-5',
    line: 'opus',
    traits: { ...OPUS_4_8, thinkingDefault: 'on', cacheMinimum: 512 },
  },
  { id: 'claude-opus-4-8', line: 'opus', traits: OPUS_4_8 },
  { id: 'claude-opus-4-7', line: 'opus', traits: { ...OPUS_4_8, systemRole: false, cacheMinimum: 2048 } },
  { id: 'claude-opus-4-6', line: 'opus', traits: OPUS_4_6 },
  { id: 'claude-opus-4-5', line: 'opus', traits: { ...FOUR_FIVE, cacheMinimum: 4096 } },
  { id: 'claude-opus-4-1', line: 'opus', traits: { ...FOUR_FIVE, maxOutput: 32_000 } },
  { id: 'claude-opus-4', line: 'opus', traits: { ...FOUR, maxOutput: 32_000 } },
  { id: 'claude-opus-4-0', line: 'opus', traits: { ...FOUR, maxOutput: 32_000 } },
  { id: 'claude-3-opus', line: 'opus', traits: { ...THREE, maxOutput: 4096 } },
  {
    id: 'claude-sonnet-5-5',
    line: 'sonnet',
    traits: {
      ...FIVE_FIVE,
      thinking: ['adaptive', 'between_tools'],
      thinkingDefault: 'on',
      forcedToolChoice: false,
      systemRole: true,
      cacheMinimum: 512,
    },
  },
  {
    id: 'claude-sonnet-5',
    line: 'sonnet',
    traits: { ...OPUS_4_8, thinkingDefault: 'on', systemRole: false },
  },
  { id: 'claude-sonnet-4-6', line: 'sonnet', traits: { ...OPUS_4_6, cacheMinimum: 1024 } },
  { id: 'claude-sonnet-4-5', line: 'sonnet', traits: FOUR_FIVE },
  { id: 'claude-sonnet-4', line: 'sonnet', traits: FOUR },
  { id: 'claude-sonnet-4-0', line: 'sonnet', traits: FOUR },
  { id: 'claude-3-7-sonnet', line: 'sonnet', traits: FOUR },
  { id: 'claude-3-5-sonnet', line: 'sonnet', traits: THREE },
  { id: 'claude-3-sonnet', line: 'sonnet', traits: { ...THREE, maxOutput: 4096 } },
  {
    id: 'claude-haiku-5-5',
    line: 'haiku',
    traits: {
      ...FIVE_FIVE,
      thinking: ['adaptive', 'disabled'],
      thinkingDefault: 'on',
      forcedToolChoice: true,
      systemRole: false,
      cacheMinimum: null,
    },
    unknown: ['systemRole', 'cacheMinimum'],
  },
  { id: 'claude-haiku-4-5', line: 'haiku', traits: { ...FOUR_FIVE, cacheMinimum: 4096 } },
  { id: 'claude-3-5-haiku', line: 'haiku', traits: { ...THREE, cacheMinimum: 2048 } },
  { id: 'claude-3-haiku', line: 'haiku', traits: { ...THREE, maxOutput: 4096, cacheMinimum: 2048 } },
];

const BY_ID = new Map(ROWS.map((row) => [row.id, row]));
const LINES: readonly ModelLine[] = ['fable', 'mythos', 'opus', 'sonnet', 'haiku'];
const NONE: ReadonlySet<Trait> = new Set();
const EVERY: ReadonlySet<Trait> = new Set(ALL_TRAITS);

/**
 * The bare name of a model: without a release date, a cloud provider's wrapping (`us.anthropic.…-v1:0`,
 * `anthropic/…`, `…@20250929`), a `-latest` or a `[1m]` behind it.
 */
export function bareModelId(model: string): string {
  const name = model.trim().toLowerCase();
  const start = name.lastIndexOf('claude-');
  return (start < 0 ? name : name.slice(start))
    .replace(/\[.*$/, '')
    .replace(/[@:].*$/, '')
    .replace(/-v\d+$/, '')
    .replace(/-(?:\d{8}|latest)$/, '')
    .replaceAll('.', '-');
}

/** The line a model name belongs to; null for other vendors' models and names without one. */
export function lineOf(model: string): ModelLine | null {
  const id = bareModelId(model);
  if (!id.startsWith('claude-')) return null;
  return LINES.find((line) => id.split('-').includes(line)) ?? null;
}

/**
 * The profile of a model. A name that is not in the table acts as the newest known of its line (`known: false`);
 * one without a line acts as the newest Opus, so that a caller always has limits to work with.
 */
export function profileOf(model: string): ModelProfile {
  const row = rowOf(bareModelId(model));
  if (row) {
    const assumed = row.unknown ? new Set(row.unknown) : NONE;
    return { ...row.traits, model, id: row.id, line: row.line, known: true, assumed };
  }
  const line = lineOf(model) ?? 'opus';
  const newest = ROWS.find((candidate) => candidate.line === line)!;
  return { ...newest.traits, model, id: newest.id, line, known: false, assumed: EVERY };
}

/** `claude-4-5-haiku` is taken for `claude-haiku-4-5`: both orders have been in use. */
function rowOf(id: string): Row | undefined {
  const turned = /^claude-([\d-]+)-([a-z]+)$/.exec(id);
  return BY_ID.get(id) ?? (turned ? BY_ID.get(`claude-${turned[2]}-${turned[1]}`) : undefined);
}

/** Ids of the models in the table, newest of each line first. */
export const KNOWN_MODELS: readonly string[] = ROWS.map((row) => row.id);

/** Both names mean the same model. */
export function isSameModel(left: string, right: string): boolean {
  return bareModelId(left) === bareModelId(right);
}
