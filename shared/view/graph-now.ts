import type { Branch } from '../session/state.ts';
import type { CallView } from './graph-pairs.ts';
import { nameOf } from './graph-pairs.ts';
import type { NowLine } from './graph-types.ts';
import { duration, groupDigits, type GraphWords, say, sayCount } from './graph-words.ts';

export interface NowView {
  branch: Branch;
  calls: readonly CallView[];
  words: GraphWords;
  /** The API would refuse the next request (a lint error). */
  refused: boolean;
  /** Something of the answer has come. */
  arriving: boolean;
}

/** What the now line says. Null when the branch has ended: then the double rule is where it stands. */
export function nowLine(view: NowView, y: number, height: number): NowLine | null {
  const { branch } = view;
  if (branch.phase === 'ended') return null;
  const text = textOf(view);
  return {
    y,
    height,
    word: branch.phase,
    text,
    tone: view.refused && branch.phase === 'request' ? 'error' : 'now',
    resting:
      branch.phase === 'request' ||
      branch.phase === 'response' ||
      branch.phase === 'tools' ||
      branch.phase === 'results',
    phase: branch.phase,
  };
}

function textOf(view: NowView): string {
  const { branch, words } = view;
  switch (branch.phase) {
    case 'request':
      return view.refused
        ? say(words, 'nowRequestRefused', { count: branch.turn, status: 400 })
        : say(words, 'nowRequest', { count: branch.turn });
    case 'sending':
      if (branch.goal?.kind === 'pause') return say(words, 'nowPausing');
      return view.arriving ? say(words, 'nowArriving') : say(words, 'nowSending', { count: branch.turn });
    case 'backing-off':
      return backoffText(branch, words);
    case 'response':
      return say(words, 'nowResponse');
    case 'tools':
      return toolsText(view);
    case 'running':
      return runningText(view);
    case 'results':
      return say(words, 'nowResults');
    case 'ended':
      return '';
  }
}

function backoffText({ backoff }: Branch, words: GraphWords): string {
  if (!backoff) return '';
  const { try: tried, of, ms } = backoff;
  return say(words, 'nowBackoff', { count: groupDigits(tried), total: groupDigits(of), time: duration(ms) });
}

function namesIn(calls: readonly CallView[], state: string): string {
  return calls
    .filter((call) => call.open?.state === state)
    .map(nameOf)
    .join(', ');
}

function toolsText({ calls, words }: NowView): string {
  const doubt = namesIn(calls, 'in-doubt');
  if (doubt !== '') return say(words, 'nowDoubt', { names: doubt });
  const queued = calls.filter((call) => call.open?.state === 'queued').length;
  return queued === calls.length ? sayCount(words, 'nowTools', queued) : sayCount(words, 'nowToolsLeft', queued);
}

function runningText({ calls, words }: NowView): string {
  const asks = namesIn(calls, 'asks');
  if (asks !== '') return say(words, 'nowAsks', { names: asks });
  const waiting = namesIn(calls, 'waiting');
  if (waiting !== '') return say(words, 'nowWaiting', { names: waiting });
  return sayCount(words, 'nowRunning', calls.filter((call) => call.open?.state === 'running').length);
}
