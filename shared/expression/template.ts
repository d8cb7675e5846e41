import { type Completion, completeExpression } from './complete.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { type ExpressionError, expressionError } from './faults.ts';
import { type KnownName, unknownName } from './known-names.ts';
import { parseExpression } from './parse.ts';

/** A part of a log message: plain text, or the source of an expression with the place where it begins. */
type Part = { text: string } | { source: string; from: number };

/** A value as a log line shows it: texts as they are, everything else as JSON, long ones cut. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > 500 ? `${text.slice(0, 499)}…` : text;
}

/** `{expression}` is a part of its own; `{{` and `}}` are plain braces, and so is a `{` that nothing closes. */
function partsOf(message: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < message.length;) {
    const two = message.slice(at, at + 2);
    if (two === '{{' || two === '}}') {
      parts.push({ text: two.charAt(0) });
      at += 2;
      continue;
    }
    const close = message.charAt(at) === '{' ? message.indexOf('}', at) : -1;
    if (close < 0) {
      parts.push({ text: message.charAt(at) });
      at += 1;
      continue;
    }
    parts.push({ source: message.slice(at + 1, close), from: at + 1 });
    at = close + 1;
  }
  return parts;
}

/**
 * Fills `{expression}` in a log message with its value; `{{` and `}}` are plain braces. What does not parse stays as
 * it was written, with the reason behind it, so that a mistake shows in the Console and not as silence.
 */
export function fillLogMessage(message: string, scope: Scope): string {
  return partsOf(message)
    .map((part) => ('text' in part ? part.text : valueOf(part.source, scope)))
    .join('');
}

function valueOf(source: string, scope: Scope): string {
  const parsed = parseExpression(source);
  return parsed.ok ? shown(evaluate(parsed.expression, scope)) : `{${source}: ${parsed.error.message}}`;
}

/** The first fault in the `{expressions}` of a log message, placed in the whole message; null when there is none. */
export function logMessageError(message: string, names: readonly string[]): ExpressionError | null {
  for (const part of partsOf(message)) {
    if ('text' in part) continue;
    const error = conditionError(part.source, names);
    if (error) return { ...error, from: error.from + part.from, to: error.to + part.from };
  }
  return null;
}

/** What is wrong with a condition before it ever runs: it cannot be read, or names something that is never there. */
export function conditionError(source: string, names: readonly string[]): ExpressionError | null {
  const parsed = parseExpression(source);
  if (!parsed.ok) return parsed.error;
  const unknown = unknownName(parsed.expression, names);
  return unknown && expressionError('unknownName', unknown.place, unknown.name);
}

/** What can stand at the caret of a log message: inside `{…}` what an expression offers, outside nothing. */
export function completeLogMessage(message: string, caret: number, names: readonly KnownName[]): Completion[] {
  let open = -1;
  for (let at = 0; at < caret; at += 1) {
    const char = message.charAt(at);
    if (open < 0 && message.slice(at, at + 2) === '{{') at += 1;
    else if (char === '{' && open < 0) open = at + 1;
    else if (char === '}') open = -1;
  }
  if (open < 0) return [];
  const close = message.indexOf('}', caret);
  const inner = message.slice(open, close < 0 ? undefined : close);
  return completeExpression(inner, caret - open, names).map((each) => ({
    ...each,
    from: each.from + open,
    to: each.to + open,
  }));
}
