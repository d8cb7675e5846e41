import { evaluate, type Scope } from './evaluate.ts';
import { parseExpression } from './parse.ts';

/** A value as a log line shows it: texts as they are, everything else as JSON, long ones cut. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > 500 ? `${text.slice(0, 499)}…` : text;
}

/**
 * Fills `{expression}` in a log message with its value; `{{` and `}}` are plain braces. What does not parse stays as
 * it was written, with the reason behind it, so that a mistake shows in the Console and not as silence.
 */
export function fillLogMessage(message: string, scope: Scope): string {
  const parts: string[] = [];
  for (let at = 0; at < message.length;) {
    const two = message.slice(at, at + 2);
    if (two === '{{' || two === '}}') {
      parts.push(two.charAt(0));
      at += 2;
      continue;
    }
    const close = message.charAt(at) === '{' ? message.indexOf('}', at) : -1;
    if (close < 0) {
      parts.push(message.charAt(at));
      at += 1;
      continue;
    }
    parts.push(valueOf(message.slice(at + 1, close), scope));
    at = close + 1;
  }
  return parts.join('');
}

function valueOf(source: string, scope: Scope): string {
  const parsed = parseExpression(source);
  return parsed.ok ? shown(evaluate(parsed.expression, scope)) : `{${source}: ${parsed.error.message}}`;
}
