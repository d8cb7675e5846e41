import { oneLine } from '../conversation.ts';
import { joinedBlocks } from '../dedupe-blocks.ts';
import type { RecordRef } from '../import-types.ts';
import { between } from '../time.ts';
import { safeText } from '../safe-blocks.ts';
import { Transcript } from '../transcript.ts';
import type { CcMessage, CcRow } from './rows.ts';

/** Something that happened at a place of the file. */
export interface CcEvent {
  kind: string;
  index: number;
  at: number | null;
  text: string;
  ref: RecordRef;
}

/** A line as items, and the item that begins with each row. */
export interface LineDraft {
  transcript: Transcript;
  itemOf: Map<CcRow, number>;
}

/**
 * Items of a line: rows of one answer are one item at the place of the first of them. `asked` is when the message before
 * the line was said.
 */
export function transcriptOf(
  rows: readonly CcRow[],
  events: readonly CcEvent[] = [],
  asked: number | null = null,
): LineDraft {
  const transcript = new Transcript();
  const answers = answersOf(rows);
  const waiting = [...events];
  const itemOf = new Map<CcRow, number>();
  let since = asked;
  for (const row of rows) {
    while (waiting[0] && waiting[0].index < row.index) tell(transcript, waiting.shift());
    const { message } = row;
    if (!message) continue;
    if (row.fake) transcript.event('api_error', oneLine(textOf(message)), row.at, row.ref);
    else if (message.role === 'user') {
      itemOf.set(row, transcript.items.length);
      transcript.user(message.content, [row.ref]);
      since = row.at ?? since;
      if (isInterrupt(message)) transcript.event('interrupted', 'Interrupted by the user', row.at, row.ref);
    } else {
      const parts = answers.get(keyOf(row)) ?? [row];
      if (parts[0] !== row) continue;
      itemOf.set(row, transcript.items.length);
      addAnswer(transcript, parts, since);
    }
  }
  for (const event of waiting) tell(transcript, event);
  return { transcript, itemOf };
}

function tell(transcript: Transcript, event: CcEvent | undefined): void {
  if (event) transcript.event(event.kind, event.text, event.at, event.ref);
}

function keyOf(row: CcRow): string {
  return row.message?.id ?? `row ${row.index}`;
}

function answersOf(rows: readonly CcRow[]): Map<string, CcRow[]> {
  const answers = new Map<string, CcRow[]>();
  for (const row of rows) {
    if (row.message?.role !== 'assistant' || row.fake) continue;
    const list = answers.get(keyOf(row));
    if (list) list.push(row);
    else answers.set(keyOf(row), [row]);
  }
  return answers;
}

/** Usage stands on every row of an answer and grows; the last one counts, once. */
function addAnswer(transcript: Transcript, parts: readonly CcRow[], asked: number | null): void {
  const last = <T>(read: (message: CcMessage) => T | null): T | null => {
    for (const part of parts.toReversed()) {
      const value = part.message ? read(part.message) : null;
      if (value !== null) return value;
    }
    return null;
  };
  const first = parts[0];
  const startedAt = asked ?? first?.at ?? null;
  const id = first?.message?.id ?? null;
  const [only] = parts;
  const content =
    only?.message && parts.length === 1
      ? only.message.content
      : joinedBlocks(parts.map((part) => part.message?.content ?? ''));
  transcript.assistant(
    content,
    parts.map((part) => part.ref),
    {
      stopReason: last((message) => message.stopReason),
      usage: last((message) => message.usage),
      model: last((message) => message.model),
      startedAt,
      durationMs: between(startedAt, parts.at(-1)?.at ?? null),
      ...(id === null ? {} : { id }),
      guessed: ['startedAt', 'durationMs'],
    },
  );
}

export function textOf(message: CcMessage): string {
  return safeText(message.content);
}

function isInterrupt(message: CcMessage): boolean {
  return textOf(message).startsWith('[Request interrupted by user');
}

/** What a person typed first, commands and injected text aside. */
export function firstPrompt(lines: readonly (readonly CcRow[])[]): string | null {
  for (const main of lines) {
    for (const row of main) {
      if (row.meta || row.message?.role !== 'user') continue;
      const text = textOf(row.message).trim();
      if (text !== '' && !text.startsWith('<') && !text.startsWith('[Request interrupted')) return text;
    }
  }
  return null;
}
