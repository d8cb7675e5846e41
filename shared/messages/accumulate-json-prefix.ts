/**
 * Tells a cut JSON object from a broken one. Used for tool inputs that `JSON.parse` refused: "the model was stopped
 * here" and "this was never JSON" need different answers, and the first must never be run with what is left of it.
 */
export type JsonObjectText =
  /** A whole JSON object. */
  | { kind: 'whole' }
  /** More text could still make it one. */
  | { kind: 'cut' }
  /** No text behind it can make it one; `at` is the offset of the first wrong UTF-16 unit. */
  | { kind: 'wrong'; at: number };

const WRONG = -1;
const CUT = -2;

type Expecting = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

const SPACE = new Set([' ', '\t', '\n', '\r']);
const ESCAPES = new Set(['"', '\\', '/', 'b', 'f', 'n', 'r', 't']);
const NUMBER_UNITS = new Set('+-.0123456789Ee');
const WORDS = ['true', 'false', 'null'];

const WHOLE_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const CUT_NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?$/;

/** Reads the text once, from left to right, with a stack of its own: linear, whatever the depth. */
export function classifyJsonObject(text: string): JsonObjectText {
  const open: ('{' | '[')[] = [];
  let expecting: Expecting = 'value';
  let at = 0;
  while (at < text.length) {
    const unit = text.charAt(at);
    if (SPACE.has(unit)) {
      at += 1;
      continue;
    }
    const step = take(text, at, expecting, open);
    if (step === null) return { kind: 'wrong', at };
    if (step.end === CUT) return { kind: 'cut' };
    if (step.end === WRONG) return { kind: 'wrong', at: step.wrongAt ?? at };
    at = step.end;
    expecting = step.expecting;
  }
  return { kind: expecting === 'nothing' ? 'whole' : 'cut' };
}

interface Step {
  /** Offset behind the token, or WRONG, or CUT. */
  end: number;
  expecting: Expecting;
  wrongAt?: number;
}

/** Takes one token; null if it cannot stand here. Pushes and pops `open`. */
function take(text: string, at: number, expecting: Expecting, open: ('{' | '[')[]): Step | null {
  const unit = text.charAt(at);
  switch (expecting) {
    case 'nothing':
      return null;
    case 'colon':
      return unit === ':' ? { end: at + 1, expecting: 'value' } : null;
    case 'comma-or-end':
      if (unit === ',') return { end: at + 1, expecting: open.at(-1) === '{' ? 'key' : 'value' };
      return close(unit, at, open);
    case 'key-or-end':
    case 'key':
      if (unit === '"') return takeString(text, at, 'colon');
      return expecting === 'key-or-end' ? close(unit, at, open) : null;
    case 'value-or-end':
      return close(unit, at, open) ?? takeValue(text, at, open);
    case 'value':
      return takeValue(text, at, open);
  }
}

function close(unit: string, at: number, open: ('{' | '[')[]): Step | null {
  if (unit !== (open.at(-1) === '{' ? '}' : ']')) return null;
  open.pop();
  return { end: at + 1, expecting: open.length === 0 ? 'nothing' : 'comma-or-end' };
}

function takeValue(text: string, at: number, open: ('{' | '[')[]): Step | null {
  const unit = text.charAt(at);
  if (unit === '{') {
    open.push('{');
    return { end: at + 1, expecting: 'key-or-end' };
  }
  // A tool input is an object: any other value at the top is already wrong.
  if (open.length === 0) return null;
  if (unit === '[') {
    open.push('[');
    return { end: at + 1, expecting: 'value-or-end' };
  }
  if (unit === '"') return takeString(text, at, 'comma-or-end');
  return NUMBER_UNITS.has(unit) ? takeNumber(text, at) : takeWord(text, at);
}

function takeString(text: string, at: number, expecting: Expecting): Step {
  for (let index = at + 1; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (unit === '"') return { end: index + 1, expecting };
    if (unit < ' ') return { end: WRONG, expecting, wrongAt: index };
    if (unit !== '\\') continue;
    index += 1;
    const escape = text.charAt(index);
    if (escape === '') break;
    if (escape === 'u') {
      const hex = text.slice(index + 1, index + 5);
      const wrong = [...hex].findIndex((digit) => !/[0-9a-fA-F]/.test(digit));
      if (wrong !== -1) return { end: WRONG, expecting, wrongAt: index + 1 + wrong };
      index += hex.length;
    } else if (!ESCAPES.has(escape)) return { end: WRONG, expecting, wrongAt: index };
  }
  return { end: CUT, expecting };
}

function takeNumber(text: string, at: number): Step {
  let end = at;
  while (NUMBER_UNITS.has(text.charAt(end))) end += 1;
  const number = text.slice(at, end);
  if (end < text.length && WHOLE_NUMBER.test(number)) return { end, expecting: 'comma-or-end' };
  const cut = end === text.length && CUT_NUMBER.test(number);
  return { end: cut ? CUT : WRONG, expecting: 'comma-or-end' };
}

function takeWord(text: string, at: number): Step | null {
  for (const word of WORDS) {
    const found = text.slice(at, at + word.length);
    if (found === word) return { end: at + word.length, expecting: 'comma-or-end' };
    if (at + found.length === text.length && word.startsWith(found)) return { end: CUT, expecting: 'comma-or-end' };
  }
  return null;
}
