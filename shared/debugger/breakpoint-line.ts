import { tokenize } from '../expression/tokens.ts';
import type { BreakpointWhere } from '../session/breakpoint-types.ts';
import type { StopName } from '../session/events.ts';
import { type BreakpointError, type BreakpointFault, breakpointError } from './breakpoint-faults.ts';
import { type BreakpointDraft, checkBreakpoint } from './check-breakpoint.ts';

/** A word of the line; a quoted text is one word. */
export interface LineWord {
  /** Without its quotes. */
  text: string;
  quoted: boolean;
  from: number;
  to: number;
}

/** A part behind `when`, `hit` or `log`: its text without the spaces around it, and where that begins. */
export interface LineClause {
  word: LineWord;
  text: string;
  from: number;
}

/** A line cut into what is watched and the clauses behind it. */
export interface LineParts {
  head: LineWord[];
  /** At most one of each; `twice` is a second one. */
  when: LineClause | null;
  hit: LineClause | null;
  log: LineClause | null;
  twice: LineWord | null;
}

export type LineResult = { ok: true; breakpoint: BreakpointDraft } | { ok: false; error: BreakpointError };

/** First words of a line, as completion offers them. */
export const LINE_STARTS = [
  'tool',
  'request',
  'response',
  'tools',
  'results',
  'stop_reason',
  'error',
  'tokens',
  'cost',
  'same call',
  'problem',
  'text',
] as const;

const STOPS: readonly string[] = ['request', 'response', 'tools', 'results'];

/**
 * Reads a breakpoint written in one line:
 *
 *     tool process_refund when input.amount > 100
 *     response hit == 2
 *     stop_reason max_tokens
 *     tool web_* log searches {input.query}
 *
 * What to stop at: `tool <glob>`, one of the four stops, `stop_reason <value>`, `error`, `tokens > <n>`,
 * `cost > <dollars>`, `same call <n>`, `problem [error|warning]`, `text <text>`. Behind it `when <condition>`,
 * `hit <count>` and, last, `log <message>`; `log` takes the rest of the line. An error says what is wrong and where.
 */
export function parseBreakpointLine(line: string): LineResult {
  const parts = cutLine(line);
  const where = readHead(parts.head, line.length);
  if ('code' in where) return { ok: false, error: where };
  const error = clauseError(parts);
  if (error) return { ok: false, error };
  const breakpoint: BreakpointDraft = {
    where,
    enabled: true,
    ...(parts.when ? { condition: parts.when.text } : {}),
    ...(parts.hit ? { hitCondition: parts.hit.text } : {}),
    ...(parts.log ? { logMessage: parts.log.text } : {}),
  };
  const fault = partFault(breakpoint, parts);
  return fault ? { ok: false, error: fault } : { ok: true, breakpoint };
}

/** Cuts a line at `when`, `hit` and `log`, wherever they stand as words of their own and not inside an expression. */
export function cutLine(line: string): LineParts {
  const parts: LineParts = { head: [], when: null, hit: null, log: null, twice: null };
  let at = 0;
  for (let word = wordAt(line, at); word; word = wordAt(line, at)) {
    const name = clauseName(word);
    if (!name) {
      parts.head.push(word);
      at = word.to;
      continue;
    }
    const end = name === 'log' ? line.length : clauseEnd(line, word.to, name);
    if (parts[name]) parts.twice ??= word;
    parts[name] ??= clause(line, word, end);
    at = end;
  }
  return parts;
}

function clauseName({ text, quoted }: LineWord): 'when' | 'hit' | 'log' | null {
  return !quoted && (text === 'when' || text === 'hit' || text === 'log') ? text : null;
}

function clause(line: string, word: LineWord, end: number): LineClause {
  const raw = line.slice(word.to, end);
  return { word, text: raw.trim(), from: word.to + raw.length - raw.trimStart().length };
}

/**
 * Where the text of a clause ends: at the next clause word. In a condition that is a bare name where no name can
 * stand, behind a finished value, so that `input.log > 3` and `hit > 3` stay conditions.
 */
function clauseEnd(line: string, from: number, name: 'when' | 'hit'): number {
  if (name === 'hit') {
    for (let word = wordAt(line, from); word; word = wordAt(line, word.to)) if (clauseName(word)) return word.from;
    return line.length;
  }
  const { tokens } = tokenize(line.slice(from));
  const end = tokens.find((token, index) => {
    if (token.kind !== 'name' || !['when', 'hit', 'log'].includes(token.text)) return false;
    const before = tokens[index - 1];
    if (before === undefined) return false;
    if (before.kind === 'keyword') return ['true', 'false', 'null'].includes(before.text);
    return before.kind !== 'operator' || before.text === ')' || before.text === ']';
  });
  return end ? from + end.from : line.length;
}

function wordAt(line: string, start: number): LineWord | null {
  let from = start;
  while (from < line.length && line.charAt(from).trim() === '') from += 1;
  if (from >= line.length) return null;
  const quote = line.charAt(from);
  const close = quote === '"' || quote === "'" ? line.indexOf(quote, from + 1) : -1;
  if (close > 0) return { text: line.slice(from + 1, close), quoted: true, from, to: close + 1 };
  let to = from;
  while (to < line.length && line.charAt(to).trim() !== '') to += 1;
  return { text: line.slice(from, to), quoted: false, from, to };
}

function readHead(head: readonly LineWord[], end: number): BreakpointWhere | BreakpointError {
  const words =
    head[0] && !head[0].quoted && ['stop', 'at'].includes(head[0].text) && head.length > 1 ? head.slice(1) : head;
  const [first, ...rest] = words;
  if (!first) return breakpointError('what', { from: 0, to: Math.max(end, 1) });
  if (first.quoted) return breakpointError('unknownWhat', first, first.text);
  const behind = { from: first.to, to: first.to + 1 };
  if (STOPS.includes(first.text)) return only({ kind: 'stop', stop: first.text as StopName }, rest);
  switch (first.text) {
    case 'tool':
      return rest[0] ? only({ kind: 'tool', name: rest[0].text }, rest.slice(1)) : breakpointError('toolName', behind);
    case 'stop_reason':
      return readReason(rest, behind);
    case 'error':
      return only({ kind: 'error-result' }, rest[0]?.text === 'result' ? rest.slice(1) : rest);
    case 'tokens':
      return readOver('tokens', rest, behind);
    case 'cost':
      return readOver('cost', rest, behind);
    case 'same':
      return readSame(first, rest);
    case 'problem':
      return readProblem(rest);
    case 'text':
      return readText(rest, behind);
    default:
      return breakpointError(head === words ? 'unknownWhat' : 'notStop', first, first.text);
  }
}

type Place = { from: number; to: number };

/** What was read, when nothing stands behind it. */
function only(where: BreakpointWhere, rest: readonly LineWord[]): BreakpointWhere | BreakpointError {
  return rest[0] ? breakpointError('tooMuch', rest[0], rest[0].text) : where;
}

function readReason(rest: readonly LineWord[], behind: Place): BreakpointWhere | BreakpointError {
  const words = rest[0]?.text === '==' ? rest.slice(1) : rest;
  if (!words[0]) return breakpointError('reasonMissing', behind);
  return only({ kind: 'stop_reason', value: words[0].text }, words.slice(1));
}

function readOver(
  kind: 'tokens' | 'cost',
  rest: readonly LineWord[],
  behind: Place,
): BreakpointWhere | BreakpointError {
  const example = kind === 'tokens' ? '50000' : '0.25';
  const words = rest[0] && ['>', 'over'].includes(rest[0].text) ? rest.slice(1) : rest;
  const word = words[0];
  if (!word) return breakpointError('numberMissing', behind, example);
  const bare = word.text.startsWith('>') ? word.text.slice(1) : word.text;
  const over = readNumber(kind === 'cost' && bare.startsWith('$') ? bare.slice(1) : bare);
  return over === null ? breakpointError('numberMissing', word, example) : only({ kind, over }, words.slice(1));
}

function readSame(first: LineWord, rest: readonly LineWord[]): BreakpointWhere | BreakpointError {
  if (rest[0]?.text !== 'call') return breakpointError('unknownWhat', first, first.text);
  const word = rest[1];
  if (!word) return { kind: 'same-call', times: 2 };
  const times = word.text === 'twice' ? 2 : readNumber(word.text);
  if (times === null || !Number.isSafeInteger(times) || times < 2) return breakpointError('numberMissing', word, '2');
  return only({ kind: 'same-call', times }, rest[2]?.text === 'times' ? rest.slice(3) : rest.slice(2));
}

function readProblem(rest: readonly LineWord[]): BreakpointWhere | BreakpointError {
  const word = rest[0];
  const severity = word?.text ?? 'error';
  if (word && severity !== 'error' && severity !== 'warning') return breakpointError('notSeverity', word, severity);
  return only({ kind: 'problem', severity: severity as 'error' | 'warning' }, rest.slice(1));
}

/** A text need not be quoted: without quotes it is all words up to the first clause. */
function readText(rest: readonly LineWord[], behind: Place): BreakpointWhere | BreakpointError {
  const contains = rest.map((word) => word.text).join(' ');
  if (contains === '') return breakpointError('textMissing', behind);
  return rest[0]?.quoted ? only({ kind: 'text', contains: rest[0].text }, rest.slice(1)) : { kind: 'text', contains };
}

/** Digits with an optional fraction; `_` and `,` may group them. */
function readNumber(text: string): number | null {
  const digits = text.replaceAll('_', '').replaceAll(',', '');
  const plain = digits !== '' && [...digits].every((char) => (char >= '0' && char <= '9') || char === '.');
  const value = plain ? Number(digits) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function clauseError({ when, hit, log, twice }: LineParts): BreakpointError | null {
  if (twice) return breakpointError('twice', twice, twice.text);
  const empty: [LineClause | null, BreakpointFault][] = [
    [when, 'conditionMissing'],
    [hit, 'hitMissing'],
    [log, 'logMissing'],
  ];
  const [found, code] = empty.find(([each]) => each?.text === '') ?? [];
  return found && code ? breakpointError(code, found.word) : null;
}

/** The first fault in the clauses, placed in the whole line. */
function partFault(breakpoint: BreakpointDraft, { when, hit, log }: LineParts): BreakpointError | null {
  const faults = checkBreakpoint(breakpoint);
  const placed: [BreakpointError | null, LineClause | null][] = [
    [faults.condition, when],
    [faults.hitCondition, hit],
    [faults.logMessage, log],
  ];
  for (const [fault, part] of placed) {
    if (fault && part) return { ...fault, from: fault.from + part.from, to: fault.to + part.from };
  }
  return null;
}
