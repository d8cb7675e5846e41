import type { Dropped, FileReport, KindCount, RecordRef } from './import-types.ts';
import type { BadRecord } from './records.ts';

/** A file with hundreds of thousands of unreadable lines is told in this many entries and one that counts the rest. */
const DROPPED_LIMIT = 10_000;

/**
 * Keeps the books of one file: every record is counted once, as part of a message, as read beside the messages, as
 * kept unknown, or as dropped with a reason.
 */
export class FileSink {
  readonly dropped: Dropped[] = [];
  readonly #kinds = new Map<string, KindCount>();
  readonly #notes = new Map<string, { code: string; message: string; count: number }>();
  /** Records that the reader handed out or found unreadable. */
  seen = 0;
  #counted = 0;
  #text: { from: number; to: number } | null = null;
  #beyond = 0;

  /** Accounts for `count` records of a kind. */
  count(kind: string, use: KindCount['use'] = 'message', count = 1): void {
    const key = `${use}\n${kind}`;
    const known = this.#kinds.get(key);
    if (known) known.count += count;
    else this.#kinds.set(key, { kind, count, use });
    this.#counted += count;
  }

  /** Accounts for one record that is in no conversation. */
  drop(ref: RecordRef | null, code: string, message: string): void {
    this.count(code, 'dropped');
    this.tell(ref?.line ?? null, code, message);
  }

  /** Says why something is missing, without counting a record. */
  tell(line: number | null, code: string, message: string): void {
    this.#endText();
    if (this.dropped.length < DROPPED_LIMIT) this.dropped.push({ line, code, message });
    else this.#beyond += 1;
  }

  /** A line without a record; neighbouring ones are told together. */
  unreadable(record: BadRecord): void {
    this.seen += 1;
    if (record.code === 'frame') return this.count('stream framing', 'meta');
    if (record.code !== 'text') return this.drop(record, record.code, record.message);
    this.count('text', 'dropped');
    if (this.#text) this.#text.to = record.line;
    else this.#text = { from: record.line, to: record.line };
  }

  note(code: string, message: string, count = 1): void {
    const known = this.#notes.get(code);
    if (known) known.count += count;
    else this.#notes.set(code, { code, message, count });
  }

  /** A readable record follows: the text before it is one stretch. */
  #endText(): void {
    if (!this.#text) return;
    const { from, to } = this.#text;
    this.#text = null;
    const lines = from === to ? `Line ${from} holds` : `Lines ${from} to ${to} hold`;
    this.tell(from, 'text', `${lines} text without a JSON record.`);
  }

  record(): void {
    this.seen += 1;
    this.#endText();
  }

  /** The books, closed. A difference between seen and counted records is itself reported. */
  report(name: string, format: string | null, confidence: number, candidates: string[]): FileReport {
    this.#endText();
    const missing = this.seen - this.#counted;
    if (missing > 0) this.count('unaccounted', 'dropped', missing);
    if (missing > 0) this.tell(null, 'unaccounted', `${missing} records were read and used for nothing.`);
    if (this.#beyond > 0) {
      const message = `${this.#beyond} more records were dropped; they are not listed one by one.`;
      this.dropped.push({ line: null, code: 'more', message });
      this.#beyond = 0;
    }
    const kinds = [...this.#kinds.values()];
    return { name, format, confidence, candidates, records: this.#counted, kinds, notes: [...this.#notes.values()] };
  }
}
