import { BOUNDS } from './bounds.ts';
import type { ImportSource, RecordRef } from './import-types.ts';
import { readJson } from './json.ts';
import { ValueScanner } from './json-scan.ts';
import { linesOf, utf8Length } from './lines.ts';
import type { Line } from './lines.ts';

/** A JSON object or array found in a file. */
export interface SourceRecord extends RecordRef {
  kind: 'record';
  value: unknown;
  /** `NaN` or `Infinity` stood in it. */
  lenient: boolean;
}

/** A line, or several, that hold no record. */
export interface BadRecord extends RecordRef {
  kind: 'bad';
  code: 'text' | 'frame' | 'torn' | 'not-json' | 'too-deep' | 'too-long';
  message: string;
}

export type RecordItem = SourceRecord | BadRecord;

/**
 * Reads the records of a text file, whatever its name says: JSON Lines, one pretty-printed document, several documents
 * after each other, records glued on one line, records between lines of a log, `data:` lines of a stream.
 * A torn line costs that line only. Memory is bounded by the largest record.
 */
export async function* readRecords(source: ImportSource, chunk?: number): AsyncGenerator<RecordItem[]> {
  const parser = new RecordParser(source.size);
  for await (const lines of linesOf(source, chunk)) {
    const items: RecordItem[] = [];
    for (const line of lines) parser.push(line, items);
    if (items.length > 0) yield items;
  }
  const rest: RecordItem[] = [];
  parser.end(rest);
  if (rest.length > 0) yield rest;
}

/** A value that goes on in the next line. */
interface Pending {
  lines: Line[];
  /** Where it begins in the first of them. */
  start: number;
  scanner: ValueScanner;
  chars: number;
}

/** Lines of a server-sent stream beside its data: event names, ids, comments, the last word. */
const FRAMING = /^(event|id|retry):|^data:\s*(\[DONE\]\s*)?$|^:/;

/** Attempts to find another value inside one line that cannot be read as it is. */
const ATTEMPTS = 8;

export class RecordParser {
  #pending: Pending | null = null;
  #found = 0;
  /** The first torn line, as long as nothing else was found. */
  #tornFirst: Line | null = null;
  /** Characters that may still be read a second time after a torn value. */
  #budget: number;

  constructor(size: number) {
    this.#budget = 4 * size + 1_000_000;
  }

  push(line: Line, out: RecordItem[]): void {
    const queue = [line];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const again = this.#pending ? this.#goOn(this.#pending, next, out) : this.#begin(next, 0, out);
      for (let index = again.length - 1; index >= 0; index -= 1) queue.push(again[index]!);
    }
  }

  /** No more lines will come: what is still open is torn. */
  end(out: RecordItem[]): void {
    while (this.#pending) {
      const { lines, start } = this.#pending;
      this.#pending = null;
      if (this.#found === 0) {
        out.push(tornDocument(lines));
        this.#salvage(lines, start, out);
        return;
      }
      for (const line of this.#tear(lines, out, start)) this.push(line, out);
    }
    if (this.#found === 0 && this.#tornFirst) this.#salvage([this.#tornFirst], 0, out);
  }

  /** Reads a line from character `from` on. Returns lines to be read again. */
  #begin(line: Line, from: number, out: RecordItem[]): Line[] {
    const { text } = line;
    const start = skipFiller(text, from);
    if (start >= text.length) return [];
    const first = text[start];
    if (first === '{' || first === '[') {
      if (from === 0 && this.#whole(line, start, out)) return [];
      return this.#scan(line, start, out);
    }
    return this.#embedded(line, start, from === 0, out);
  }

  /** The usual case: the line is one record. */
  #whole(line: Line, start: number, out: RecordItem[]): boolean {
    const last = line.text.trimEnd().at(-1);
    if (last !== '}' && last !== ']' && last !== ',') return false;
    if (line.length > BOUNDS.valueChars) return this.#bad(line, 'too-long', tooLong(), out);
    let text = start === 0 ? line.text : line.text.slice(start);
    if (last === ',') text = text.trimEnd().slice(0, -1);
    const reading = readJson(text);
    if (reading.ok && reading.value !== null && typeof reading.value === 'object') {
      this.#found += 1;
      out.push({ kind: 'record', value: reading.value, lenient: reading.lenient, ...ref(line) });
      return true;
    }
    if (!reading.ok && reading.code === 'too-deep') return this.#bad(line, 'too-deep', reading.message, out);
    return false;
  }

  #scan(line: Line, start: number, out: RecordItem[]): Line[] {
    const scanner = new ValueScanner();
    const end = scanner.scan(line.text, start);
    if (end.kind === 'end') return this.#emit([line], start, end.at, out);
    if (end.kind === 'open') {
      this.#pending = { lines: [line], start, scanner, chars: line.text.length };
      return [];
    }
    // A bracket may open a log's time stamp as well as a list.
    if (line.text[start] === '[') return this.#embedded(line, start + 1, true, out);
    this.#tornLine(line, start, end.at, out);
    return [];
  }

  /** A record that begins behind other text: a log's time stamp, `data: `. */
  #embedded(line: Line, from: number, report: boolean, out: RecordItem[]): Line[] {
    let at = from;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const start = nextOpener(line.text, at);
      if (start === -1) break;
      const scanner = new ValueScanner();
      const end = scanner.scan(line.text, start);
      if (end.kind === 'end' && isWorthIt(line.text.slice(start, end.at)))
        return this.#emit([line], start, end.at, out);
      if (end.kind === 'open') {
        this.#pending = { lines: [line], start, scanner, chars: line.text.length };
        return [];
      }
      at = end.kind === 'end' ? end.at : Math.max(start + 1, end.at);
    }
    if (!report) return [];
    if (FRAMING.test(line.text)) this.#bad(line, 'frame', 'A line of a stream that carries no data.', out);
    else this.#bad(line, 'text', 'The line holds no JSON record.', out);
    return [];
  }

  #goOn(pending: Pending, line: Line, out: RecordItem[]): Line[] {
    const end = pending.scanner.scan(line.text, 0);
    pending.lines.push(line);
    pending.chars += line.text.length + 1;
    if (end.kind === 'open' && pending.chars <= BOUNDS.valueChars) return [];
    this.#pending = null;
    if (end.kind === 'end') return this.#emit(pending.lines, pending.start, end.at, out);
    return this.#tear(pending.lines, out, pending.start);
  }

  /** Puts out the value that begins in the first and ends in the last of the lines; reads the rest of the last one. */
  #emit(lines: Line[], start: number, end: number, out: RecordItem[]): Line[] {
    const first = lines[0]!;
    const last = lines.at(-1)!;
    const text =
      lines.length === 1
        ? first.text.slice(start, end)
        : [first.text.slice(start), ...lines.slice(1, -1).map((line) => line.text), last.text.slice(0, end)].join('\n');
    const offset = first.offset + utf8Length(first.text, start);
    const place = { line: first.line, offset, length: last.offset + utf8Length(last.text, end) - offset };
    const reading = readJson(text);
    if (reading.ok) {
      this.#found += 1;
      out.push({ kind: 'record', value: reading.value, lenient: reading.lenient, ...place });
    } else out.push({ kind: 'bad', code: reading.code, message: reading.message, ...place });
    return skipFiller(last.text, end) >= last.text.length ? [] : this.#begin(last, end, out);
  }

  /** The first of the lines is torn; the others are read again. */
  #tear(lines: Line[], out: RecordItem[], start = 0): Line[] {
    const [first, ...rest] = lines;
    if (!first) return [];
    const chars = rest.reduce((sum, line) => sum + line.text.length, 0);
    const isText = skipFiller(first.text, 0) < start;
    if (chars > this.#budget) {
      this.#bad(
        first,
        'torn',
        `The record is cut off; the ${rest.length} lines behind it could not be told apart.`,
        out,
      );
      return [];
    }
    this.#budget -= chars;
    if (isText) this.#bad(first, 'text', 'The line holds no JSON record.', out);
    else this.#bad(first, 'torn', 'The record is cut off in the middle.', out);
    return rest;
  }

  /** A line that breaks off and goes straight on with the next record: that one can be saved. */
  #tornLine(line: Line, start: number, wrongAt: number, out: RecordItem[]): void {
    let at = wrongAt + 1;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      at = line.text.lastIndexOf('{"', at - 1);
      if (at <= start) break;
      const reading = readJson(line.text.slice(at));
      if (!reading.ok) continue;
      const offset = line.offset + utf8Length(line.text, at);
      const cut = { line: line.line, offset: line.offset, length: offset - line.offset };
      out.push({ kind: 'bad', code: 'torn', message: 'The record is cut off where the next one begins.', ...cut });
      this.#found += 1;
      const rest = { line: line.line, offset, length: line.length - cut.length };
      out.push({ kind: 'record', value: reading.value, lenient: reading.lenient, ...rest });
      return;
    }
    if (this.#found === 0) this.#tornFirst ??= line;
    this.#bad(line, 'torn', `The record cannot be read: it goes wrong at character ${wrongAt + 1}.`, out);
  }

  /** A file that is one cut document: the complete objects inside are better than nothing. */
  #salvage(lines: Line[], start: number, out: RecordItem[]): void {
    const first = lines[0]!;
    const text = lines.map((line) => line.text).join('\n');
    const saved: RecordItem[] = [];
    let line = first.line;
    let counted = 0;
    let attempts = 0;
    for (let at = nextOpener(text, start + 1); at !== -1 && attempts < 64;) {
      const end = new ValueScanner().scan(text, at);
      if (end.kind !== 'end') {
        attempts += 1;
        at = nextOpener(text, at + 1);
        continue;
      }
      const reading = readJson(text.slice(at, end.at));
      for (; counted < at; counted += 1) if (text[counted] === '\n') line += 1;
      const place = {
        line,
        offset: first.offset + utf8Length(text, at),
        length: utf8Length(text.slice(at, end.at), end.at - at),
      };
      if (reading.ok) saved.push({ kind: 'record', value: reading.value, lenient: reading.lenient, ...place });
      at = nextOpener(text, end.at);
    }
    out.push(...saved);
    this.#found += saved.length;
  }

  #bad(line: Line, code: BadRecord['code'], message: string, out: RecordItem[]): true {
    out.push({ kind: 'bad', code, message, ...ref(line) });
    return true;
  }
}

function tornDocument(lines: Line[]): BadRecord {
  const { line = 1, offset = 0 } = lines[0] ?? {};
  const length = lines.reduce((sum, each) => sum + each.length + 1, -1);
  const message = 'The document is cut off; the complete records inside it are read one by one.';
  return { kind: 'bad', code: 'torn', message, line, offset, length };
}

function ref(line: Line): RecordRef {
  return { line: line.line, offset: line.offset, length: line.length };
}

function tooLong(): string {
  return `The record is longer than ${BOUNDS.valueChars / 1_000_000} million characters.`;
}

/** Behind white space, commas between records, record separators (RFC 7464) and NUL bytes of a crashed write. */
function skipFiller(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code > 32 && code !== 44 && code !== 0xfeff) break;
    at += 1;
  }
  return at;
}

function nextOpener(text: string, from: number): number {
  const brace = text.indexOf('{', from);
  const bracket = text.indexOf('[', from);
  if (brace === -1 || bracket === -1) return Math.max(brace, bracket);
  return Math.min(brace, bracket);
}

/** `[12]` and `{}` in a log are no records. */
function isWorthIt(text: string): boolean {
  return text.includes('"') && text.includes(':') && text.includes('{');
}
