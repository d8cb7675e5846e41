import { assemble } from '../conversation.ts';
import type { ImportedConversation } from '../import-types.ts';
import { earlierSegment, mainLine, rewound } from './branches.ts';
import type { Segment } from './graph.ts';
import { firstPrompt, transcriptOf } from './line-items.ts';
import type { CcEvent } from './line-items.ts';
import type { CcRow } from './rows.ts';

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

/**
 * Makes a conversation of the segments of one session. Its messages are those since the last compaction, which is what
 * the model saw; earlier segments and rewound lines are branches.
 */
export function buildConversation(segments: readonly Segment[], head: CcHead): ImportedConversation {
  const ordered = segments.toSorted((left, right) => left.leaf.index - right.leaf.index);
  const last = ordered.at(-1);
  if (!last) throw new Error('a conversation needs at least one segment');
  const before = ordered.slice(0, -1);
  const draft = transcriptOf(last.main, eventsIn(last.rows, head.events ?? []));
  const main = mainLine(last.main, draft);
  const conversation = assemble(draft.transcript, main.laid, {
    id: head.id,
    format: head.format,
    file: head.file,
    title: head.title ?? firstPrompt(ordered.map((segment) => segment.main)),
    ...(head.parent ? { parent: head.parent } : {}),
  });
  const compacted = compactions(before);
  return {
    ...conversation,
    branches: [
      ...before.flatMap((segment, index) => earlierSegment(segment, index + 1)),
      ...last.branches.map((branch, index) => rewound(branch, main, `b${index + 1}`)),
    ],
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
