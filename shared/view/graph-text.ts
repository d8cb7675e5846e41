/**
 * How wide text will be, without a browser: the layout and the page must agree on every line break, so lines are
 * broken here and the page draws each as it comes. Widths are in thousandths of the font size.
 */
export type Face = 'text' | 'strong' | 'mono';

export interface Font {
  face: Face;
  /** px */
  size: number;
}

/** Advance widths of Archivo (wdth 100, wght 400) for U+0020 to U+007E, measured from the shipped font. */
const ARCHIVO = [
  209, 273, 374, 582, 510, 950, 692, 209, 355, 355, 407, 625, 277, 333, 277, 294, 573, 521, 567, 573, 555, 571, 573,
  553, 574, 573, 296, 296, 625, 625, 625, 578, 1005, 682, 698, 728, 734, 677, 612, 796, 736, 267, 559, 662, 536, 847,
  736, 788, 665, 788, 727, 673, 606, 731, 648, 924, 680, 655, 635, 296, 294, 296, 625, 485, 187, 545, 567, 519, 567,
  548, 280, 556, 563, 225, 223, 514, 225, 860, 563, 570, 567, 567, 332, 510, 297, 562, 504, 723, 513, 504, 498, 353,
  245, 353, 625,
];
/** The page spaces words a little wider than the font does (app/styles/base.css). */
const WORD_SPACE = 70;
/** Martian Mono at width 75. */
const MONO = 600;
/** Letters of other alphabets: a little wider than the Latin average, so that a line is broken too early, never too late. */
const OTHER = 620;
const STRONG = 1.06;

/** Ideographs, kana, Hangul, full-width forms and pictographs take the whole em. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f000 && code <= 0x3fffd)
  );
}

function isMark(code: number): boolean {
  return (code >= 0x0300 && code <= 0x036f) || (code >= 0x200b && code <= 0x200f) || (code >= 0xfe00 && code <= 0xfe0f);
}

function advance(code: number, face: Face): number {
  if (isMark(code)) return 0;
  if (isWide(code)) return 1000;
  if (face === 'mono') return MONO;
  const width = code >= 0x20 && code <= 0x7e ? (ARCHIVO[code - 0x20] ?? OTHER) : OTHER;
  const spaced = code === 0x20 ? width + WORD_SPACE : width;
  return face === 'strong' ? spaced * STRONG : spaced;
}

/** Width of one line of text in px. */
export function textWidth(text: string, font: Font): number {
  let sum = 0;
  for (const char of text) sum += advance(char.codePointAt(0) ?? 0, font.face);
  return (sum * font.size) / 1000;
}

const ELLIPSIS = '…';
/** The narrowest printable character, for a safe upper bound of what a line can hold. */
const NARROWEST = 180;

/** No line shows more characters than this, so a text of 13 million characters costs no more than a short one. */
function mostUnits(font: Font, width: number): number {
  return (Math.ceil((width * 1000) / (font.size * NARROWEST)) + 2) * 2;
}

/** How many of these points fit beside an ellipsis, or null when all of them fit without one. */
function fitCount(points: readonly string[], font: Font, width: number): number | null {
  const limit = (width * 1000) / font.size;
  const room = limit - advance(0x2026, font.face);
  let sum = 0;
  let kept = 0;
  for (const point of points) {
    sum += advance(point.codePointAt(0) ?? 0, font.face);
    if (sum > limit) return kept;
    if (sum <= room) kept += 1;
  }
  return null;
}

/** The longest beginning of `text` that fits `width` px, with an ellipsis when something was cut. */
export function fitStart(text: string, font: Font, width: number): string {
  const points = [...text.slice(0, mostUnits(font, width))];
  const kept = fitCount(points, font, width);
  return kept === null ? text : `${points.slice(0, kept).join('').trimEnd()}${ELLIPSIS}`;
}

/** The longest end of `text` that fits: a path loses its beginning, never its file name. */
export function fitEnd(text: string, font: Font, width: number): string {
  const points = [...text.slice(-mostUnits(font, width))].reverse();
  const kept = fitCount(points, font, width);
  return kept === null ? text : `${ELLIPSIS}${points.slice(0, kept).reverse().join('')}`;
}

/**
 * Breaks text into at most `maxLines` lines of `width` px; the last one ends in an ellipsis when text is left.
 * Breaks at spaces, between ideographs, and inside a word only when it is longer than a line.
 */
export function wrap(text: string, font: Font, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = text.slice(0, mostUnits(font, width) * (maxLines + 1)).trimStart();
  const cut = rest.length < text.trimStart().length;
  while (rest !== '' && lines.length < maxLines) {
    const end = lineEnd(rest, font, width);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).replace(/^[ \t]*\n?[ \t]*/, '');
  }
  if ((rest !== '' || cut) && lines.length > 0) {
    const last = lines.length - 1;
    lines[last] = fitStart(`${lines[last]} ${rest || ELLIPSIS}`, font, width);
  }
  return lines;
}

/** Index (in UTF-16 units) behind the last character that stays on this line. */
function lineEnd(text: string, font: Font, width: number): number {
  const limit = (width * 1000) / font.size;
  let sum = 0;
  let index = 0;
  let breakAt = 0;
  let before = 0;
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    if (code === 0x0a) return index;
    if (isWide(code) || isWide(before)) breakAt = closes(point) ? breakAt : index;
    sum += advance(code, font.face);
    if (sum > limit && code !== 0x20) return breakAt > 0 ? breakAt : Math.max(index, point.length);
    index += point.length;
    if (code === 0x20 || code === 0x09) breakAt = index;
    before = code;
  }
  return index;
}

/** Chinese punctuation that may not begin a line. */
function closes(point: string): boolean {
  return '，。、；：？！）》」』”’…'.includes(point);
}

/**
 * The last `maxLines` lines of a text that grows at its end. Very long texts are broken from a fixed place on, so
 * that lines already shown do not jump as more arrives.
 */
export function wrapEnd(text: string, font: Font, width: number, maxLines: number): string[] {
  const window = mostUnits(font, width) * (maxLines + 1);
  const from = text.length > 2 * window ? (Math.floor(text.length / window) - 1) * window : 0;
  const lines = wrap(text.slice(from), font, width, Number.MAX_SAFE_INTEGER);
  const shown = lines.slice(-maxLines);
  if ((from > 0 || lines.length > maxLines) && shown[0] !== undefined)
    shown[0] = fitStart(`${ELLIPSIS}${shown[0]}`, font, width);
  return shown;
}
