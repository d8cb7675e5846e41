/**
 * Text of a transcript inside a Markdown document. It keeps its own formatting, yet cannot leave its place, load
 * anything, or bring markup: it stands in a quotation, and outside of code tags and images are escaped.
 */
export function quotedMarkdown(text: string): string {
  let fence: string | null = null;
  const lines = text.split(/\r\n|[\n\r]/u).map((line) => {
    const mark = fenceOf(line);
    if (fence === null) {
      // An indented fence may belong to a list, which any later line can end: it is no fence here.
      if (mark === null || line.startsWith(' ')) return defused(line);
      fence = mark.text;
      return line;
    }
    if (mark?.closes === true && mark.text.startsWith(fence)) fence = null;
    return line;
  });
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** Text exactly as it is: a code block whose fence is longer than any run of backticks in it. */
export function fenced(text: string, language = ''): string {
  let longest = 0;
  for (const run of text.matchAll(/`+/gu)) longest = Math.max(longest, run[0].length);
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A text as inline code on one line. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/[\r\n]+/gu, ' ');
  let longest = 0;
  for (const run of line.matchAll(/`+/gu)) longest = Math.max(longest, run[0].length);
  const mark = '`'.repeat(longest + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${mark}${pad}${line}${pad}${mark}`;
}

/** A text on one line without any formatting of its own. */
export function plainLine(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&]/gu, String.raw`\$&`);
}

/** The fence that a line is (CommonMark 4.5): its characters, and whether it could close one. */
function fenceOf(line: string): { text: string; closes: boolean } | null {
  let start = 0;
  while (start < 3 && line[start] === ' ') start += 1;
  const mark = line[start];
  if (mark !== '`' && mark !== '~') return null;
  let end = start;
  while (line[end] === mark) end += 1;
  const rest = line.slice(end);
  if (end - start < 3 || (mark === '`' && rest.includes('`'))) return null;
  return { text: line.slice(start, end), closes: rest.trim() === '' };
}

/**
 * A line with tags and images escaped outside of code spans. Backticks that nothing on the line closes are escaped too:
 * they would open a span that reaches into later lines.
 */
function defused(line: string): string {
  const runs = new BacktickRuns(line);
  let out = '';
  for (let at = 0; at < line.length;) {
    const char = line[at]!;
    if (char === '`') {
      const end = endOfRun(line, at);
      const close = runs.close(end, end - at);
      out += close < 0 ? '\\`'.repeat(end - at) : line.slice(at, close);
      at = close < 0 ? end : close;
    } else if (char === '\\') {
      out += line.slice(at, at + 2);
      at += 2;
    } else {
      out += opensMarkup(line, at) ? `\\${char}` : char;
      at += 1;
    }
  }
  return out;
}

function endOfRun(line: string, start: number): number {
  let end = start;
  while (line[end] === '`') end += 1;
  return end;
}

/** Where runs of backticks of each length stand in a line; asked from left to right, so that all asking is linear. */
class BacktickRuns {
  /** Starts by length, the last one first. */
  readonly #starts = new Map<number, number[]>();

  constructor(line: string) {
    for (let at = line.lastIndexOf('`'); at >= 0; at = at > 0 ? line.lastIndexOf('`', at - 1) : -1) {
      const end = at + 1;
      while (line[at - 1] === '`') at -= 1;
      const starts = this.#starts.get(end - at);
      if (starts) starts.push(at);
      else this.#starts.set(end - at, [at]);
    }
  }

  /** Index behind the next run of exactly `length` from `from` on; -1 when there is none. */
  close(from: number, length: number): number {
    const starts = this.#starts.get(length) ?? [];
    while (starts.length > 0 && starts.at(-1)! < from) starts.pop();
    const start = starts.at(-1);
    return start === undefined ? -1 : start + length;
  }
}

/** `<` before a name, `/`, `!` or `?`; `[` of an image. */
function opensMarkup(line: string, at: number): boolean {
  const next = line[at + 1] ?? '';
  if (line[at] === '<') return /[A-Za-z/!?]/u.test(next);
  return line[at] === '[' && line[at - 1] === '!';
}
