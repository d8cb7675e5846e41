import { apiPath } from '../api-path.ts';
import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { BlockView, LintContext, MessageView } from '../lint-context.ts';
import { isBlank } from '../strings.ts';

/** What several rules need to read a request or to write a repair. */

/** `PATH: text`, the usual form of the API's errors. */
export function apiText(context: LintContext, at: Path, text: string): string {
  return `${apiPath(context.body, at)}: ${text}`;
}

/** `messages.2.content.0`, without union tags: the form of the errors about pairs. */
export function blockPath(view: BlockView): string {
  return ['messages', view.message, 'content', view.index].join('.');
}

/** A member that a request may leave out or set to null alike. */
export function given(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? (record[key] ?? undefined) : undefined;
}

export function recordAt(record: Record<string, unknown>, key: string): Record<string, unknown> | null {
  const value = given(record, key);
  return isRecord(value) ? value : null;
}

/** The list at a key; empty when there is none. */
export function listAt(record: Record<string, unknown>, key: string): readonly unknown[] {
  const value = given(record, key);
  return Array.isArray(value) ? value : [];
}

export function textBlock(text: string): { type: 'text'; text: string } {
  return { type: 'text', text };
}

/** The message a repair makes up: always small, always plain. */
export function newMessage(role: 'user' | 'assistant', content: unknown): Record<string, unknown> {
  return { role, content };
}

/** Taking this message out leaves something to send. */
export function canDropMessage(context: LintContext, index: number): boolean {
  return context.views.some((view) => view.index !== index && view.role !== 'system' && hasContent(view));
}

/** Something in it is not blank text. */
export function hasContent(view: MessageView): boolean {
  return view.blocks.some((block) => !isBlankText(block));
}

export function isBlankText(view: BlockView): boolean {
  return view.type === 'text' && typeof view.block['text'] === 'string' && isBlank(view.block['text']);
}

/** The message view with this index. */
export function viewAt(context: LintContext, index: number): MessageView | undefined {
  const direct = context.views[index];
  return direct?.index === index ? direct : context.views.find((view) => view.index === index);
}

/**
 * Edits that put blocks into a message at a position of its content list. Text given as a string becomes a block
 * behind or before them, as the position says (0 = before the text).
 */
export function insertBlocks(view: MessageView, position: number, blocks: readonly unknown[]): Edit[] {
  const at: Path = ['messages', view.index, 'content'];
  const content = view.raw['content'];
  if (Array.isArray(content)) return [{ path: [...at, position], insert: blocks }];
  const own = typeof content === 'string' && content !== '' ? [textBlock(content)] : [];
  return [{ path: at, value: position === 0 ? [...blocks, ...own] : [...own, ...blocks] }];
}

/** Text of a content value, blocks joined by line breaks; other blocks are left out. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block) => (isRecord(block) && typeof block['text'] === 'string' ? [block['text']] : []))
    .join('\n');
}

export interface DeepBlock {
  block: Record<string, unknown>;
  at: Path;
  /** The block of the message that it is, or stands in. */
  outer: BlockView;
}

const deep = new WeakMap<LintContext, DeepBlock[]>();

/** Every block of the conversation, those inside tool results and server results too. */
export function deepBlocks(context: LintContext): readonly DeepBlock[] {
  const known = deep.get(context);
  if (known) return known;
  const found: DeepBlock[] = [];
  for (const view of context.views) {
    for (const outer of view.blocks) {
      found.push({ block: outer.block, at: outer.at, outer });
      const inner = outer.block['content'];
      if (!Array.isArray(inner)) continue;
      for (const [index, block] of inner.entries()) {
        if (isRecord(block)) found.push({ block, at: [...outer.at, 'content', index], outer });
      }
    }
  }
  deep.set(context, found);
  return found;
}

/** The tool call id a finding inside this block is about, as a list for `ids`. */
export function concernedIds(view: BlockView): { ids?: string[] } {
  const id = view.block['tool_use_id'] ?? view.block['id'];
  return typeof id === 'string' && id !== '' ? { ids: [id] } : {};
}
