import { UnpackBudget } from './containers/inflate.ts';
import { detect } from './detect.ts';
import type { Detection } from './detect.ts';
import type { Dropped, FileReport, ImportResult, ImportSource, ImportedConversation } from './import-types.ts';
import type { AgentLink, Importer, ImporterOutput } from './importer.ts';
import { isInspectSupport } from './formats/inspect.ts';
import { Input } from './input.ts';
import { linkAgents } from './link-agents.ts';
import { openFile } from './open-file.ts';
import type { Leaf } from './open-file.ts';
import { IMPORTERS } from './registry.ts';
import { FileSink } from './sink.ts';
import { totalsOf } from './totals.ts';

export interface ImportOptions {
  /** Reads every file as this format instead of telling it by its content. */
  importer?: Importer;
  /** Told before each file. Return false to stop; what was read so far is the result. */
  onFile?: (name: string, index: number, of: number) => boolean | void;
  /**
   * Gives the files of sub-agents that lie beside a single session, by the agent ids that it names and that no file
   * read so far holds.
   */
  besides?: (agentIds: readonly string[]) => Promise<ImportSource[]>;
  /** Bytes read at a time; the result does not depend on it. */
  chunk?: number;
}

/**
 * Imports files: tells their formats by content, unpacks archives, links sub-agents across files, adds up. Never throws
 * for what a file holds: what cannot be read is in `dropped`, in words. Errors of a source's own `read` pass through.
 */
export async function importFiles(
  sources: readonly ImportSource[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const run = new ImportRun(options);
  for (const [index, source] of sources.entries()) {
    if (options.onFile?.(source.name, index, sources.length) === false) break;
    await run.file(source);
  }
  for (const source of await run.besides()) await run.file(source);
  return run.result(sources.length > 1);
}

class ImportRun {
  readonly #conversations: ImportedConversation[] = [];
  readonly #links: AgentLink[] = [];
  readonly #dropped: (Dropped & { file: string })[] = [];
  readonly #files: FileReport[] = [];
  readonly #budget = new UnpackBudget();

  constructor(readonly options: ImportOptions) {}

  async file(source: ImportSource): Promise<void> {
    for await (const opened of openFile(source, this.#budget)) {
      if ('leaf' in opened) await this.#leaf(opened.leaf);
      else {
        const { name, code, message } = opened.refusal;
        this.#dropped.push({ line: null, code, message, file: name });
        this.#files.push({ name, format: null, confidence: 0, candidates: [], records: 0, kinds: [], notes: [] });
      }
    }
  }

  /** Files with the agents that the sessions name. */
  async besides(): Promise<ImportSource[]> {
    if (!this.options.besides || !this.#conversations.some(({ format }) => format === 'claude-code')) return [];
    const known = new Set(this.#conversations.flatMap(({ agent }) => (agent?.id && !agent.copy ? [agent.id] : [])));
    const wanted = new Set(this.#links.map(({ agentId }) => agentId).filter((id) => !known.has(id)));
    return this.options.besides([...wanted]);
  }

  /** Reads a file as the format it fits best; where that finds no conversation, as the next one that fits. */
  async #leaf(leaf: Leaf): Promise<void> {
    if (leaf.archive && isInspectSupport(leaf.name, leaf.archive.entries)) {
      const kinds: FileReport['kinds'] = [{ kind: 'log header', count: 1, use: 'meta' }];
      this.#files.push({
        name: leaf.name,
        format: 'inspect',
        confidence: 1,
        candidates: [],
        records: 1,
        kinds,
        notes: [],
      });
      return;
    }
    let first = await this.#attempt(leaf, this.options.importer ?? null);
    if (first.output.conversations.length === 0 && first.output.links.length === 0) {
      for (const importer of first.detection.candidates.slice(0, 3)) {
        const next = await this.#attempt(leaf, importer);
        if (next.output.conversations.length > 0) {
          first = next;
          break;
        }
      }
    }
    this.#keep(leaf, first);
  }

  async #attempt({ name, source, value }: Leaf, forced: Importer | null): Promise<Attempt> {
    const sink = new FileSink();
    const input = value
      ? Input.of(name, sink, value.value, source.size)
      : await Input.open(source, sink, this.options.chunk);
    const detection: Detection = forced
      ? { importer: forced, confidence: forced.detect(input.sample), candidates: [] }
      : detect(input.sample, IMPORTERS);
    const { conversations, links = [] } = await read(input, detection.importer, sink);
    return { sink, detection, output: { conversations, links } };
  }

  #keep({ name, source, problem }: Leaf, { sink, detection, output }: Attempt): void {
    const { conversations, links } = output;
    const { importer, confidence, candidates } = detection;
    if (conversations.length === 0 && links.length === 0) {
      if (problem !== undefined) sink.tell(null, 'yaml', problem);
      const fits = importer !== null && sink.seen > 0;
      sink.tell(null, fits ? 'no-conversation' : 'unknown-format', whyNothing(source.size, detection, sink));
    }
    this.#conversations.push(...conversations);
    this.#links.push(...links);
    const id = conversations[0]?.format ?? importer?.id ?? null;
    this.#files.push(
      sink.report(
        name,
        id,
        Math.min(1, confidence),
        candidates.map((each) => each.id),
      ),
    );
    for (const dropped of sink.dropped) this.#dropped.push({ ...dropped, file: name });
  }

  result(several: boolean): ImportResult {
    const conversations = linkAgents(withOwnIds(this.#conversations), this.#links);
    if (conversations.length === 0 && this.#dropped.length === 0) this.#dropped.push(...this.#files.map(emptyFile));
    const many = several || this.#files.length > 1;
    return {
      format: conversations[0]?.format ?? null,
      conversations,
      totals: totalsOf(conversations),
      dropped: this.#dropped.map(({ file, ...dropped }) => (many ? { ...dropped, file } : dropped)),
      report: { files: this.#files },
    };
  }
}

interface Attempt {
  sink: FileSink;
  detection: Detection;
  output: Required<ImporterOutput>;
}

async function read(input: Input, importer: Importer | null, sink: FileSink): Promise<ImporterOutput> {
  if (importer) return importer.read(input);
  for await (const { ref } of input.records()) {
    sink.drop(ref, 'unknown-record', 'The record belongs to no known transcript format.');
  }
  return { conversations: [] };
}

function whyNothing(size: number, { importer }: Detection, sink: FileSink): string {
  if (size === 0) return 'The file is empty.';
  if (sink.seen === 0) return 'The file holds nothing but white space.';
  if (importer) return `The file looks like ${importer.label}, but there is no conversation in it.`;
  return 'The file is none of the known transcript formats. Name one with --format if you know which it is.';
}

function emptyFile({ name, format }: FileReport): Dropped & { file: string } {
  const what = format === null ? '' : ` of the format ${format}`;
  return { line: null, code: 'no-conversation', message: `The file${what} holds no messages by itself.`, file: name };
}

/** Ids are unique within one import: two files may hold copies of one session. */
function withOwnIds(conversations: readonly ImportedConversation[]): ImportedConversation[] {
  const used = new Set<string>();
  return conversations.map((conversation) => {
    let { id } = conversation;
    for (let number = 2; used.has(id); number += 1) id = `${conversation.id}#${number}`;
    used.add(id);
    return id === conversation.id ? conversation : { ...conversation, id };
  });
}
