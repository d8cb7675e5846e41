import type { ContentBlock, ResponseMessage } from '../messages/types.ts';
import type { RequestId } from '../session/events.ts';
import type { OpenAttempt } from '../session/state.ts';
import { card, type GraphSpace, usageText } from './graph-cards.ts';
import { fontOf, TYPE_COLUMN } from './graph-metrics.ts';
import { looseCalls } from './graph-pairs.ts';
import { messageRows, noteRow, type RowDraft, type RowSpace } from './graph-rows.ts';
import { fitEnd, wrapEnd } from './graph-text.ts';
import type { CardNode, Line } from './graph-types.ts';
import { say } from './graph-words.ts';

/** An answer under way, as far as it can be read. `raw` holds tool inputs that are no whole JSON yet, by id. */
export interface LiveAnswer {
  request: RequestId;
  message: Pick<ResponseMessage, 'content' | 'stop_reason' | 'usage'> | null;
  raw: ReadonlyMap<string, string>;
}

/** Lines of the block that grows; older ones move out at the top. */
const GROWING_LINES = 8;

/** The answer under way: finished blocks as usual, the newest with its end in view. */
export function growingCard(space: GraphSpace, attempt: OpenAttempt, index: number, live: LiveAnswer | null): CardNode {
  const { words, metrics, lanes } = space;
  const content = live?.message?.content ?? [];
  const inner: RowSpace = {
    metrics,
    words,
    width: lanes.nodeWidth,
    compact: lanes.compact,
    column: TYPE_COLUMN,
    path: '',
  };
  const rows =
    content.length === 0
      ? [noteRow(inner, 'wait', say(words, 'arriving'), { tone: 'ink-2' })]
      : growingRows(inner, content, live);
  return card(space, {
    id: attempt.id,
    kind: 'assistant',
    lane: 'assistant',
    turn: attempt.turn,
    name: say(words, 'nameGrowing', { turn: attempt.turn }),
    target: { kind: 'attempt', request: attempt.id },
    header: {
      title: 'assistant',
      tone: 'assistant',
      path: `messages.${index}`,
      right: attempt.try > 1 ? say(words, 'try', { count: attempt.try }) : '',
    },
    rows,
    footer: { text: usageText(live?.message?.usage, words) },
    moving: true,
    since: attempt.startedAt,
  });
}

function growingRows(inner: RowSpace, content: ContentBlock[], live: LiveAnswer | null): RowDraft[] {
  const pairs = { calls: looseCalls(content, live?.raw ?? new Map(), false), results: [] };
  const rows = messageRows(inner, content, pairs, { text: 3, thinking: 2 });
  const last = content.length - 1;
  return rows.map((row, index) => {
    const { port: _port, path: _path, block: _block, ...rest } = row;
    return index === last ? grown(inner, rest, content[last], live) : rest;
  });
}

/** The newest block: all its lines, or the last of them, and a caret. */
function grown(inner: RowSpace, row: RowDraft, block: ContentBlock | undefined, live: LiveAnswer | null): RowDraft {
  const text = textOfBlock(block);
  const width = inner.width - row.bodyX - 10;
  if (text !== null) {
    const tone = block?.type === 'thinking' ? { tone: 'ink-2' as const } : {};
    const lines = wrapEnd(text, fontOf('text', inner.metrics), width, GROWING_LINES).map((line): Line => [
      { text: line, face: 'text', ...tone },
    ]);
    return tall(inner, { ...row, lines: lines.length > 0 ? lines : [[]], growing: true });
  }
  const raw = typeof block?.id === 'string' ? live?.raw.get(block.id) : undefined;
  if (raw === undefined) return { ...row, growing: true };
  const input: Line = [{ text: fitEnd(raw.replace(/\s+/g, ' '), fontOf('mono', inner.metrics), width), face: 'mono' }];
  return tall(inner, { ...row, lines: [row.lines[0] ?? [], input], growing: true });
}

function tall(inner: RowSpace, row: RowDraft): RowDraft {
  return { ...row, height: row.lines.length * inner.metrics.leading + inner.metrics.rowPad };
}

function textOfBlock(block: ContentBlock | undefined): string | null {
  if (block?.type === 'text' && typeof block.text === 'string') return block.text;
  return block?.type === 'thinking' && typeof block.thinking === 'string' ? block.thinking : null;
}
