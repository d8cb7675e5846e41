import { canonicalJson } from '../messages/canonical-json.ts';
import type { Message, RequestBody } from '../messages/types.ts';

/** What happened to one message between two requests; `at` is its index in its own list. */
export type MessageChange =
  | { kind: 'new'; at: number; message: Message }
  | { kind: 'gone'; at: number; message: Message }
  | { kind: 'changed'; at: number; message: Message; before: Message };

export interface KeyChange {
  key: string;
  kind: 'new' | 'gone' | 'changed';
  before: unknown;
  after: unknown;
}

export interface RequestDiff {
  /** Leading messages that both requests carry: sent again, since the API remembers nothing. */
  again: number;
  messages: MessageChange[];
  /** Top-level fields besides `messages` that differ. */
  keys: KeyChange[];
}

/**
 * What a request sends that the one before did not. A loop only appends, so the lists are compared from the
 * front; behind the first difference messages are paired by index as long as their roles agree.
 */
export function diffRequests(before: RequestBody, after: RequestBody): RequestDiff {
  const old = before.messages;
  const next = after.messages;
  let again = 0;
  while (again < old.length && again < next.length && sameJson(old[again], next[again])) again++;
  const messages: MessageChange[] = [];
  for (let at = again; at < Math.max(old.length, next.length); at++) {
    messages.push(...messageChange(old[at], next[at], at));
  }
  return { again, messages, keys: keyChanges(before, after) };
}

function messageChange(before: Message | undefined, after: Message | undefined, at: number): MessageChange[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'new', at, message: after }];
  if (after === undefined) return [{ kind: 'gone', at, message: before }];
  if (sameJson(before, after)) return [];
  if (before.role === after.role) return [{ kind: 'changed', at, message: after, before }];
  return [
    { kind: 'gone', at, message: before },
    { kind: 'new', at, message: after },
  ];
}

function keyChanges(before: RequestBody, after: RequestBody): KeyChange[] {
  const old = new Map(Object.entries(before));
  const next = new Map(Object.entries(after));
  const changes: KeyChange[] = [];
  for (const key of new Set([...old.keys(), ...next.keys()])) {
    if (key === 'messages') continue;
    const pair = { before: old.get(key), after: next.get(key) };
    if (!old.has(key)) changes.push({ key, kind: 'new', ...pair });
    else if (!next.has(key)) changes.push({ key, kind: 'gone', ...pair });
    else if (!sameJson(pair.before, pair.after)) changes.push({ key, kind: 'changed', ...pair });
  }
  return changes;
}

function sameJson(left: unknown, right: unknown): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right);
}
