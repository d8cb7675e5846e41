import type { ConfigData } from '../../../shared/session/events.ts';
import { isRecord } from '../../../shared/messages/blocks.ts';
import type { ThinkingConfig, ToolChoice } from '../../../shared/messages/types.ts';
import { readJson } from '../../../shared/view/inspect-json-text.ts';

/** The form behind Setup: every field as the text or choice a person sees. */
export interface ConfigDraft {
  model: string;
  maxTokens: string;
  /** Text, or the JSON of a list of blocks. */
  system: { kind: 'text' | 'json'; text: string };
  /** One JSON text per tool, or one for the whole list. */
  tools: { kind: 'list'; items: readonly string[] } | { kind: 'json'; text: string };
  thinking: { type: string; budget: string };
  toolChoice: { type: string; name: string; parallelOff: boolean };
  /** JSON object of the fields that have no place of their own. */
  other: string;
  endpoint: ConfigData['endpoint'];
}

/** `type` of a choice that is not sent at all. */
export const UNSET = '';
const OWN_FIELDS = ['model', 'max_tokens', 'system', 'tools', 'thinking', 'tool_choice'];

export type DraftField = 'model' | 'maxTokens' | 'system' | 'tools' | 'thinking' | 'toolChoice' | 'other';
export interface DraftProblem {
  field: DraftField;
  /** Place within `tools`, where it is a list. */
  index?: number;
  code: 'needsModel' | 'needsWhole' | 'needsArray' | 'needsObject' | 'syntax';
  line?: number;
  column?: number;
}
export type DraftVerdict = { ok: true; config: ConfigData } | { ok: false; problems: DraftProblem[] };

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** The form for a configuration. */
export function draftOf(config: ConfigData): ConfigDraft {
  const { body } = config;
  const rest = Object.entries(body).filter(([key]) => !OWN_FIELDS.includes(key));
  const { thinking, tool_choice: choice } = body;
  return {
    model: body.model,
    maxTokens: String(body.max_tokens),
    system:
      typeof body.system === 'string' || body.system === undefined
        ? { kind: 'text', text: body.system ?? '' }
        : { kind: 'json', text: pretty(body.system) },
    tools: { kind: 'list', items: (body.tools ?? []).map(pretty) },
    thinking: { type: thinking?.type ?? UNSET, budget: String(thinking?.budget_tokens ?? '') },
    toolChoice: {
      type: choice?.type ?? UNSET,
      name: choice?.name ?? '',
      parallelOff: choice?.disable_parallel_tool_use === true,
    },
    other: rest.length === 0 ? '{}' : pretty(Object.fromEntries(rest)),
    endpoint: config.endpoint,
  };
}

/** Names of the fields that differ from the configuration they came from. */
export function changedFields(draft: ConfigDraft, config: ConfigData): (keyof ConfigDraft)[] {
  const before = draftOf(config);
  return (Object.keys(draft) as (keyof ConfigDraft)[]).filter((field) => !sameField(field, draft, before));
}

function sameField(field: keyof ConfigDraft, draft: ConfigDraft, before: ConfigDraft): boolean {
  if (field === 'tools') return toolsText(draft.tools) === toolsText(before.tools);
  return JSON.stringify(draft[field]) === JSON.stringify(before[field]);
}

/** The list of tools as one text; equal for both ways of editing it. */
export function toolsText(tools: ConfigDraft['tools']): string {
  if (tools.kind === 'json') return tools.text;
  if (tools.items.length === 0) return '[]';
  const items = tools.items.map((item) => item.replaceAll(/^/gm, '  '));
  return `[\n${items.join(',\n')}\n]`;
}

/**
 * The configuration a form stands for. A field nobody touched keeps its very value, unknown members included;
 * a touched one is read from the form. All faults are named at once.
 */
export function configOf(draft: ConfigDraft, config: ConfigData): DraftVerdict {
  const changed = new Set<string>(changedFields(draft, config));
  const reader = new Reader();
  const body: Record<string, unknown> = { ...config.body };
  if (changed.has('other')) replaceOther(body, reader.object('other', draft.other));
  if (changed.has('model')) body.model = reader.model(draft.model);
  if (changed.has('maxTokens')) body.max_tokens = reader.whole('maxTokens', draft.maxTokens);
  if (changed.has('system')) put(body, 'system', readSystem(reader, draft.system));
  if (changed.has('tools')) put(body, 'tools', readTools(reader, draft.tools));
  if (changed.has('thinking')) put(body, 'thinking', readThinking(reader, draft.thinking));
  if (changed.has('toolChoice')) put(body, 'tool_choice', readChoice(draft.toolChoice));
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  return { ok: true, config: { ...config, endpoint: draft.endpoint, body: body as ConfigData['body'] } };
}

/** Undefined takes a field out of the body: it is then not sent. */
function put(body: Record<string, unknown>, field: string, value: unknown): void {
  if (value === undefined) delete body[field];
  else body[field] = value;
}

function replaceOther(body: Record<string, unknown>, other: Record<string, unknown>): void {
  for (const key of Object.keys(body)) if (!OWN_FIELDS.includes(key)) delete body[key];
  for (const [key, value] of Object.entries(other)) if (!OWN_FIELDS.includes(key)) body[key] = value;
}

function readSystem(reader: Reader, system: ConfigDraft['system']): unknown {
  if (system.kind === 'json') return reader.array('system', system.text);
  return system.text === '' ? undefined : system.text;
}

function readTools(reader: Reader, tools: ConfigDraft['tools']): unknown {
  const list =
    tools.kind === 'json'
      ? reader.array('tools', tools.text)
      : tools.items.map((item, index) => reader.object('tools', item, index));
  return list.length === 0 ? undefined : list;
}

function readThinking(reader: Reader, thinking: ConfigDraft['thinking']): ThinkingConfig | undefined {
  if (thinking.type === UNSET) return undefined;
  if (thinking.budget.trim() === '') return { type: thinking.type };
  return { type: thinking.type, budget_tokens: reader.whole('thinking', thinking.budget) };
}

function readChoice(choice: ConfigDraft['toolChoice']): ToolChoice | undefined {
  if (choice.type === UNSET) return undefined;
  return {
    type: choice.type,
    ...(choice.type === 'tool' ? { name: choice.name } : {}),
    ...(choice.parallelOff ? { disable_parallel_tool_use: true } : {}),
  };
}

/** Reads texts and collects what is wrong with them. */
class Reader {
  readonly problems: DraftProblem[] = [];

  model(text: string): string {
    if (text.trim() === '') this.problems.push({ field: 'model', code: 'needsModel' });
    return text.trim();
  }

  whole(field: DraftField, text: string): number {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < 1) {
      this.problems.push({ field, code: 'needsWhole' });
    }
    return value;
  }

  array(field: DraftField, text: string): unknown[] {
    const value = this.#json(field, text);
    if (Array.isArray(value)) return value;
    if (value !== undefined) this.problems.push({ field, code: 'needsArray' });
    return [];
  }

  object(field: DraftField, text: string, index?: number): Record<string, unknown> {
    const value = this.#json(field, text, index);
    if (isRecord(value)) return value;
    if (value !== undefined)
      this.problems.push({ field, code: 'needsObject', ...(index === undefined ? {} : { index }) });
    return {};
  }

  #json(field: DraftField, text: string, index?: number): unknown {
    const read = readJson(text);
    if (read.ok) return read.value ?? null;
    const { line, column } = read.fault;
    this.problems.push({ field, code: 'syntax', line, column, ...(index === undefined ? {} : { index }) });
    return undefined;
  }
}
