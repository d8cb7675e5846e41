import { isRecord } from '../messages/blocks.ts';
import type { ContentBlock, Message, RequestSettings, ToolDefinition } from '../messages/types.ts';
import type { EditedMessage } from '../session/events.ts';
import type { MessageNode } from '../session/state.ts';
import { safeBlocks } from './safe-blocks.ts';

/** What an imported path needs before a real model can go on with it. */
export interface LivePath {
  /** Behind this node everything is replaced; null = from the first message on. */
  base: string | null;
  /** Null when nothing has to change. */
  messages: EditedMessage[] | null;
  /** Thinking blocks that were taken out. */
  droppedThinking: number;
  /** Images and documents by address that were replaced by a text. */
  heldBack: number;
}

/**
 * Takes out what must not be sent: thinking without a signature (no API takes it back), and content by address, which
 * the API would fetch for a file that nobody has vouched for. Everything else stays as it is.
 */
export function livePath(nodes: readonly MessageNode[]): LivePath {
  let droppedThinking = 0;
  let heldBack = 0;
  const clean = (block: ContentBlock): ContentBlock[] => {
    if (isUnsigned(block)) {
      droppedThinking += 1;
      return [];
    }
    if (isRemote(block)) {
      heldBack += 1;
      return [{ type: 'text', text: `[${block.type} by address, not sent]` }];
    }
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) return [block];
    const content = safeBlocks(block.content);
    return content.some(isRemote) ? [{ ...block, content: content.flatMap(clean) }] : [block];
  };
  const cleaned = nodes.map(({ content }) => (typeof content === 'string' ? content : content.flatMap(clean)));
  const first = nodes.findIndex(({ content }, at) => !isSame(content, cleaned[at]));
  if (first < 0) return { base: null, messages: null, droppedThinking, heldBack };
  const messages = nodes.slice(first).flatMap((node, at): EditedMessage[] => {
    const content = cleaned[first + at] ?? [];
    if (isSame(node.content, content)) return [{ from: node.id }];
    if (content.length === 0) return [];
    const { id, role, extra } = node;
    return [{ role, content, ...(extra ? { extra } : {}), replaces: id }];
  });
  return { base: nodes[first - 1]?.id ?? null, messages, droppedThinking, heldBack };
}

function isSame(before: Message['content'], after: Message['content'] | undefined): boolean {
  if (typeof before === 'string' || !Array.isArray(after)) return before === after;
  return before.length === after.length && before.every((block, index) => block === after[index]);
}

function isUnsigned(block: ContentBlock): boolean {
  return block.type === 'thinking' && (typeof block.signature !== 'string' || block.signature === '');
}

function isRemote(block: ContentBlock): boolean {
  return isRecord(block.source) && (block.source.type === 'url' || block.source.type === 'file');
}

/**
 * Settings that go with the calls of a path: the API refuses a history with calls of tools that are not on offer. Those
 * that the transcript does not describe are described by how they were called, and say so. Null = nothing is missing.
 */
export function liveTools(settings: RequestSettings, messages: readonly Message[]): ToolDefinition[] | null {
  const offered = Array.isArray(settings.tools) ? settings.tools : [];
  const known = new Set(offered.map((tool) => tool.name));
  const inputs = new Map<string, Map<string, Set<string>>>();
  for (const block of messages.flatMap(({ content }) => safeBlocks(content))) {
    if (block.type !== 'tool_use' || typeof block.name !== 'string' || known.has(block.name)) continue;
    const keys = inputs.get(block.name) ?? new Map<string, Set<string>>();
    inputs.set(block.name, keys);
    for (const [key, value] of Object.entries(isRecord(block.input) ? block.input : {})) {
      keys.set(key, (keys.get(key) ?? new Set()).add(typeOf(value)));
    }
  }
  if (inputs.size === 0) return null;
  return [...offered, ...[...inputs].map(([name, keys]) => describedTool(name, keys))];
}

function describedTool(name: string, keys: ReadonlyMap<string, ReadonlySet<string>>): ToolDefinition {
  const properties = [...keys].map(([key, types]) => [key, types.size === 1 ? { type: [...types][0] } : {}] as const);
  return {
    name,
    description: 'Described from recorded calls, because the transcript holds no definition of this tool.',
    // fromEntries defines own properties, so that a key named `__proto__` stays one.
    input_schema: { type: 'object', properties: Object.fromEntries(properties) },
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' || typeof value === 'string' ? typeof value : 'object';
}
