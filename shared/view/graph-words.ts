/**
 * Every text that the graph writes by itself, in English. API names stay verbatim and are not here. `{name}` is a
 * place to fill in. The page hands in the same table in the person's language; exports made without a page use
 * this one.
 */
export const ENGLISH_GRAPH_WORDS = {
  laneUser: 'User role',
  laneAssistant: 'Assistant',
  laneTools: 'Tools',
  laneToolsNote: 'your code; no role of its own',
  laneTurn: 'Turn',

  nameUser: 'user message, turn {turn}',
  nameResults: 'user message, tool results, turn {turn}',
  nameDraft: 'user message, tool results, turn {turn}, draft',
  nameSystem: 'system message, turn {turn}',
  nameAssistant: 'assistant message, turn {turn}, stop_reason {reason}',
  nameGrowing: 'assistant message, turn {turn}, arriving',
  nameAttempt: 'attempt, turn {turn}, {outcome}',
  nameAttemptStatus: 'attempt, turn {turn}, status {status}',
  nameRun: 'tool run {tool}, {state}',
  nameNext: 'next: {text}',
  nameEnd: 'end: {text}',
  nameTurn: 'turn {turn}, collapsed: {text}',
  nameFork: 'branches from here: {names}',

  draft: 'draft, not sent',
  waitingFor: '{count} of {total} in',
  edited: 'edited by hand',
  repaired: 'repaired',
  imported: 'imported',
  madeUp: 'made up',
  nothingSent: 'nothing was sent',
  arriving: 'arriving',
  tokens: 'in {input} · out {output}',
  try: 'try {count}',

  ok: 'ok',
  error: 'error',
  denied: 'denied',
  cut: 'cut',
  asks: 'asks first',
  waiting: 'waits for you',
  queued: 'listed',
  running: 'running',
  'in-doubt': 'in doubt',
  'not-run': 'not run',
  unknown: 'nothing recorded',
  server: 'runs at the provider',
  inputEdited: 'runs with your input',
  late: 'arrived late, not applied',
  noResult: 'no tool_result',
  noCall: 'no tool_use',
  forId: 'for {id}',
  second: 'a second tool_result',
  neverRun: 'cut off, never run',
  empty: 'no content',
  emptyAnswer: 'an empty answer',
  emptyText: 'empty text',
  image: 'image',
  document: 'document',
  blocks: '{count} blocks',

  live: 'live',
  scripted: 'scripted',
  recorded: 'recorded',
  typed: 'typed',
  javascript: 'JS',
  injected: 'injected',
  delayed: 'delay {time}',

  request: 'request {count}',
  newSetup: 'request {count}, new setup',
  runTools: 'run tools',
  sendAgain: 'send again',
  done: 'done',
  stopped: 'stopped',
  failed: 'failed',
  goOn: 'continue',
  askAgain: 'ask again',
  retry: 'try again',
  retryIn: 'wait {time}, try again',
  protocol: 'breaks the rules',

  outcomeRefused: 'refused',
  outcomeEmpty: 'empty',
  outcomeAbandoned: 'abandoned',
  outcomeAside: 'set aside',
  outcomeFailed: 'failed',
  outcomeCut: 'cut off',
  outcomeInterrupted: 'interrupted',
  outcomeCancelled: 'cancelled',

  nextRequest: 'request {count} will be sent',
  nextRetry: 'try {count} of {total}',
  nextMessages_one: '{count} message',
  nextMessages_other: '{count} messages',
  nextTokens: '{messages} · {tokens} tokens in',
  nextRun: 'will be listed',
  backInOne: 'goes back inside one user message',
  appended: 'to be appended',

  nowRequest: 'Request {count} is composed, not sent.',
  nowRequestRefused: 'Request {count} is composed, not sent. The API would refuse it with {status}.',
  nowSending: 'Request {count} is on its way.',
  nowArriving: 'The answer is arriving.',
  nowPausing: 'The answer is arriving; then the loop pauses.',
  nowBackoff: 'Try {count} of {total} goes out in {time}.',
  nowResponse: 'The answer is complete. Its stop_reason decides what follows.',
  nowTools_one: 'One call is listed. It has not run.',
  nowTools_other: '{count} calls are listed. None has run.',
  nowToolsLeft_one: 'One call is left to run.',
  nowToolsLeft_other: '{count} calls are left to run.',
  nowDoubt: 'The server died while {names} ran: run again, type, or answer as an error.',
  nowRunning_one: 'One call is running.',
  nowRunning_other: '{count} calls are running.',
  nowWaiting: 'Waiting for a result: {names}.',
  nowAsks: 'Waiting for your permission: {names}.',
  nowResults: 'All results are in. Nothing is appended yet: edit, then step.',

  totals: '{requests}, {runs}',
  requests_one: '1 request',
  requests_other: '{count} requests',
  runs_one: '1 tool run',
  runs_other: '{count} tool runs',
  limitTotals: '{value} of {at}',

  results_one: '1 result',
  results_other: '{count} results',
  lines_one: '1 line',
  lines_other: '{count} lines',
  columnNote_one: '1 turn',
  columnNote_other: '{count} turns',
} as const;

export type GraphWord = keyof typeof ENGLISH_GRAPH_WORDS;
export type GraphWords = Readonly<Record<GraphWord, string>>;

/** The text of a word with its places filled in. */
export function say(
  words: GraphWords,
  word: GraphWord,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return words[word].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

type Counted = GraphWord extends infer W ? (W extends `${infer Stem}_one` ? Stem : never) : never;

/** The word for a number of things: `<stem>_one` for 1, else `<stem>_other`. */
export function sayCount(
  words: GraphWords,
  stem: Counted,
  count: number,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return say(words, `${stem}_${count === 1 ? 'one' : 'other'}`, { count: groupDigits(count), ...values });
}

/** `1204` as `1,204`. */
export function groupDigits(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A duration in milliseconds as an instrument shows it: `38 ms`, `0.81 s`, `11.8 s`, `2:07 min`, `3:05 h`. */
export function duration(ms: number): string {
  if (ms < 0 || !Number.isFinite(ms)) return '';
  if (ms < 600) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const two = (value: number): string => String(Math.floor(value) % 60).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds)} min`;
  return `${Math.floor(seconds / 3600)}:${two(seconds / 60)} h`;
}
