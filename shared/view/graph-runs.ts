import type { CallResult } from '../session/events.ts';
import type { OpenCall } from '../session/state.ts';
import { card, type GraphSpace } from './graph-cards.ts';
import { COLUMN_GAP, fontOf, SIDE_LEFT, SIDE_RIGHT } from './graph-metrics.ts';
import { type CallView, nameOf } from './graph-pairs.ts';
import { oneLine, resultPreview, shortJson } from './graph-preview.ts';
import { noteRow, pairRef, type RowDraft, type RowSpace, spanOf } from './graph-rows.ts';
import { textWidth } from './graph-text.ts';
import type { CardNode, Line, Mark, Tone } from './graph-types.ts';
import { duration, type GraphWord, say } from './graph-words.ts';

/** Lines of the text box in which a person types a result. */
export const ANSWER_LINES = 4;

/** How a run is drawn beside what the log knows of it. */
export interface RunView {
  /** Stands under others: lower rows. */
  stacked: boolean;
  /** The loop has ended or gone on without it. */
  over: boolean;
  /** Not there yet: the answer is complete, its calls are listed at the next stop. */
  ghost: boolean;
  pulse: boolean;
}

/** Where a call stands: what is open decides, then the log, then the result on the path. */
export function markOf(call: CallView, view: Pick<RunView, 'over'>): Mark {
  const { open, finished, result } = call;
  if (open) {
    const unfinished =
      open.state === 'queued' || open.state === 'asks' || open.state === 'waiting' || open.state === 'running';
    return view.over && unfinished ? 'not-run' : open.state;
  }
  if (finished) return finished.state;
  if (!result) return 'unknown';
  return resultIsError(call) ? 'error' : 'ok';
}

function resultIsError(call: CallView): boolean {
  const content = call.result?.node.content;
  const block = Array.isArray(content) ? content[call.result?.block ?? -1] : undefined;
  return block?.is_error === true;
}

const TONES: Partial<Record<Mark, Tone>> = {
  error: 'error',
  denied: 'error',
  'in-doubt': 'warning',
  'not-run': 'ink-2',
  unknown: 'ink-2',
};

/** A tool run: its header is where the call goes in, its result row where the result comes out. */
export function runCard(space: GraphSpace, call: CallView, view: RunView): CardNode {
  const { metrics, words } = space;
  const mark = view.ghost ? 'queued' : markOf(call, view);
  const known = call.open ?? call.finished;
  const name = nameOf(call);
  const state = view.ghost ? say(words, 'nextRun') : say(words, mark as GraphWord);
  const suffix = call.label.ordinal === null ? '' : ` ${call.label.ordinal}`;
  const parts = card(space, {
    id: `run:${call.id}`,
    kind: 'run',
    lane: 'tools',
    look: view.ghost ? 'ghost' : 'solid',
    turn: 0,
    name: `${say(words, 'nameRun', { tool: call.name, state: nameState(mark, state) })}${suffix}`,
    target: { kind: 'call', call: call.id },
    header: {
      title: call.name,
      tone: 'tool',
      mono: true,
      path: '',
      right: view.ghost ? '' : sourceText(space, call),
      height: view.stacked ? metrics.stackHeader : metrics.header,
      pulse: view.pulse,
    },
    rows: runRows(space, call, mark, view, name, state),
    moving: mark === 'running',
    call: call.id,
    ...(known ? { source: known.source } : {}),
    ...(call.open?.startedAt != null ? { since: call.open.startedAt } : {}),
  });
  const out = parts.rows.find((row) => row.port === 'out');
  return { ...parts, exit: { x: parts.x, y: out ? out.y + out.height / 2 : parts.height } };
}

/** In an accessible name the plain state stands: `asks`, not "asks first". */
function nameState(mark: Mark, shown: string): string {
  return mark === 'asks' || mark === 'waiting' ? mark : shown;
}

/** `scripted · 312 ms`, `typed`, `delay 3 s` before and `injected · 3.3 s` after the run. */
function sourceText(space: GraphSpace, call: CallView): string {
  const known: Pick<OpenCall, 'source' | 'durationMs'> | null = call.open ?? call.finished;
  if (!known) return say(space.words, 'recorded');
  const injection = call.open?.injection ?? null;
  const done = call.finished !== null || call.open?.endedAt != null;
  if (injection?.kind === 'delay' && !done) return say(space.words, 'delayed', { time: duration(injection.ms) });
  const source = say(space.words, injection ? 'injected' : known.source);
  return done && known.durationMs > 0 ? `${source} · ${duration(known.durationMs)}` : source;
}

function runRows(
  space: GraphSpace,
  call: CallView,
  mark: Mark,
  view: RunView,
  name: string,
  state: string,
): RowDraft[] {
  const inner = runSpace(space);
  const rows = [stateRow(space, inner, call, mark, view, state)];
  if (call.open?.inputEdited || call.finished?.inputEdited) rows.push(inputRow(space, inner, call));
  if (call.late) rows.push(lateRow(space, inner, call.late));
  const control = { call: call.id, tool: name, state: call.open?.state ?? 'queued', lines: ANSWER_LINES } as const;
  if (view.over || view.ghost) return rows;
  if (mark === 'waiting') rows.push(answerRow(space, control));
  if (mark === 'asks' || mark === 'in-doubt') {
    rows.push({ ...blank('actions', space.metrics.actions), id: 'actions', control });
  }
  return rows;
}

function runSpace(space: GraphSpace): RowSpace {
  const { metrics, words, lanes } = space;
  return { metrics, words, width: lanes.runWidth, compact: true, column: 0, path: '' };
}

function blank(kind: RowDraft['kind'], height: number): Omit<RowDraft, 'id'> {
  return { kind, height, label: null, bodyX: SIDE_LEFT, lines: [] };
}

/** A text box of fixed height with its buttons. */
function answerRow(space: GraphSpace, control: NonNullable<RowDraft['control']>): RowDraft {
  const { metrics } = space;
  const height = control.lines * metrics.editorLeading + metrics.editorPad + metrics.actions;
  return { ...blank('answer', height), id: 'answer', control };
}

const ICON = 20;

function stateRow(
  space: GraphSpace,
  inner: RowSpace,
  call: CallView,
  mark: Mark,
  view: RunView,
  word: string,
): RowDraft {
  const { metrics, words } = space;
  const pair = pairRef(call, metrics);
  const bodyX = SIDE_LEFT + ICON;
  const width = inner.width - bodyX - SIDE_RIGHT - pair.width - COLUMN_GAP;
  const tone = TONES[mark];
  const first = spanOf(word, 'mono-strong', width, metrics, tone ? { tone } : {});
  const left = width - textWidth(first.text, fontOf('mono-strong', metrics)) - COLUMN_GAP;
  const text = previewOf(call, words);
  const line: Line = [first];
  if (text !== '' && left > 30)
    line.push(spanOf(text, 'mono', left, metrics, { tone: tone === 'error' ? 'error' : 'ink-2' }));
  const height = view.stacked ? metrics.stackRow : metrics.leading + metrics.rowPad;
  return { ...blank('state', height), id: 'state', bodyX, lines: [line], mark, pair, port: 'out' };
}

function previewOf(call: CallView, words: GraphSpace['words']): string {
  const result = call.open?.result ?? call.finished?.result;
  if (result) return resultPreview(result, words);
  const content = call.result?.node.content;
  const block = Array.isArray(content) ? content[call.result?.block ?? -1] : undefined;
  if (!block) return '';
  return resultPreview({ content: (block.content as string) ?? '', is_error: block.is_error === true }, words);
}

/** What came when nobody waited for it any more: kept, shown, applied to nothing. */
function lateRow(space: GraphSpace, inner: RowSpace, late: CallResult): RowDraft {
  const text = `${say(space.words, 'late')}: ${resultPreview(late, space.words)}`;
  return noteRow(inner, 'late', text, { lines: 2, tone: 'ink-2' });
}

/** What is executed differs from what the model wrote and will go on seeing. */
function inputRow(space: GraphSpace, inner: RowSpace, call: CallView): RowDraft {
  const { words } = space;
  const input = oneLine(shortJson((call.open ?? call.finished)?.input));
  const row = noteRow(inner, 'input', `${say(words, 'inputEdited')} ${input}`, { lines: 2, tone: 'ink-2' });
  return { ...row, mark: 'queued' };
}
