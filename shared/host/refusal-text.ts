import type { RefusalReply } from '../api/contract.ts';
import type { SubmitResult } from '../runner/session-runner.ts';
import type { Refusal, RefusalCode } from '../debugger/command-types.ts';

/** In English, for programs; the page has its own sentences in both languages. `%` stands for the detail. */
const SENTENCES: Record<RefusalCode, string> = {
  moving: 'The run is moving. Pause it or wait until it stops, then try again.',
  'waiting-for-result': 'A tool call waits for its result (%). Type it, deny it, or give it another source.',
  ended: 'The run has ended.',
  'ended-at-limit': 'The run ended at a limit. Raise it and continue (%).',
  'not-at-limit': 'The run did not end at this limit (%).',
  'at-response': 'The branch stands at an answer. Step on, or edit the answer.',
  'not-at-request': 'This can be done only before a request is sent.',
  'call-finished': 'The call % has finished. Edit its result instead.',
  'ended-needs-edit': 'The run ended in a way that repeats itself. Edit a message or the request first.',
  'ended-needs-say': 'The model has finished. Say something to go on.',
  'not-moving': 'Nothing is moving.',
  'already-pausing': 'It is pausing already and stops as soon as the answer is complete.',
  'no-subagent': 'The next step is no sub-agent call, so there is nothing to step into.',
  'no-such-branch': 'There is no branch % in this session.',
  'no-such-node': 'There is no message % on this branch.',
  'no-such-call': 'There is no open call % on this branch.',
  'call-running': 'The call % is running. Wait for it or stop the run.',
  'nothing-to-undo': 'There is nothing to undo.',
  'nothing-to-redo': 'There is nothing to redo.',
  'nothing-to-fix': 'There is nothing that can be repaired here.',
  'empty-text': 'The text is empty.',
  'bad-value': 'The value is not allowed: %.',
  'no-call-to-cut': 'The answer has no tool call whose input could be cut.',
  'nothing-to-resume': 'There is no text of an interrupted answer to go on from.',
  'last-branch': 'This is the last branch of the session and stays.',
  'deleted-branch': 'This branch was deleted. Restore it first.',
  stale: 'Something else happened on this branch meanwhile. Look at the new state and try again.',
};

/** What a refusal means and what to do, as one sentence or two. */
export function refusalText({ code, detail }: Refusal): string {
  return SENTENCES[code].replace(' (%)', detail === undefined ? '' : ` (${detail})`).replace('%', detail ?? '');
}

/** 404 for what does not exist, 400 for what makes no sense, 409 for what cannot be done now. */
export function refusalStatus(code: RefusalCode): 400 | 404 | 409 {
  if (code.startsWith('no-such-')) return 404;
  return code === 'bad-value' || code === 'empty-text' ? 400 : 409;
}

/** A page that lags further behind reads the log instead. */
const MOST_SINCE = 20;

/** The contract's answer to a command that was refused. */
export function refusalReply({ refusal, phase, at, since }: Extract<SubmitResult, { ok: false }>): RefusalReply {
  return {
    error: {
      code: refusal.code,
      message: refusalText(refusal),
      phase,
      at,
      ...(refusal.code === 'stale' ? { since: since.slice(-MOST_SINCE) } : {}),
    },
  };
}
