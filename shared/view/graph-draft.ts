import type { CallId } from '../session/events.ts';
import { isFinished } from '../session/reduce-call.ts';
import { card, type GraphSpace } from './graph-cards.ts';
import { editableResult } from './graph-edit.ts';
import { COLUMN_GAP, fontOf, RESULT_COLUMN, SIDE_LEFT, SIDE_RIGHT } from './graph-metrics.ts';
import { type CallView, nameOf } from './graph-pairs.ts';
import { resultPreview } from './graph-preview.ts';
import { pairRef, type RowDraft, spanOf } from './graph-rows.ts';
import { textWidth } from './graph-text.ts';
import type { CardNode, Line } from './graph-types.ts';
import { say } from './graph-words.ts';

/** What the page has open in the draft: lines of text by call, and whether they differ from what is stored. */
export type OpenEditors = ReadonlyMap<CallId, { lines: number; dirty: boolean }>;

export interface DraftView {
  turn: number;
  /** Index the message will have. */
  index: number;
  calls: readonly CallView[];
  /** All results are in and the loop rests here: every result is open for editing. */
  atResults: boolean;
  editors: OpenEditors;
  /** Not a single result is there yet. */
  ghost: boolean;
}

/** Most lines an editor shows at once, by the number of editors in the node. */
function mostLines(editors: number): number {
  if (editors <= 1) return 14;
  if (editors === 2) return 7;
  return editors === 3 ? 5 : 3;
}

/** The user message that is being put together from the results; it is no part of the history yet. */
export function draftCard(space: GraphSpace, view: DraftView): CardNode {
  const { words } = space;
  const done = view.calls.filter((call) => call.open && isFinished(call.open)).length;
  const edited = view.calls.some((call) => call.open?.original != null);
  const right = view.ghost
    ? ''
    : done < view.calls.length
      ? say(words, 'waitingFor', { count: done, total: view.calls.length })
      : '';
  return card(space, {
    id: 'draft',
    kind: 'draft',
    lane: 'user',
    look: view.ghost ? 'ghost' : 'solid',
    turn: view.turn,
    name: say(words, 'nameDraft', { turn: view.turn }),
    target: { kind: 'results' },
    header: {
      title: 'user',
      tone: 'user',
      path: `messages.${view.index}`,
      right: right || say(words, edited ? 'edited' : view.ghost ? 'appended' : 'draft'),
    },
    rows: view.calls.flatMap((call) => draftRows(space, call, view)),
  });
}

function draftRows(space: GraphSpace, call: CallView, view: DraftView): RowDraft[] {
  const open = call.open;
  const finished = open !== null && isFinished(open);
  const editing = finished && (view.atResults || view.editors.has(call.id));
  const rows = [resultLine(space, call, view, editing)];
  if (!open?.result || !editing) return rows;
  const shown = view.editors.get(call.id);
  const text = shown ? null : editableResult(open.result).text;
  const wanted = shown?.lines ?? countLines(text ?? '');
  const lines = Math.max(1, Math.min(wanted, mostLines(view.calls.length)));
  const { metrics } = space;
  const actions = shown?.dirty ? metrics.actions : 0;
  rows.push({
    id: `edit:${call.id}`,
    kind: 'editor',
    height: lines * metrics.editorLeading + metrics.editorPad + actions,
    label: null,
    bodyX: SIDE_LEFT,
    lines: [],
    control: { call: call.id, tool: nameOf(call), state: open.state, lines },
  });
  return rows;
}

/** Lines of a text; counting stops where no editor would show more. */
function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines < 50; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function resultLine(space: GraphSpace, call: CallView, view: DraftView, editing: boolean): RowDraft {
  const { metrics, words, lanes } = space;
  const pair = pairRef(call, metrics);
  const column = lanes.compact ? 0 : RESULT_COLUMN + COLUMN_GAP;
  const bodyX = SIDE_LEFT + column;
  const width = lanes.nodeWidth - bodyX - SIDE_RIGHT - pair.width - COLUMN_GAP;
  const name = spanOf(nameOf(call), 'mono-strong', width, metrics, view.ghost ? { tone: 'ink-2' } : {});
  const left = width - textWidth(name.text, fontOf('mono', metrics)) - COLUMN_GAP;
  const result = call.open?.result ?? null;
  const line: Line = [name];
  const about = editing
    ? ''
    : result
      ? resultPreview(result, words)
      : view.ghost
        ? ''
        : say(words, call.open?.state ?? 'queued');
  if (about !== '' && left > 30)
    line.push(spanOf(about, 'mono', left, metrics, { tone: result?.is_error ? 'error' : 'ink-2' }));
  const path = result ? { path: `messages.${view.index}.content.${call.place}` } : {};
  return {
    id: `result:${call.id}`,
    kind: 'block',
    height: metrics.leading + metrics.rowPad,
    label: lanes.compact ? null : [{ text: 'tool_result', face: 'mono' }],
    bodyX,
    lines: [line],
    pair,
    port: 'result',
    block: call.place,
    ...path,
    ...(result?.is_error ? { mark: 'error' as const } : {}),
  };
}
