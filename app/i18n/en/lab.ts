/** The stop-reason lab, and the ways on after an interruption. */
export const lab = {
  whatIf: {
    title: 'What if this had been…',
    about:
      'Choose another <code>stop_reason</code> or a fault. A new branch goes on from there; this answer stays as it is.',
    choose: 'Another ending, or a fault',
    madeUp: 'Made up.',
    madeUpReason: 'Nothing was sent: what if <code>stop_reason</code> had been <code>{reason}</code>?',
    madeUpFault: 'Nothing was sent. What if: {fault}?',
    showOriginal: 'Show the original',
    faults: {
      cut_stream: 'The stream is cut in the middle',
      truncated_input: 'Tool input truncated by max_tokens',
      invalid_input: 'Tool input that is no JSON',
      rate_limit: '429 rate_limit_error',
      overloaded: '529 overloaded_error',
      refused: 'Refusal before the first word',
      prompt_too_long: '400, context window exceeded by the prompt',
    },
    /** What the loop does with it by itself; told before anybody picks it. */
    follows: {
      'runs-calls':
        '{calls, plural, one {The call runs} other {All # calls run}}, and the results go back in one user message.',
      'no-call': 'The run fails with protocol_error: a call is announced, and there is none.',
      'open-calls':
        'The run fails with protocol_error: {calls, plural, one {a call} other {# calls}} beside this ending would stay unanswered.',
      'sent-again': 'The answer goes back as it is, nothing is added, and the next request is sent.',
      'too-many-pauses': 'The run stops with pause_limit: no more than {most, number} in a row are allowed.',
      done: 'The run is done. Nothing more is sent until you say something.',
      'cut-ends': 'The run stops as cut off. A call that may be half written never runs.',
      'cut-text-goes-on': 'The cut text stays, and a user message asks the model to go on.',
      'cut-call-asked-again': 'The cut call never runs: the same messages are sent with twice the max_tokens.',
      'cut-call-answered': 'The cut call never runs: it is answered with an error, and the loop goes on.',
      refused: 'The run stops, and that is no completion. The refused answer does not enter the messages.',
      'window-full': 'The run stops. Calls do not run, and the history must be made shorter first.',
      unknown: 'The run stops, says that it does not know this value, and keeps everything.',
      'input-answered': 'That call is not run: an error result tells the model what is wrong. Other calls run.',
      retried: 'The host waits about {wait}, then really sends the same request again, {most, number} times at most.',
      fails: 'The run fails at once: this is not tried again.',
    },
  },
  late: {
    title: 'Arrived late, not applied',
    about: 'The run had been stopped when this came. It is kept here; the model is told what the result above says.',
  },
  waysOn: {
    cut: 'The answer was interrupted. What arrived is kept beside the path and is no message.',
    calls:
      '{calls, plural, one {One call has} other {# calls have}} no result. The API takes the next request only when each one is answered.',
    sendAgain: 'Send again',
    sendAgainNote: 'The same request once more; the model answers from the start.',
    partial: 'Continue from the partial',
    partialNote: 'A text that quotes what arrived is put behind your message and asks to go on.',
    noPartial: 'No text had arrived to go on from.',
    notRun: 'Answer open calls as not run',
    notRunNote: 'Results that are in are kept; for the others the model gets an error, then the request is sent.',
    run: 'Run open calls',
    runNote: 'They run now, also those that had begun, then the request is sent.',
    drop: 'Drop the turn',
    dropNote: 'Back to before this request, nothing is sent. Undo brings the turn back.',
  },
} as const;
