/** What stands inside a line of text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em' | 'strike'; inline: Inline[] }
  /** `href` is http, https or mailto; the page shows it in full beside the label. */
  | { kind: 'link'; label: string; href: string };

const LABEL_LIMIT = 400;
const HREF_LIMIT = 2000;
/** Open marks remembered at once; older ones become plain text, which keeps the scan linear. */
const OPEN_LIMIT = 16;
const SCHEMES = ['https://', 'http://', 'mailto:'];

interface Frame {
  mark: string;
  nodes: Inline[];
}

/** Parses one paragraph. Marks without a partner stay as the characters they are. */
export function inlineOf(text: string): Inline[] {
  const scanner = new InlineScanner(text);
  return scanner.read();
}

class InlineScanner {
  private readonly text: string;
  private readonly frames: Frame[] = [{ mark: '', nodes: [] }];
  private readonly ticks: TickRuns;
  private at = 0;
  private plainFrom = 0;

  constructor(text: string) {
    this.text = text;
    this.ticks = new TickRuns(text);
  }

  read(): Inline[] {
    while (this.at < this.text.length) {
      const taken = this.take();
      if (taken === 0) this.at++;
      else {
        this.at += taken;
        this.plainFrom = this.at;
      }
    }
    this.flush();
    while (this.frames.length > 1) this.dissolve();
    return this.top().nodes;
  }

  /** Handles what begins at `at`; returns the units used up, 0 when it is plain text. */
  private take(): number {
    const char = this.text[this.at];
    if (char === '\\') return this.escape();
    if (char === '`') return this.code();
    if (char === '*' || char === '_' || char === '~') return this.mark(char);
    if (char === '[') return this.link(this.at);
    if (char === '!' && this.text[this.at + 1] === '[') return this.link(this.at + 1);
    if (char === 'h' || char === 'm') return this.bareLink();
    return 0;
  }

  private top(): Frame {
    return this.frames.at(-1) as Frame;
  }

  private push(node: Inline): void {
    this.flush();
    this.top().nodes.push(node);
  }

  private flush(): void {
    if (this.plainFrom < this.at) pushText(this.top().nodes, this.text.slice(this.plainFrom, this.at));
    this.plainFrom = this.at;
  }

  private dissolve(): void {
    const frame = this.frames.pop() as Frame;
    const parent = this.top().nodes;
    pushText(parent, frame.mark);
    for (const node of frame.nodes) {
      if (node.kind === 'text') pushText(parent, node.text);
      else parent.push(node);
    }
  }

  private escape(): number {
    const next = this.text[this.at + 1];
    if (next === undefined || !'\\`*_~[]()#+-.!>|{}'.includes(next)) return 0;
    this.flush();
    pushText(this.top().nodes, next);
    return 2;
  }

  private code(): number {
    const span = this.ticks.spanAt(this.at);
    if (span === null) return 0;
    const body = this.text.slice(this.at + span.ticks, span.end - span.ticks);
    const padded = body.startsWith(' ') && body.endsWith(' ') && body.trim() !== '';
    this.push({ kind: 'code', text: padded ? body.slice(1, -1) : body });
    return span.end - this.at;
  }

  private mark(char: string): number {
    const double = this.text[this.at + 1] === char;
    if (char === '~' && !double) return 0;
    // In `**a *b***` the inner mark closes first.
    const innerFirst = this.top().mark === char && !isSpace(this.text[this.at - 1]);
    const mark = double && !innerFirst ? char + char : char;
    const before = this.text[this.at - 1];
    const after = this.text[this.at + mark.length];
    const closes = !isSpace(before) && (char !== '_' || !isWord(after));
    const opens = !isSpace(after) && (char !== '_' || !isWord(before));
    if (closes && this.close(mark)) return mark.length;
    if (!opens) return 0;
    this.flush();
    if (this.frames.length > OPEN_LIMIT) this.forgetOldest();
    this.frames.push({ mark, nodes: [] });
    return mark.length;
  }

  private close(mark: string): boolean {
    const from = this.frames.findLastIndex((frame, index) => index > 0 && frame.mark === mark);
    if (from < 0) return false;
    this.flush();
    if (this.frames.length === from + 1 && this.top().nodes.length === 0) return false;
    while (this.frames.length > from + 1) this.dissolve();
    const frame = this.frames.pop() as Frame;
    const kind = mark === '~~' ? 'strike' : mark.length === 2 ? 'strong' : 'em';
    this.top().nodes.push({ kind, inline: frame.nodes });
    return true;
  }

  private forgetOldest(): void {
    const [root, oldest] = this.frames.splice(0, 2) as [Frame, Frame];
    pushText(root.nodes, oldest.mark);
    for (const node of oldest.nodes) root.nodes.push(node);
    this.frames.unshift(root);
  }

  private link(bracket: number): number {
    const label = until(this.text, bracket + 1, ']', LABEL_LIMIT);
    if (label === null || this.text[bracket + label.length + 2] !== '(') return 0;
    const href = until(this.text, bracket + label.length + 3, ')', HREF_LIMIT);
    if (href === null || !isLink(href)) return 0;
    this.push({ kind: 'link', label, href });
    return bracket - this.at + label.length + href.length + 4;
  }

  private bareLink(): number {
    if (isWord(this.text[this.at - 1])) return 0;
    const scheme = SCHEMES.find((name) => name !== 'mailto:' && this.text.startsWith(name, this.at));
    if (scheme === undefined) return 0;
    let end = this.at;
    while (end < this.text.length && end - this.at < HREF_LIMIT && !endsLink(this.text[end])) end++;
    while (end > this.at && '.,;:!?)]*_'.includes(this.text[end - 1] ?? '')) end--;
    const href = this.text.slice(this.at, end);
    if (href.length <= scheme.length) return 0;
    this.push({ kind: 'link', label: href, href });
    return href.length;
  }
}

/** Backtick runs by length, so that each opening run finds its partner without a rescan. */
class TickRuns {
  private readonly starts = new Map<number, number[]>();

  constructor(private readonly text: string) {
    for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
      const length = this.lengthAt(at);
      const list = this.starts.get(length);
      if (list === undefined) this.starts.set(length, [at]);
      else list.push(at);
      at += length;
    }
    for (const list of this.starts.values()) list.reverse();
  }

  /** The code span that opens at `at`: number of backticks, and the end behind the closing run. */
  spanAt(at: number): { ticks: number; end: number } | null {
    const ticks = this.lengthAt(at);
    const list = this.starts.get(ticks) ?? [];
    while ((list.at(-1) ?? Infinity) <= at) list.pop();
    const closing = list.at(-1);
    return closing === undefined ? null : { ticks, end: closing + ticks };
  }

  private lengthAt(at: number): number {
    let end = at;
    while (this.text[end] === '`') end++;
    return end - at;
  }
}

function pushText(nodes: Inline[], text: string): void {
  const last = nodes.at(-1);
  if (last?.kind === 'text') last.text += text;
  else if (text !== '') nodes.push({ kind: 'text', text });
}

function until(text: string, from: number, stop: string, limit: number): string | null {
  const end = text.slice(from, from + limit).indexOf(stop);
  return end < 0 ? null : text.slice(from, from + end);
}

function isLink(href: string): boolean {
  return SCHEMES.some((scheme) => href.toLowerCase().startsWith(scheme)) && ![...href].some(isSpace);
}

function endsLink(char: string | undefined): boolean {
  return isSpace(char) || char === '<' || char === '>' || char === '"' || char === '`';
}

function isSpace(char: string | undefined): boolean {
  return char === undefined || char.trim() === '';
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_]/u.test(char);
}
