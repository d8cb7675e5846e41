import { blocksOf } from '../../messages/blocks.ts';
import { assemble, oneLine } from '../conversation.ts';
import type { ImportedBranch, ImportedConversation, RecordRef } from '../import-types.ts';
import { layOut } from '../lay-out.ts';
import type { LaidOut } from '../lay-out.ts';
import { between } from '../time.ts';
import { Transcript } from '../transcript.ts';
import type { BranchLine, Segment } from './graph.ts';
import type { CcMessage, CcRow } from './rows.ts';

/** What is known of a session beside its rows. */
export interface CcHead {
  id: string;
  title: string | null;
  format: string;
  file: string;
  parent?: ImportedConversation['parent'];
  agent?: ImportedConversation['agent'];
  /** Events that have no place in the tree. */
  events?: readonly CcEvent[];
}

/** Something that happened at a place of the file. */
export interface CcEvent {
  kind: string;
  index: number;
  at: number | null;
  text: string;
  ref: RecordRef;
}

const OPTIONS = { joinUsers: true };

/**
 * Makes a conversation of the segments of one session. Its messages are those since the last compaction, which is what
 * the model saw; earlier segments and rewound lines are branches.
 */
export function buildConversation(segments: readonly Segment[], head: CcHead): ImportedConversation {
  const ordered = segments.toSorted((left, right) => left.leaf.index - right.leaf.index);
  const main = ordered.at(-1);
  if (!main) throw new Error('a conversation needs at least one segment');
  const line = transcriptOf(main.main, eventsIn(main.rows, head.events ?? []));
  const laid = layOut(line.items, OPTIONS);
  const conversation = assemble(line, laid, {
    id: head.id,
    format: head.format,
    file: head.file,
    title: head.title ?? firstPrompt(ordered),
    ...(head.parent ? { parent: head.parent } : {}),
  });
  const branches = [
    ...ordered.slice(0, -1).flatMap((segment, index) => earlier(segment, index)),
    ...main.branches.map((branch, index) => rewound(branch, main.main, laid, index)),
  ];
  const compacted = compactions(ordered.slice(0, -1));
  return {
    ...conversation,
    branches,
    ...(head.agent ? { agent: head.agent } : {}),
    ...(compacted.length > 0 ? { events: [...compacted, ...(conversation.events ?? [])] } : {}),
  };
}

const EVENTS = new Map([
  ['compact_boundary', 'compaction'],
  ['microcompact_boundary', 'microcompaction'],
  ['api_error', 'retry'],
]);

/** What happened beside the messages of a tree: its system rows of interest, and what the file adds. */
function eventsIn(rows: readonly CcRow[], more: readonly CcEvent[]): CcEvent[] {
  const own = rows.flatMap((row) => {
    const kind = row.subtype === null ? undefined : EVENTS.get(row.subtype);
    return kind === undefined ? [] : [{ kind, index: row.index, at: row.at, text: row.text ?? kind, ref: row.ref }];
  });
  return [...own, ...more].toSorted((left, right) => left.index - right.index);
}

function compactions(segments: readonly Segment[]) {
  return segments.flatMap(({ rows }) =>
    rows
      .filter((row) => row.subtype === 'compact_boundary')
      .map((row) => ({ kind: 'compaction', after: 0, at: row.at, text: row.text ?? 'Compacted', source: row.ref })),
  );
}

/** Items of a line: rows of one answer are one item at the place of the first of them. */
function transcriptOf(rows: readonly CcRow[], events: readonly CcEvent[] = []): Transcript {
  const transcript = new Transcript();
  const answers = answersOf(rows);
  const waiting = [...events];
  let asked: number | null = null;
  for (const row of rows) {
    while (waiting[0] && waiting[0].index < row.index) tell(transcript, waiting.shift());
    const { message } = row;
    if (!message) continue;
    if (row.fake) transcript.event('api_error', oneLine(textOf(message)), row.at, row.ref);
    else if (message.role === 'user') {
      transcript.user(message.content, [row.ref]);
      asked = row.at ?? asked;
      if (isInterrupt(message)) transcript.event('interrupted', 'Interrupted by the user', row.at, row.ref);
    } else {
      const parts = answers.get(keyOf(row)) ?? [row];
      if (parts[0] === row) addAnswer(transcript, parts, asked);
    }
  }
  for (const event of waiting) tell(transcript, event);
  return transcript;
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
  const content =
    first && parts.length === 1 && first.message
      ? first.message.content
      : parts.flatMap((part) => (part.message ? blocksOf(part.message.content) : []));
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

function textOf(message: CcMessage): string {
  return blocksOf(message.content)
    .map((block) => (block.type === 'text' ? String(block.text) : ''))
    .join(' ');
}

function isInterrupt(message: CcMessage): boolean {
  return textOf(message).startsWith('[Request interrupted by user');
}

function firstPrompt(segments: readonly Segment[]): string | null {
  for (const { main } of segments) {
    for (const row of main) {
      if (row.meta || row.message?.role !== 'user') continue;
      const text = textOf(row.message).trim();
      if (text !== '' && !text.startsWith('<') && !text.startsWith('[Request interrupted')) return text;
    }
  }
  return null;
}

/** A segment before a compaction, and the lines that were rewound in it. */
function earlier(segment: Segment, index: number): ImportedBranch[] {
  const line = transcriptOf(segment.main);
  const laid = layOut(line.items, OPTIONS);
  const id = `segment-${index + 1}`;
  const lines = [{ id, laid, title: firstPrompt([segment]) }];
  for (const [number, branch] of segment.branches.entries()) {
    const cut = segment.main.filter((row) => row.index <= branch.fork.index);
    const other = transcriptOf([...cut, ...branch.rows]);
    lines.push({ id: `${id}.${number + 1}`, laid: layOut(other.items, OPTIONS), title: promptOf(branch) });
  }
  return lines.map(({ id: own, laid: { messages, turns, synthetic }, title }) => ({
    id: own,
    why: 'segment',
    title: oneLine(title ?? `Part ${index + 1}`),
    from: 0,
    messages,
    turns,
    ...(synthetic.length > 0 ? { synthetic } : {}),
  }));
}

function promptOf(branch: BranchLine): string | null {
  return (
    branch.rows
      .map((row) => (row.message?.role === 'user' && !row.meta ? textOf(row.message).trim() : ''))
      .find((text) => text !== '') ?? null
  );
}

/**
 * A line that leaves the main one. Only its own end is laid out, from the answer before the fork on: all before that
 * is the main line's.
 */
function rewound(branch: BranchLine, main: readonly CcRow[], laid: LaidOut, index: number): ImportedBranch {
  const shared = main.filter((row) => row.index <= branch.fork.index && !branch.rows.includes(row));
  const line = transcriptOf([...shared, ...branch.rows].toSorted((left, right) => left.index - right.index));
  const { messages, turns, synthetic, sources } = layOut(line.items, OPTIONS);
  let from = 0;
  while (from < messages.length && from < laid.sources.length && sameSources(sources[from], laid.sources[from]))
    from += 1;
  // An answer at the fork has lost the calls that only the other line made, or has gained a made-up result.
  while (from > 0 && JSON.stringify(messages[from - 1]) !== JSON.stringify(laid.messages[from - 1])) from -= 1;
  return {
    id: `b${index + 1}`,
    why: 'rewind',
    title: oneLine(promptOf(branch) ?? 'Another line'),
    from,
    messages: messages.slice(from),
    turns: turns.filter((turn) => (turn.messageIndex ?? from) >= from),
    ...(synthetic.length > 0 ? { synthetic } : {}),
  };
}

function sameSources(left: readonly number[] | undefined, right: readonly number[] | undefined): boolean {
  return (
    left !== undefined &&
    right !== undefined &&
    left.length === right.length &&
    left.every((each, at) => each === right[at])
  );
}
