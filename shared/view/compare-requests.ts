import { rebuildRequest } from '../loop/compose.ts';
import { blocksOf, isRecord } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { Message, RequestBody } from '../messages/types.ts';
import { estimateRequest } from '../scripted/tokens.ts';
import type { Attempt, OpenAttempt } from '../session/state.ts';
import { type Figures, figuresOf, minusFigures, NO_FIGURES } from './compare-figures.ts';
import { type CompareSide, stepsOf } from './compare-steps.ts';
import { diffRequests, type RequestDiff } from './diff-requests.ts';
import { nextRequest } from './impact-next.ts';
import { pathView } from './inspect-pairs.ts';

/** One request of a path: a try that is over, the one under way, or the one that would leave next. */
export interface PathRequest {
  /** 1-based place among the requests of the path. */
  number: number;
  /** Its id in the log; null for the next one. */
  id: string | null;
  kind: 'answered' | 'lost' | 'open' | 'next';
  turn: number;
  /** 1-based number of the try at the same turn. */
  try: number;
  attempt: Attempt | OpenAttempt | null;
  figures: Figures;
}

/** The requests that led to where a branch stands, oldest first, then the one under way or the next one. */
export function pathRequests(side: CompareSide): PathRequest[] {
  const { state, branch } = side;
  const over = stepsOf(side).flatMap(({ lost, accepted }) => (accepted ? [...lost, accepted] : lost));
  const requests = over.map((attempt, at): PathRequest => ({
    number: at + 1,
    id: attempt.id,
    kind: attempt.outcome === 'complete' ? 'answered' : 'lost',
    turn: attempt.turn,
    try: attempt.try,
    attempt,
    figures: figuresOf(state, [attempt], []),
  }));
  const number = requests.length + 1;
  const open = branch.attempt;
  if (open !== null) {
    const { id, turn } = open;
    requests.push({ number, id, kind: 'open', turn, try: open.try, attempt: open, figures: NO_FIGURES });
  } else if (nextBody(side)) {
    requests.push({ number, id: null, kind: 'next', turn: branch.turn, try: 1, attempt: null, figures: NO_FIGURES });
  }
  return requests;
}

function nextBody({ state, branch }: CompareSide): RequestBody | null {
  const view = pathView(state, branch.id);
  return view === null ? null : (nextRequest(view)?.body ?? null);
}

/** The first part of a request that is not what the request before carried there, in the order in which the API caches. */
export type PrefixBreak =
  | { part: 'model' | 'tools' | 'system' | 'messages-settings'; key: string }
  | { part: 'message'; at: number };

/** What the prompt cache of the API held and gave. Tokens as reported; `brokenAt` is derived from the two bodies. */
export interface CacheReport {
  /** Read from the cache by this request, and written into it. */
  read: number;
  written: number;
  /** What the request before had read and written: so much could be read again. */
  held: number;
  /** Of `held`, not read again. Null while no answer says so. */
  lost: number | null;
  /** Either request carries a `cache_control` mark. */
  marked: boolean;
  /** Null when this request begins with the whole of the one before, so that nothing has to be lost. */
  brokenAt: PrefixBreak | null;
}

/** What one request sends that the one before it on its path did not. */
export interface RequestChange {
  before: RequestBody | null;
  after: RequestBody;
  diff: RequestDiff;
  /** `system`, `messages.2` …: parts that differ in their `cache_control` marks only; left out of `diff`. */
  remarked: string[];
  /** Figures of this request − those of the one before. */
  delta: Figures;
  /** Input tokens: measured where the API has answered, else estimated (`shared/scripted/tokens.ts`). */
  input: { again: number | null; total: number; estimated: boolean };
  cache: CacheReport;
}

/** A request against the one before it; `before` is null for the first. O(messages that differ) but for the settings. */
export function requestChange(side: CompareSide, before: PathRequest | null, request: PathRequest): RequestChange {
  const after = bodyOf(side, request);
  const old = before === null ? null : bodyOf(side, before);
  const { diff, remarked } = withoutMarks(diffRequests(old ?? { ...after, messages: [] }, after));
  const measured = request.figures.input > 0;
  return {
    before: old,
    after,
    diff,
    remarked,
    delta: minusFigures(request.figures, before?.figures ?? NO_FIGURES),
    input: {
      again: old === null ? null : before?.figures.input || estimateRequest(old),
      total: measured ? request.figures.input : estimateRequest(after),
      estimated: !measured,
    },
    cache: cacheReport(before, request, { old, after, diff }),
  };
}

/** Takes out what differs in its marks only: it is no change of what is said, and breaks no cache. */
function withoutMarks(whole: RequestDiff): Pick<RequestChange, 'diff' | 'remarked'> {
  const remarked: string[] = [];
  const keys = whole.keys.filter(({ key, before, after }) => {
    const same = (key === 'system' || key === 'tools') && plain(before) === plain(after);
    if (same) remarked.push(key);
    return !same;
  });
  const messages = whole.messages.filter((change) => {
    const same = change.kind === 'changed' && plainMessage(change.before) === plainMessage(change.message);
    if (same) remarked.push(`messages.${change.at}`);
    return !same;
  });
  return { diff: { ...whole, keys, messages }, remarked };
}

function bodyOf(side: CompareSide, request: PathRequest): RequestBody {
  if (request.attempt !== null) return rebuildRequest(side.state, request.attempt).body;
  const body = nextBody(side);
  if (body === null) throw new Error(`branch ${side.branch.id} sends no next request from here`);
  return body;
}

interface Bodies {
  old: RequestBody | null;
  after: RequestBody;
  diff: RequestDiff;
}

function cacheReport(before: PathRequest | null, request: PathRequest, { old, after, diff }: Bodies): CacheReport {
  const [was, now] = [before?.figures ?? NO_FIGURES, request.figures];
  const held = was.cacheRead + was.cacheWrite;
  const answered = request.kind === 'answered' || now.input > 0;
  return {
    read: now.cacheRead,
    written: now.cacheWrite,
    held,
    lost: answered ? Math.max(0, held - now.cacheRead) : null,
    marked: hasMark(after) || (old !== null && hasMark(old)),
    brokenAt: old === null ? null : prefixBreak(diff),
  };
}

/** Settings that take the cache of the messages with them, but not that of tools and system prompt. */
const MESSAGE_SETTINGS = ['tool_choice', 'thinking'];

/**
 * Tools stand before the system prompt, that before the messages: what changes takes along everything behind it. Each
 * model has a cache of its own. Rules of the API's page on prompt caching ("What invalidates the cache").
 */
function prefixBreak({ keys, messages }: RequestDiff): PrefixBreak | null {
  const changed = new Set(keys.map((change) => change.key));
  for (const part of ['model', 'tools', 'system'] as const) if (changed.has(part)) return { part, key: part };
  const setting = MESSAGE_SETTINGS.find((key) => changed.has(key));
  if (setting) return { part: 'messages-settings', key: setting };
  const first = messages.find((change) => change.kind !== 'new');
  return first ? { part: 'message', at: first.at } : null;
}

function hasMark({ messages, system, tools, cache_control }: RequestBody): boolean {
  if (cache_control != null) return true;
  const lists: unknown[] = [system, tools, ...messages.map((message) => message.content)];
  return lists.some((list) => Array.isArray(list) && list.some((item) => markOf(item) !== undefined));
}

function markOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'cache_control' in item ? item.cache_control : undefined;
}

/** Marks say where the cache ends; they are no part of what is cached. A text is the short form of one block. */
function plainMessage(message: Message): string {
  return canonicalJson({ ...message, content: plain(message.content) });
}

function plain(list: unknown): string {
  const items: unknown[] = Array.isArray(list) ? list : typeof list === 'string' ? blocksOf(list) : [list];
  return canonicalJson(
    items.map((item) => {
      if (!isRecord(item)) return item ?? null;
      const { cache_control: _mark, ...rest } = item;
      return rest;
    }),
  );
}
