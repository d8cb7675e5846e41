import { isText } from '../messages/blocks.ts';
import type { Message } from '../messages/types.ts';
import type { ImportedConversation } from './import-types.ts';
import { layOut } from './lay-out.ts';
import type { LaidOut, LayOutOptions } from './lay-out.ts';
import { safeBlocks } from './safe-blocks.ts';
import type { Transcript } from './transcript.ts';

/** What is the same for all conversations of one file, or given by the importer. */
export interface ConversationHead {
  id: string;
  format: string;
  file: string;
  title?: string | null;
  parent?: ImportedConversation['parent'];
}

const TITLE_CHARS = 80;

/**
 * The first words a person typed, on one line, as a title; null when there are none. Text that begins with a tag was
 * put there by a program (`<system-reminder>`, `<environment_context>`) and only serves when nothing else does.
 */
export function titleFrom(messages: readonly Message[]): string | null {
  let tagged: string | null = null;
  for (const message of messages) {
    if (message.role !== 'user') continue;
    for (const block of safeBlocks(message.content).filter(isText)) {
      const title = oneLine(block.text);
      if (title !== '' && !title.startsWith('<')) return title;
      if (title !== '') tagged ??= title;
    }
  }
  return tagged;
}

/** Text on one line, cut at the length of a title. */
export function oneLine(text: string): string {
  const line = text.slice(0, 1000).replaceAll(/\s+/g, ' ').trim();
  return line.length > TITLE_CHARS
    ? `${[...line].slice(0, TITLE_CHARS - 1).join('')}…`.toWellFormed()
    : line.toWellFormed();
}

/** Lays a transcript out and makes a conversation of it. */
export function conversationOf(
  transcript: Transcript,
  head: ConversationHead,
  options: LayOutOptions = {},
): ImportedConversation {
  return assemble(transcript, layOut(transcript.items, options), head);
}

/** The same for a line that has been laid out already. */
export function assemble(transcript: Transcript, line: LaidOut, head: ConversationHead): ImportedConversation {
  const guesses = [...transcript.guesses, ...line.guesses];
  if (line.repairedStrings > 0) guesses.push(halfPairs(line.repairedStrings));
  const rawInput = [...transcript.rawInput, ...line.rawInput];
  const events = transcript.events.map((event) => ({
    ...event,
    after: line.before[event.after] ?? line.messages.length,
  }));
  return {
    id: head.id,
    title: oneLine(head.title ?? transcript.title ?? '') || (titleFrom(line.messages) ?? head.id),
    parent: head.parent ?? null,
    model: transcript.model,
    system: transcript.system,
    tools: transcript.tools,
    messages: line.messages,
    turns: line.turns,
    branches: [],
    format: head.format,
    file: head.file,
    ...(transcript.settings ? { settings: transcript.settings } : {}),
    ...(events.length > 0 ? { events } : {}),
    ...(guesses.length > 0 ? { guesses } : {}),
    ...(line.synthetic.length > 0 ? { synthetic: line.synthetic } : {}),
    ...(rawInput.length > 0 ? { rawInput } : {}),
    origins: line.origins,
  };
}

/**
 * The same for a history that was compacted or replaced on the way: the last part is the conversation, what it replaced
 * are branches. Parts without a message are left out; null when nothing is left.
 */
export function conversationOfParts(
  parts: readonly Transcript[],
  head: ConversationHead,
  options: LayOutOptions = {},
): ImportedConversation | null {
  const filled = parts.filter((part) => part.items.length > 0);
  const last = filled.at(-1);
  if (!last) return null;
  const earlier = filled.slice(0, -1);
  const lines = earlier.map((part) => layOut(part.items, options));
  const titled = lines.map((line) => titleFrom(line.messages)).find((title) => title !== null);
  const own = head.title ?? last.title ?? titled ?? null;
  const conversation = conversationOf(last, { ...head, title: own }, options);
  return {
    ...conversation,
    branches: lines.map(({ messages, turns, synthetic }, index) => ({
      id: `segment-${index + 1}`,
      why: 'segment',
      title: titleFrom(messages) ?? `Part ${index + 1}`,
      from: 0,
      messages,
      turns,
      ...(synthetic.length > 0 ? { synthetic } : {}),
    })),
  };
}

function halfPairs(count: number) {
  const message = `${count} strings held half a surrogate pair, which UTF-8 cannot carry; U+FFFD stands there now.`;
  return { what: 'content', path: 'messages', message } as const;
}
