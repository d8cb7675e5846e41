/** Text cut for showing: `rest` is the number of UTF-16 units left out. */
export interface CutText {
  text: string;
  rest: number;
}

/**
 * Cuts `text` to at most `limit` UTF-16 units without splitting a surrogate pair, so that half an emoji never
 * reaches the page.
 */
export function cutText(text: string, limit: number): CutText {
  if (text.length <= limit) return { text, rest: 0 };
  const before = text.charCodeAt(limit - 1);
  const end = before >= 0xd800 && before <= 0xdbff ? limit - 1 : limit;
  return { text: text.slice(0, end), rest: text.length - end };
}

/** One line: every run of white space becomes one blank, cut to `limit` units with an ellipsis. */
export function oneLine(text: string, limit: number): string {
  const head = cutText(text, limit * 2);
  const flat = head.text.split(/\s+/u).join(' ').trim();
  const cut = cutText(flat, limit);
  return cut.rest > 0 || head.rest > 0 ? `${cut.text}…` : cut.text;
}

/**
 * Nesting depth of a JSON text, counted up to `limit`. Recursive readers overflow the stack on hostile nesting;
 * this scan does not, so it is asked first.
 */
export function jsonDepth(text: string, limit: number): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length && deepest < limit; index++) {
    const char = text[index];
    if (inString) {
      if (char === '\\') index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}
