import { isRecord } from '../messages/blocks.ts';
import type { ContentBlock, Message, ToolResultBlock } from '../messages/types.ts';
import { jsonIn } from './json.ts';
import { asBlocks, textOfValue } from './transcript.ts';

/** What cleaning found out about a block besides the block. */
export interface Cleaning {
  /** Raw text of an input that is no object. */
  raw?: string;
  /** Why the block is not as the source has it. */
  guess?: { what: 'tool_input' | 'tool_name' | 'content'; message: string };
}

export interface CleanBlock extends Cleaning {
  block: ContentBlock;
}

/** The blocks of a message as the API would take them one by one; nothing but empty and blank text is left out. */
export function cleanBlocks(content: Message['content'] | null | undefined): CleanBlock[] {
  const list: unknown[] = typeof content === 'string' ? asBlocks(content) : Array.isArray(content) ? content : [];
  return list.flatMap(cleanBlock);
}

function cleanBlock(block: unknown): CleanBlock[] {
  if (typeof block === 'string') return cleanBlock({ type: 'text', text: block });
  if (!isRecord(block) || typeof block.type !== 'string') {
    if (block === null || block === undefined) return [];
    const guess = { what: 'content', message: 'This part has no type; it is kept as text.' } as const;
    return cleanBlock({ type: 'text', text: textOfValue(block) }).map((clean) => ({ ...clean, guess }));
  }
  switch (block.type) {
    case 'text':
      return cleanText(block);
    case 'tool_use':
      return [cleanCall(block)];
    case 'tool_result':
      return [cleanResult(block as ToolResultBlock)];
    default:
      return [{ block: block as ContentBlock }];
  }
}

function cleanText(block: Record<string, unknown>): CleanBlock[] {
  const text = textOfValue(block.text);
  if (text.trim() === '') return [];
  return [{ block: block.text === text ? (block as ContentBlock) : { ...block, type: 'text', text } }];
}

function cleanCall(block: Record<string, unknown>): CleanBlock {
  // Most blocks are fine: those are not copied, a session has tens of thousands of them.
  if (isRecord(block.input) && typeof block.id === 'string' && typeof block.name === 'string' && block.name !== '') {
    return { block: block as ContentBlock };
  }
  const { input, raw } = readInput(block.input);
  const named = typeof block.name === 'string' && block.name !== '';
  const call = { ...block, type: 'tool_use', id: textOfValue(block.id), name: named ? block.name : 'unknown', input };
  if (raw !== undefined) {
    const message = 'The input is no JSON object; it is empty here and its text is kept aside.';
    return { block: call as ContentBlock, raw, guess: { what: 'tool_input', message } };
  }
  if (named) return { block: call as ContentBlock };
  return { block: call as ContentBlock, guess: { what: 'tool_name', message: 'The source names no tool.' } };
}

/** Arguments as an object: a JSON text is read, nothing means `{}`, any other value is kept under `input`. */
function readInput(given: unknown): { input: Record<string, unknown>; raw?: string } {
  if (isRecord(given)) return { input: given };
  if (given === undefined || given === null) return { input: {} };
  if (typeof given !== 'string') return { input: { input: given } };
  if (given.trim() === '') return { input: {} };
  const value = jsonIn(given);
  if (isRecord(value)) return { input: value };
  if (value === undefined) return { input: {}, raw: given };
  // Arguments encoded twice are a known fault of routers.
  const inner = jsonIn(value);
  return isRecord(inner) ? { input: inner } : { input: { input: value } };
}

const NO_TEXT = '(no output)';

function cleanResult(block: ToolResultBlock): CleanBlock {
  const isPlain = typeof block.tool_use_id === 'string' && typeof block.content === 'string';
  if (isPlain && block.is_error !== true) return { block };
  const { tool_use_id: id, ...rest } = block;
  const content = resultContent(block.content);
  // `rest` also carries the mark of a result that is paired by order.
  const result: ContentBlock = {
    ...rest,
    type: 'tool_result',
    tool_use_id: textOfValue(id),
    ...(content === undefined ? {} : { content }),
  };
  if (content === undefined) delete result.content;
  if (result.is_error !== true || hasOnlyText(content)) return { block: result };
  const texts = Array.isArray(content) ? content.filter((each) => each.type === 'text') : [];
  const guess = { what: 'content', message: 'An error result holds text only; what stood here was replaced.' } as const;
  return { block: { ...result, content: texts.length > 0 ? texts : NO_TEXT }, guess };
}

function hasOnlyText(content: string | ContentBlock[] | undefined): boolean {
  if (typeof content === 'string') return content.trim() !== '';
  return content !== undefined && content.length > 0 && content.every((block) => block.type === 'text');
}

/** Content of a result: text, blocks, or any other value as its JSON; undefined when there is none. */
function resultContent(content: unknown): string | ContentBlock[] | undefined {
  if (content === undefined || content === null) return undefined;
  if (typeof content === 'string') return content;
  if (!Array.isArray(content))
    return isRecord(content) && typeof content.type === 'string' ? [content as ContentBlock] : textOfValue(content);
  return cleanBlocks(content as ContentBlock[]).map(({ block }) => block);
}
