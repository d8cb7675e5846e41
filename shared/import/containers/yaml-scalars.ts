/** Reading of single YAML values (YAML 1.2.2 §7, §8.1): quoted, block and plain scalars. */

const ESCAPES: Record<string, string> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};
const HEX: Record<string, number> = { x: 2, u: 4, U: 8 };

/** Index of the quote that closes the one at `start`; -1 when it is not in this text. */
export function closingQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== "'") return at;
      at += 1;
    }
  }
  return -1;
}

/** Content of a quoted scalar, quotes taken off, lines as they stand. */
export function quoted(quote: string, lines: readonly string[]): string {
  const folded = fold(lines, quote === '"');
  return quote === '"' ? unescape(folded) : folded.replaceAll("''", "'");
}

/** Line folding: one break is a space, each further empty line a line break; an escaped break is nothing. */
function fold(lines: readonly string[], escapes: boolean): string {
  const last = lines.length - 1;
  // The newest piece is trimmed when the next one comes, so that white space at the very end stays.
  const parts = [lines[0] ?? ''];
  let blank = 0;
  for (let index = 1; index <= last; index += 1) {
    const line = lines[index] ?? '';
    const trimmed = index === last ? line.trimStart() : trimInner(line, escapes);
    if (trimmed === '' && index < last) {
      blank += 1;
      continue;
    }
    const before = parts.at(-1) ?? '';
    const joined = escapes && blank === 0 && endsEscaped(before);
    parts[parts.length - 1] = joined ? before.slice(0, -1) : before.trimEnd();
    if (!joined) parts.push(blank > 0 ? '\n'.repeat(blank) : ' ');
    parts.push(trimmed);
    blank = 0;
  }
  return parts.join('');
}

function trimInner(line: string, escapes: boolean): string {
  const start = line.trimStart();
  return escapes && endsEscaped(start) ? start : start.trimEnd();
}

function endsEscaped(text: string): boolean {
  let back = text.length;
  while (text[back - 1] === '\\') back -= 1;
  return (text.length - back) % 2 === 1;
}

function unescape(text: string): string {
  if (!text.includes('\\')) return text;
  const parts: string[] = [];
  let kept = 0;
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', kept)) {
    parts.push(text.slice(kept, at));
    const char = text[at + 1] ?? '';
    const digits = HEX[char] ?? 0;
    const code = digits > 0 ? Number.parseInt(text.slice(at + 2, at + 2 + digits), 16) : Number.NaN;
    if (digits > 0 && code <= 0x10ffff) parts.push(String.fromCodePoint(code));
    else parts.push(ESCAPES[char] ?? char);
    kept = at + 2 + (digits > 0 ? digits : 0);
  }
  parts.push(text.slice(kept));
  return parts.join('');
}

/** Content of a block scalar; `header` is what stands behind `|` or `>`, `lines` are without their indentation. */
export function blockScalar(folded: boolean, chomp: string, lines: readonly string[]): string {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  const content = lines.slice(0, end);
  const text = folded ? foldBlock(content) : content.join('\n');
  if (chomp === '-' || (text === '' && chomp === '')) return text;
  return text + '\n'.repeat(chomp === '+' ? Math.max(1, lines.length - end + 1) : 1);
}

function foldBlock(lines: readonly string[]): string {
  let text = '';
  let blank = 0;
  for (const [index, line] of lines.entries()) {
    if (line === '') {
      blank += 1;
      continue;
    }
    const indented = line.startsWith(' ') || (lines[index - 1 - blank] ?? '').startsWith(' ');
    if (index === blank) text += '\n'.repeat(blank);
    else if (indented) text += '\n'.repeat(blank + 1);
    else text += blank > 0 ? '\n'.repeat(blank) : ' ';
    text += line;
    blank = 0;
  }
  return text;
}

/** A plain scalar by the core schema; anything that is not null, a boolean or a number is text. */
export function plain(text: string): unknown {
  if (text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL') return null;
  if (text === 'true' || text === 'True' || text === 'TRUE') return true;
  if (text === 'false' || text === 'False' || text === 'FALSE') return false;
  if (text.length < 32 && /^[-+]?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return Number(text);
  return text;
}

/** Bytes of a `!!binary` scalar; its text when it is no base64. */
export function binary(text: string): Uint8Array | string {
  try {
    return Uint8Array.from(atob(text.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0));
  } catch {
    return text;
  }
}
