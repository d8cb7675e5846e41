/** Text is looked through in pieces of this many UTF-16 units, so that a 13 MB line never holds the page up. */
export const PIECE = 256 * 1024;

/**
 * A text as it is compared: letters of one case, white space as spaces, final sigma as sigma. Every unit keeps its
 * place and what it becomes does not depend on its neighbours, so a place in the folded text is the same place in
 * the text, and a part of a text folds to a part of the folded text.
 */
export function fold(text: string): string {
  return lowered(text)
    .replaceAll('ς', 'σ')
    .replaceAll('\n', ' ')
    .replaceAll('\r', ' ')
    .replaceAll('\t', ' ')
    .replaceAll('\u00A0', ' ');
}

/** U+0130 is the one character whose lower case is longer; it stays as it is. */
function lowered(text: string): string {
  if (!text.includes('\u0130')) return text.toLowerCase();
  return text
    .split('\u0130')
    .map((part) => part.toLowerCase())
    .join('\u0130');
}

/** What is looked for, folded; null when it holds nothing but white space. */
export function needleOf(query: string): string | null {
  return query.trim() === '' ? null : fold(query.trim());
}

/** How often a folded needle stands in a text, overlaps not counted. Yields after each piece. */
export function* countIn(text: string, needle: string): Generator<void, number> {
  let count = 0;
  let next = 0;
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = fold(text.slice(from, from + PIECE + needle.length - 1));
    for (let at = piece.indexOf(needle, Math.max(0, next - from)); at >= 0; at = piece.indexOf(needle, next - from)) {
      count += 1;
      next = from + at + needle.length;
    }
    if (text.length > PIECE) yield;
  }
  return count;
}

/** Where the `nth` (from 0) match begins; -1 when there are fewer. Counts as `countIn` does. */
export function placeIn(text: string, needle: string, nth: number): number {
  let left = nth;
  let next = 0;
  for (let from = 0; from < text.length; from += PIECE) {
    const piece = fold(text.slice(from, from + PIECE + needle.length - 1));
    for (let at = piece.indexOf(needle, Math.max(0, next - from)); at >= 0; at = piece.indexOf(needle, next - from)) {
      if (left === 0) return from + at;
      left -= 1;
      next = from + at + needle.length;
    }
  }
  return -1;
}

/** A match with a little of what stands around it, on one line. */
export interface Snippet {
  before: string;
  match: string;
  after: string;
}

/** The match at `at` with up to `room` units on either side; cut ends show an ellipsis. */
export function snippetAt(text: string, at: number, length: number, room = 48): Snippet {
  const from = Math.max(0, at - room);
  const to = Math.min(text.length, at + length + room);
  return {
    before: `${from > 0 ? '…' : ''}${oneLine(text.slice(from, at))}`,
    match: oneLine(text.slice(at, at + length)),
    after: `${oneLine(text.slice(at + length, to))}${to < text.length ? '…' : ''}`,
  };
}

/** White space as spaces; half a character at a cut end is left out. */
function oneLine(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll('\r', ' ').replaceAll('\t', ' ').toWellFormed().replaceAll('\uFFFD', '');
}
