import type { ImportSource, RecordRef } from './import-types.ts';
import { readRecords } from './records.ts';
import type { RecordItem, SourceRecord } from './records.ts';
import type { FileSink } from './sink.ts';

/** What detection looks at: the beginning of a file, read. */
export interface Sample {
  name: string;
  /** First records, as they stand. */
  records: unknown[];
  /** The same with lists of objects taken apart. */
  rows: unknown[];
  /** The only record of the file, when there is just one. */
  document: unknown;
}

/** A value of the file and where it stands. */
export interface Row {
  value: unknown;
  ref: RecordRef;
  /** Index in its list, when the file is one list; two rows of it share a place. */
  index: number | null;
}

const SAMPLE_RECORDS = 60;
const SAMPLE_BYTES = 4 * 1024 * 1024;
const SAMPLE_ROWS = 200;

/** A file whose beginning has been read. Its records can be taken once. */
export class Input {
  readonly sample: Sample;
  readonly #first: SourceRecord[];
  readonly #rest: AsyncGenerator<RecordItem[]> | null;

  private constructor(
    readonly name: string,
    readonly sink: FileSink,
    first: SourceRecord[],
    rest: AsyncGenerator<RecordItem[]> | null,
  ) {
    this.#first = first;
    this.#rest = rest;
    const records = first.slice(0, SAMPLE_RECORDS).map((record) => record.value);
    const document = first.length === 1 && rest === null ? records[0] : undefined;
    this.sample = { name, records, rows: records.flatMap(rowsIn).slice(0, SAMPLE_ROWS), document };
  }

  /** Reads as much of a file as detection needs. */
  static async open(source: ImportSource, sink: FileSink, chunk?: number): Promise<Input> {
    const items = readRecords(source, chunk);
    const first: SourceRecord[] = [];
    let bytes = 0;
    for (let next = await items.next(); !next.done; next = await items.next()) {
      for (const item of next.value) {
        if (item.kind === 'bad') sink.unreadable(item);
        else first.push(taken(item, sink));
        bytes += item.length;
      }
      const enough = first.length >= SAMPLE_RECORDS || (first.length > 1 && bytes > SAMPLE_BYTES);
      if (enough) return new Input(source.name, sink, first, items);
    }
    return new Input(source.name, sink, first, null);
  }

  /** A file that was read by other means (YAML): one document. */
  static of(name: string, sink: FileSink, value: unknown, size: number): Input {
    const record: SourceRecord = { kind: 'record', value, lenient: false, line: 1, offset: 0, length: size };
    return new Input(name, sink, [taken(record, sink)], null);
  }

  /** The records; unreadable ones have gone to the sink. Every one must be accounted for there. */
  async *records(): AsyncGenerator<Row> {
    for (const record of this.#first) yield rowOf(record);
    this.#first.length = 0;
    if (!this.#rest) return;
    for await (const items of this.#rest) {
      for (const item of items) {
        if (item.kind === 'bad') this.sink.unreadable(item);
        else yield rowOf(taken(item, this.sink));
      }
    }
  }

  /** The records, with lists taken apart: each element is a record of its own for the books. */
  async *rows(): AsyncGenerator<Row> {
    for await (const record of this.records()) {
      if (!Array.isArray(record.value)) {
        yield record;
        continue;
      }
      this.sink.seen += record.value.length - 1;
      for (const [index, value] of record.value.entries()) yield { value, ref: record.ref, index };
    }
  }
}

function rowOf({ value, line, offset, length }: SourceRecord): Row {
  return { value, ref: { line, offset, length }, index: null };
}

function taken(record: SourceRecord, sink: FileSink): SourceRecord {
  sink.record();
  if (record.lenient) sink.note('non-number', 'NaN or Infinity stood in the file; it was read as null.');
  return record;
}

/** Elements of a list of objects; anything else is a row itself. */
function rowsIn(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.slice(0, SAMPLE_ROWS);
}
