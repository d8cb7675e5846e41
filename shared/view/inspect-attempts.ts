import { rebuildRequest } from '../loop/compose.ts';
import type { RequestBody } from '../messages/types.ts';
import type { Attempt, OpenAttempt } from '../session/state.ts';
import { attemptById } from '../session/tree.ts';
import type { PathView } from './inspect-pairs.ts';
import type { Subject } from './inspect-subject.ts';

/** The request a subject belongs to: one that was sent, or the one that is composed. */
export type RequestOf =
  | {
      kind: 'sent';
      attempt: Attempt | OpenAttempt;
      open: boolean;
      /** It wrote the subject; else it was the first to send it. */ wrote: boolean;
    }
  | { kind: 'next' };

/**
 * An answer belongs to the request that it answers; anything else to the first request that carried it, or to the
 * next one while none has. Null when neither is there.
 */
export function requestOf(view: PathView, subject: Subject): RequestOf | null {
  if (subject.kind === 'attempt') return { kind: 'sent', attempt: subject.attempt, open: subject.open, wrote: true };
  if (subject.kind === 'next' || subject.kind === 'results') return { kind: 'next' };
  const node = subject.kind === 'pair' ? (subject.node ?? answerNode(view, subject)) : subject.node;
  if (node === null) return { kind: 'next' };
  const wrote = attemptById(view.state, node.request);
  if (wrote !== undefined) return { kind: 'sent', attempt: wrote, open: false, wrote: true };
  const carried = attemptsOf(view).find((attempt) => attempt.messages.includes(node.id));
  if (carried !== undefined)
    return { kind: 'sent', attempt: carried, open: carried === view.branch.attempt, wrote: false };
  return view.indexOf.has(node.id) ? { kind: 'next' } : null;
}

/** The message behind a tool run: its results once they are appended. */
function answerNode(view: PathView, subject: Extract<Subject, { kind: 'pair' }>) {
  const { pair, face } = subject;
  const id = face === 'use' ? pair.use?.node : pair.answer?.node;
  return id == null ? null : (view.nodes[view.indexOf.get(id) ?? -1] ?? null);
}

/** All tries on the way to this branch's head, oldest first, the open one last. */
export function attemptsOf(view: PathView): (Attempt | OpenAttempt)[] {
  const { attempts } = view.state.tables;
  const closed = attempts
    .slice(0, view.state.record.lengths.attempts)
    .filter((attempt) => (attempt.head === null ? attempt.branch === view.branch.id : view.indexOf.has(attempt.head)));
  return view.branch.attempt === null ? closed : [...closed, view.branch.attempt];
}

/** The try before this one on the same way; null for the first. Before the next request it is the newest one. */
export function attemptBefore(view: PathView, attempt: Attempt | OpenAttempt | null): Attempt | OpenAttempt | null {
  const attempts = attemptsOf(view);
  if (attempt === null) return attempts.at(-1) ?? null;
  return attempts.findLast((other) => numberOf(other) < numberOf(attempt)) ?? null;
}

/** Ids are `q<seq>`, so their numbers are in order of sending. */
function numberOf(attempt: { id: string }): number {
  return Number(attempt.id.slice(1));
}

/**
 * What the API has seen on this way: the newest request with its answer behind it. Null when nothing was sent.
 * This is what an edit is measured against.
 */
export function seenByApi(view: PathView): RequestBody | null {
  const last = attemptsOf(view).findLast((attempt) => 'outcome' in attempt && attempt.outcome === 'complete');
  return last === undefined || !('message' in last) ? null : bodySeen(view.state, last);
}

/** The request of an attempt with its answer behind it. */
export function bodySeen(state: PathView['state'], attempt: Attempt): RequestBody {
  const { body } = rebuildRequest(state, attempt);
  if (attempt.message === null) return body;
  return { ...body, messages: [...body.messages, { role: 'assistant', content: attempt.message.content }] };
}
