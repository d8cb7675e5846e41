import { type ExpressionError, type ExpressionFault, expressionError } from './faults.ts';

/** One word of an expression with its place in the text (UTF-16 offsets, end exclusive). */
export interface Token {
  kind: 'name' | 'number' | 'string' | 'operator' | 'keyword' | 'end';
  text: string;
  /** Value of a number or string. */
  value?: string | number;
  from: number;
  to: number;
}

/** Words that are no names. */
export const KEYWORDS = ['and', 'or', 'not', 'in', 'contains', 'glob', 'equals', 'true', 'false', 'null'] as const;

const OPERATORS = ['==', '!=', '<=', '>=', '<', '>', '(', ')', '[', ']', ',', '.', '-'];

function isNameStart(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char === '$';
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

/** Splits an expression into tokens, in one pass from left to right. The list ends with an `end` token. */
export function tokenize(text: string): { tokens: Token[]; error: ExpressionError | null } {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === ' ' || char === '\t' || char === '\n' || char === '\r') {
      at += 1;
      continue;
    }
    const read = readToken(text, at, char);
    if ('message' in read) return { tokens: [...tokens, endAt(text.length)], error: read };
    tokens.push(read);
    at = read.to;
  }
  return { tokens: [...tokens, endAt(text.length)], error: null };
}

function endAt(offset: number): Token {
  return { kind: 'end', text: '', from: offset, to: offset };
}

function readToken(text: string, at: number, char: string): Token | ExpressionError {
  if (isNameStart(char)) return readName(text, at);
  if (isDigit(char)) return readNumber(text, at);
  if (char === '"' || char === "'") return readString(text, at, char);
  const operator = OPERATORS.find((each) => text.startsWith(each, at));
  if (operator) return { kind: 'operator', text: operator, from: at, to: at + operator.length };
  return expressionError(USUAL.get(char) ?? 'notPart', { from: at, to: at + 1 }, char);
}

/** Signs of other languages, and what says the same here. */
const USUAL: ReadonlyMap<string, ExpressionFault> = new Map([
  ['=', 'useEquals'],
  ['&', 'useAnd'],
  ['|', 'useOr'],
  ['!', 'useNot'],
]);

function readName(text: string, from: number): Token {
  let to = from + 1;
  while (to < text.length && (isNameStart(text.charAt(to)) || isDigit(text.charAt(to)))) to += 1;
  const word = text.slice(from, to);
  const kind = (KEYWORDS as readonly string[]).includes(word) ? 'keyword' : 'name';
  return { kind, text: word, from, to };
}

function readNumber(text: string, from: number): Token | ExpressionError {
  let to = from;
  while (to < text.length && (isDigit(text.charAt(to)) || text.charAt(to) === '_')) to += 1;
  if (text.charAt(to) === '.' && isDigit(text.charAt(to + 1))) {
    to += 1;
    while (to < text.length && isDigit(text.charAt(to))) to += 1;
  }
  const written = text.slice(from, to);
  const value = Number(written.replaceAll('_', ''));
  if (!Number.isFinite(value)) return expressionError('hugeNumber', { from, to }, written);
  return { kind: 'number', text: written, value, from, to };
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

function readString(text: string, from: number, quote: string): Token | ExpressionError {
  const parts: string[] = [];
  for (let at = from + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === quote)
      return { kind: 'string', text: text.slice(from, at + 1), value: parts.join(''), from, to: at + 1 };
    if (char !== '\\') {
      parts.push(char);
      continue;
    }
    at += 1;
    const escaped = text.charAt(at);
    parts.push(ESCAPES[escaped] ?? escaped);
  }
  return expressionError('noQuote', { from, to: text.length }, quote);
}
