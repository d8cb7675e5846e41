import { isRecord } from './blocks.ts';
import type { Path } from './edits.ts';
import { lineOf, profileOf, type ModelProfile } from './profiles.ts';
import type { ProvenanceEntry } from './provenance.ts';

/** The `anthropic-version` values whose rules differ. */
export type ApiVersion = '2023-06-01' | '2026-10-21';

export interface BlockView {
  block: Record<string, unknown>;
  /** `block.type`, or '' where there is none. */
  type: string;
  at: Path;
  /** Index of its message and its own index there (0 for text given as a string). */
  message: number;
  index: number;
}

export interface MessageView {
  index: number;
  raw: Record<string, unknown>;
  /** As given; anything but the three known ones makes the turn `unknown`. */
  role: string;
  /** Content is neither text nor a list, or the role is not known: what it means for its neighbours is open. */
  broken: boolean;
  /** Content was given as a string: its one block is a stand-in. */
  short: boolean;
  blocks: BlockView[];
}

/** Neighbouring messages of one role, which the API reads as one turn. */
export interface Turn {
  role: 'user' | 'assistant' | 'system' | 'unknown';
  messages: MessageView[];
  blocks: BlockView[];
}

/** Everything the rules look at, worked out once. Tolerates any JSON. */
export interface LintContext {
  /** The request body; for a bare messages array a body that holds nothing else. */
  body: Record<string, unknown>;
  bare: boolean;
  /** `body.messages` as given, where it is a list. */
  messages: readonly unknown[];
  views: readonly MessageView[];
  /** The blocks of all messages, in order. */
  blocks: readonly BlockView[];
  turns: readonly Turn[];
  /** The model the request is judged for; undefined: model rules are skipped. */
  model: string | undefined;
  profile: ModelProfile | null;
  apiVersion: ApiVersion | undefined;
  /** Beta names the request will be sent with; undefined: not known. */
  betas: readonly string[] | undefined;
  countTokens: boolean;
  originalResponse: Record<string, unknown> | null;
  /** Index of the message that this response became: the newest of the assistant; -1 without one. */
  answer: number;
  /** Who wrote which message, by the message's index. */
  provenance: ReadonlyMap<number, ProvenanceEntry>;
  /** The tool definitions that are objects, with their index. */
  tools: readonly { index: number; tool: Record<string, unknown> }[];
}

export interface ContextOptions {
  model?: string | undefined;
  apiVersion?: string | undefined;
  betas?: readonly string[] | undefined;
  countTokens?: boolean | undefined;
  originalResponse?: unknown;
  /** Index of the message the response belongs to, where that is not simply the newest. */
  answer?: number | undefined;
  provenance?: ReadonlyMap<number, ProvenanceEntry>;
}

export function makeContext(request: unknown, options: ContextOptions = {}): LintContext {
  const bare = Array.isArray(request);
  const body: Record<string, unknown> = bare ? { messages: request } : isRecord(request) ? request : {};
  const messages: readonly unknown[] = Array.isArray(body['messages']) ? body['messages'] : [];
  const views = messages.flatMap((message, index) => (isRecord(message) ? [viewOf(message, index)] : []));
  const named = options.model ?? (typeof body['model'] === 'string' ? body['model'] : undefined);
  const model = named === undefined || named === '' ? undefined : named;
  const tools: unknown[] = Array.isArray(body['tools']) ? body['tools'] : [];
  return {
    body,
    bare,
    messages,
    views,
    blocks: views.flatMap(({ blocks }) => blocks),
    turns: turnsOf(views),
    model,
    profile: model !== undefined && lineOf(model) !== null ? profileOf(model) : null,
    apiVersion: versionOf(options.apiVersion),
    betas: options.betas,
    countTokens: options.countTokens ?? false,
    originalResponse: isRecord(options.originalResponse) ? options.originalResponse : null,
    answer: options.answer ?? views.findLast((view) => view.role === 'assistant')?.index ?? -1,
    provenance: options.provenance ?? new Map(),
    tools: tools.flatMap((tool, index) => (isRecord(tool) ? [{ index, tool }] : [])),
  };
}

function versionOf(version: string | undefined): ApiVersion | undefined {
  return version === '2023-06-01' || version === '2026-10-21' ? version : undefined;
}

const ROLES = new Set<unknown>(['user', 'assistant', 'system']);

function viewOf(raw: Record<string, unknown>, index: number): MessageView {
  const role = typeof raw['role'] === 'string' ? raw['role'] : '';
  const content = raw['content'];
  const at: Path = ['messages', index, 'content'];
  const view = { index, raw, role, short: typeof content === 'string' };
  if (typeof content === 'string') {
    const block = { type: 'text', text: content };
    const blocks = content === '' ? [] : [{ block, type: 'text', at, message: index, index: 0 }];
    return { ...view, broken: !ROLES.has(role), blocks };
  }
  if (!Array.isArray(content)) return { ...view, broken: true, blocks: [] };
  const blocks = content.flatMap((block, position): BlockView[] => {
    if (!isRecord(block)) return [];
    const type = typeof block['type'] === 'string' ? block['type'] : '';
    return [{ block, type, at: [...at, position], message: index, index: position }];
  });
  return { ...view, broken: !ROLES.has(role), blocks };
}

function turnsOf(views: readonly MessageView[]): Turn[] {
  const turns: Turn[] = [];
  for (const view of views) {
    const role = view.broken ? 'unknown' : (view.role as Turn['role']);
    const last = turns.at(-1);
    if (last && last.role === role && role !== 'unknown') {
      last.messages.push(view);
      for (const block of view.blocks) last.blocks.push(block);
    } else turns.push({ role, messages: [view], blocks: [...view.blocks] });
  }
  return turns;
}
