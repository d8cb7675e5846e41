import type { ImportedConversation } from './import-types.ts';
import type { Input, Row, Sample } from './input.ts';
import type { FileSink } from './sink.ts';

/** Says which call opened the conversation of an agent; files of one import are linked by it at the end. */
export interface AgentLink {
  agentId: string;
  toolUseId: string;
}

export interface ImporterOutput {
  conversations: ImportedConversation[];
  links?: AgentLink[];
}

/** One format. Add it to `registry.ts`; nothing else needs to know it. */
export interface Importer {
  /** Stable id, as `--format` takes it. */
  id: string;
  /** Name for people. */
  label: string;
  /** How sure the beginning of a file is of this format: 0 not at all, 1 certain. Looks at content only. */
  detect(sample: Sample): number;
  read(input: Input): Promise<ImporterOutput>;
}

/** Names that one file gives to its conversations. */
export class Ids {
  #next = 0;

  constructor(readonly base: string) {}

  /** The id of the source, or one made of the file's name and an ordinal. */
  take(own?: string | null): string {
    this.#next += 1;
    if (own !== undefined && own !== null && own !== '') return own;
    return this.#next === 1 ? this.base : `${this.base}#${this.#next}`;
  }
}

export interface DocumentContext {
  format: string;
  file: string;
  ids: Ids;
  sink: FileSink;
}

/** A format whose every record is a whole document: one conversation or several. */
export interface DocumentFormat {
  id: string;
  label: string;
  /** How sure one value is a document of this format. */
  matches(value: unknown): number;
  /** Its conversations; an empty list means that it holds none, and it is dropped as such. */
  convert(row: Row, context: DocumentContext): ImportedConversation[];
}

/** File name without folders and extension, as the first part of ids. */
export function baseName(name: string): string {
  const file = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const dot = file.indexOf('.', 1);
  return (dot > 0 ? file.slice(0, dot) : file) || 'conversation';
}

/** An importer for documents: one in the file, one per line, or a list of them. */
export function documentImporter(format: DocumentFormat): Importer {
  return {
    id: format.id,
    label: format.label,
    detect: (sample) => Math.max(score(sample.records, format), 0.98 * score(sample.rows, format)),
    async read(input) {
      const conversations: ImportedConversation[] = [];
      const context = { format: format.id, file: input.name, ids: new Ids(baseName(input.name)), sink: input.sink };
      for await (const record of input.records()) {
        const parts = apart(record, format);
        input.sink.seen += parts.length - 1;
        for (const part of parts) {
          const made = format.matches(part.value) > 0 ? format.convert(part, context) : [];
          if (made.length > 0) input.sink.count(format.id);
          else
            input.sink.drop(
              part.ref,
              'no-conversation',
              `The record holds no conversation of the format ${format.id}.`,
            );
          conversations.push(...made);
        }
      }
      return { conversations };
    },
  };
}

/** Mean over the first values, so that one odd line does not decide. */
function score(values: readonly unknown[], format: DocumentFormat): number {
  const some = values.slice(0, 20);
  if (some.length === 0) return 0;
  return some.reduce<number>((sum, value) => sum + format.matches(value), 0) / some.length;
}

function apart(record: Row, format: DocumentFormat): Row[] {
  if (!Array.isArray(record.value) || format.matches(record.value) > 0) return [record];
  return record.value.map((value, index) => ({ value: value as unknown, ref: record.ref, index }));
}
