import type { ContentBlock, RequestBody, ResponseMessage, Usage } from '../messages/types.ts';
import { scriptedId } from './ids.ts';
import { safeBlocks, safeText } from './odd-bodies.ts';
import type { RequestFacts } from './request-facts.ts';
import type { ScriptedMessage, ScriptProblem } from './scenario-types.ts';
import { extendPrefix, prefixOf, signThinking } from './signature.ts';
import { fillTemplates } from './template.ts';
import { estimateBlock, estimateMessage, estimateRequest } from './tokens.ts';

/** Where an answer comes from: makes its ids, and tells a person which rule or step spoke. */
export type AnswerPlace = { kind: 'step' | 'rule'; index: number };

export interface AnswerSource {
  scenarioId: string;
  place: AnswerPlace;
  body: RequestBody;
  facts: RequestFacts;
  /** Whether thinking of this request's model is bound to its prefix. */
  bound: boolean;
}

const CALL_ID_PREFIX = new Map([
  ['tool_use', 'toolu_'],
  ['server_tool_use', 'srvtoolu_'],
  ['mcp_tool_use', 'mcptoolu_'],
]);

/** Makes a whole API message of a scripted one: templates filled, ids and signatures computed, every key present. */
export function buildMessage(
  scripted: ScriptedMessage,
  source: AnswerSource,
): { message: ResponseMessage; problems: ScriptProblem[] } {
  const problems: ScriptProblem[] = [];
  const filled = safeBlocks(scripted.content).map((block, index) =>
    fillBlock(block, `content.${index}`, source.facts, problems),
  );
  const content = signed(
    filled.map((block, index) => withId(block, index, source)),
    source,
  );
  const message: ResponseMessage = {
    id: fillId(scripted.id, source, problems) ?? scriptedId('msg_', ...placeOf(source)),
    type: 'message',
    role: 'assistant',
    model: scripted.model ?? source.body.model,
    content,
    stop_reason: scripted.stop_reason,
    stop_sequence: scripted.stop_sequence ?? null,
    stop_details: scripted.stop_details ?? null,
    container: scripted.container ?? null,
    diagnostics: null,
    usage: usageOf(scripted.usage, content, source.body),
  };
  return { message, problems };
}

/** A rule or a repeating step speaks more than once, so the turn is part of the place. */
export function placeOf({ scenarioId, place, facts }: AnswerSource): (string | number)[] {
  return [scenarioId, place.kind, place.index, facts.turn];
}

function fillId(id: string | undefined, { facts }: AnswerSource, problems: ScriptProblem[]): string | undefined {
  return id === undefined ? undefined : (fillTemplates(id, facts, 'id', problems, 'texts') as string);
}

/** Only a tool's input takes values as they are; every other field that holds text must stay text. */
function fillBlock(block: ContentBlock, path: string, facts: RequestFacts, problems: ScriptProblem[]): ContentBlock {
  const entries = Object.entries(block).map(([key, value]) => {
    const kind = key === 'input' ? 'values' : 'texts';
    return [key, fillTemplates(value, facts, `${path}.${key}`, problems, kind)];
  });
  return Object.fromEntries(entries) as ContentBlock;
}

function withId(block: ContentBlock, index: number, source: AnswerSource): ContentBlock {
  const prefix = CALL_ID_PREFIX.get(block.type);
  if (prefix === undefined) return block;
  const id = typeof block.id === 'string' ? block.id : scriptedId(prefix, ...placeOf(source), index);
  const { type, id: _id, ...rest } = block;
  const caller = block.type === 'mcp_tool_use' ? {} : { caller: { type: 'direct' } };
  return { type, id, ...caller, ...rest };
}

function signed(content: readonly ContentBlock[], { body, bound }: AnswerSource): ContentBlock[] {
  if (!content.some((block) => block.type === 'thinking')) return [...content];
  let prefix = prefixOf(body);
  return content.map((block) => {
    const before = prefix;
    prefix = extendPrefix(prefix, 'assistant', block);
    if (block.type !== 'thinking' || typeof block.signature === 'string') return block;
    return { ...block, signature: signThinking(body.model, safeText(block.thinking), bound ? before : null) };
  });
}

/** All keys of the API's `Usage`. What the script gives wins; the rest is the documented estimate (tokens.ts). */
function usageOf(scripted: Usage | undefined, content: readonly ContentBlock[], body: RequestBody): Usage {
  const thinking = content.filter((block) => block.type === 'thinking').map((block) => safeText(block.thinking));
  const created = scripted?.cache_creation_input_tokens ?? 0;
  const output = scripted?.output_tokens ?? estimateMessage([...content]);
  const thought = Math.min(estimateBlock(thinking.join('')), output);
  return {
    input_tokens: estimateRequest(body),
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: created, ephemeral_1h_input_tokens: 0 },
    output_tokens: output,
    output_tokens_details: thinking.length > 0 ? { thinking_tokens: thought } : null,
    server_tool_use: serverUse(content),
    service_tier: 'standard',
    inference_geo: 'global',
    speed: 'standard',
    ...scripted,
  };
}

function serverUse(content: readonly ContentBlock[]): Record<string, number> | null {
  const count = (name: string) =>
    content.filter((block) => block.type === 'server_tool_use' && block.name === name).length;
  const use = { web_search_requests: count('web_search'), web_fetch_requests: count('web_fetch') };
  return use.web_search_requests + use.web_fetch_requests > 0 ? use : null;
}
