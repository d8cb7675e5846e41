import { parseArgs } from 'node:util';
import { importFiles } from '../../shared/import/import-files.ts';
import type { ImportOptions } from '../../shared/import/import-files.ts';
import type { ImportResult, ImportSource, ImportedConversation } from '../../shared/import/import-types.ts';
import { IMPORTERS, importerById } from '../../shared/import/registry.ts';
import { bytesSource } from '../../shared/import/source.ts';
import { FileSources } from './import-sources.ts';
import { processIo } from './process-io.ts';
import type { CliIo } from './process-io.ts';

const USAGE = `usage: agent-loupe import FILE|FOLDER|- [--format ID] [--json]

Reads a saved transcript of any known format, told by its content: sessions of coding agents, bodies and captures of
model APIs, traces, evaluation logs; zip and gzip archives and folders of them.

  --format ID   read it as this format: ${IMPORTERS.map(({ id }) => id).join(', ')}
  --json        one JSON document

Exit code: 0 read, 1 nothing in it is a conversation, 2 bad usage or unreadable file.
`;

/** A mistake in how the command was called, or a file that cannot be opened. */
class UsageError extends Error {}

interface Options {
  path: string;
  format: string | null;
  json: boolean;
}

/** `import`: prints what was read (with `--json` the document of DESIGN §5) and returns the exit code. */
export async function runImport(args: string[], io: CliIo = processIo): Promise<number> {
  const files = new FileSources();
  try {
    const options = readOptions(args);
    if (options === null) {
      io.stdout(USAGE);
      return 0;
    }
    const result = await importAt(options, files, io);
    if (options.json) printJson(result, io);
    else io.stdout(summary(result));
    io.stderr(troubles(result, options));
    return result.conversations.length > 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr(`agent-loupe import: ${error.message}\n`);
    return 2;
  } finally {
    await files.close();
  }
}

function readOptions(args: string[]): Options | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [path, ...more] = positionals;
  if (path === undefined) throw new UsageError(`name a file or a folder.\n\n${USAGE}`);
  if (more.length > 0) throw new UsageError(`one file or folder at a time; what is "${more.join(' ')}"?`);
  return { path, format: values.format ?? null, json: values.json ?? false };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function importAt({ path, format }: Options, files: FileSources, io: CliIo): Promise<ImportResult> {
  const importer = format === null ? undefined : importerById(format);
  if (format !== null && !importer) {
    throw new UsageError(`there is no format "${format}". Known: ${IMPORTERS.map(({ id }) => id).join(', ')}.`);
  }
  const sources = await sourcesAt(path, files, io);
  const options: ImportOptions = importer ? { importer } : {};
  // A session named alone brings the files of its sub-agents along; a folder holds them already.
  if (sources.length === 1 && path !== '-') options.besides = (agentIds) => files.besides(path, agentIds);
  try {
    return await importFiles(sources, options);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new UsageError(`"${path}" cannot be read: ${error.message}`);
  }
}

async function sourcesAt(path: string, files: FileSources, io: CliIo): Promise<ImportSource[]> {
  if (path === '-') return [bytesSource('standard input', new TextEncoder().encode(await io.stdin()))];
  try {
    const sources = await files.at(path);
    if (sources.length === 0) throw new UsageError(`"${path}" is an empty folder.`);
    return sources;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`"${path}" cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** Written piece by piece: the document may be longer than a string can be. */
function printJson({ conversations, ...rest }: ImportResult, io: CliIo): void {
  io.stdout(`{"format":${JSON.stringify(rest.format)},"conversations":[`);
  conversations.forEach((conversation, index) => io.stdout(`${index > 0 ? ',' : ''}${JSON.stringify(conversation)}`));
  const { totals, dropped, report } = rest;
  io.stdout(
    `],"totals":${JSON.stringify(totals)},"dropped":${JSON.stringify(dropped)},"report":${JSON.stringify(report)}}\n`,
  );
}

const MOST_LINES = 50;

function summary(result: ImportResult): string {
  const { conversations, totals } = result;
  const lines = conversations.slice(0, MOST_LINES).map(lineOf);
  if (conversations.length > MOST_LINES) lines.push(`  … and ${conversations.length - MOST_LINES} more`);
  const tokens = `${totals.inputTokens + totals.cacheReadTokens + totals.cacheCreationTokens} tokens in, ${totals.outputTokens} out`;
  const calls = `${totals.toolUses} tool calls${totals.orphanToolUses > 0 ? ` (${totals.orphanToolUses} without a result)` : ''}`;
  return `${result.format ?? 'no known format'}: ${conversations.length} conversations, ${calls}, ${tokens}\n${lines.map((line) => `${line}\n`).join('')}`;
}

function lineOf({ title, parent, messages, turns, branches, model }: ImportedConversation): string {
  const more = branches.length > 0 ? `, ${branches.length} other lines` : '';
  return `  ${parent ? '  ↳ ' : ''}${title}  ${messages.length} messages, ${turns.length} answers${more}${model === null ? '' : `, ${model}`}`;
}

function troubles({ dropped, conversations, report }: ImportResult, { path }: Options): string {
  const lines = dropped.slice(0, MOST_LINES).map(({ file, line, message }) => {
    const where = [file ?? path, line === null ? '' : String(line)].filter((part) => part !== '').join(':');
    return `${where}: ${message}`;
  });
  if (dropped.length > MOST_LINES) lines.push(`… and ${dropped.length - MOST_LINES} more`);
  for (const file of report.files)
    for (const note of file.notes) lines.push(`${file.name}: ${note.message} (${note.count})`);
  const guesses = conversations.reduce((sum, { guesses: some }) => sum + (some?.length ?? 0), 0);
  if (guesses > 0)
    lines.push(`${guesses} things were guessed; they are listed under "guesses" in the output of --json.`);
  return lines.map((line) => `${line}\n`).join('');
}
