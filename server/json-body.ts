import type { Context } from 'hono';
import { HttpProblem } from '../shared/api/http-problem.ts';

/** Deeper values would overflow the stack of what walks them later. */
export const MAX_JSON_DEPTH = 512;

/**
 * The JSON body of a call. Only `application/json` is read: a foreign page cannot send that without asking
 * first (CORS preflight), which is never granted.
 * @throws HttpProblem 415 or 400
 */
export async function readJson(context: Context): Promise<unknown> {
  const type = (context.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new HttpProblem(
      415,
      'not-json',
      'The body must be JSON, sent with the header content-type: application/json.',
    );
  }
  return parseJson(await context.req.text());
}

/** @throws HttpProblem 400 that says where the text stops being JSON, or that it is nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) {
    throw new HttpProblem(400, 'too-deep', `The JSON is nested more than ${MAX_JSON_DEPTH} levels deep.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new HttpProblem(400, 'bad-json', `The body is not JSON: ${(error as Error).message}.`);
  }
}

/** Counts brackets outside strings; one pass, no recursion. */
export function isTooDeep(text: string, limit = MAX_JSON_DEPTH): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Index of the quote that closes the string begun at `start`, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
  return slashes % 2 === 1;
}
