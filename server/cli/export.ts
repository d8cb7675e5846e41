import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { conversationLog } from '../../shared/export/conversation-log.ts';
import type { Exporter } from '../../shared/export/export-types.ts';
import { readLogs } from '../../shared/export/read-log.ts';
import { exporterById, exportFormats } from '../../shared/export/registry.ts';
import { importFiles } from '../../shared/import/import-files.ts';
import type { ImportResult, ImportSource, ImportedConversation } from '../../shared/import/import-types.ts';
import { bytesSource, readAll } from '../../shared/import/source.ts';
import type { EventLog } from '../../shared/session/log.ts';
import { FileSources } from './import-sources.ts';
import { processIo } from './process-io.ts';
import type { CliIo } from './process-io.ts';

const USAGE = `usage: agent-loupe export FILE|- --to FORMAT [--conversation ID] [-o OUT]

Writes a conversation of any file that \`import\` reads in another form.

  --to FORMAT         ${exportFormats().join(', ')}
  --conversation ID   which one, when the file holds several (\`import\` lists them); else the first that no other opened
  -o, --output OUT    file to write; standard output when left out
  --model ID          model of a conversation that does not name one

Exit code: 0 written, 1 nothing in the file is a conversation, 2 bad usage or unreadable file.
`;

const DEFAULT_MODEL = 'claude-opus-5-5';

/** A mistake in how the command was called, or a file that cannot be opened or written. */
class UsageError extends Error {}

interface Options {
  path: string;
  exporter: Exporter;
  conversation: string | null;
  output: string | null;
  model: string;
}

/** `export`: writes one conversation in another form; returns the exit code. */
export async function runExport(args: string[], io: CliIo = processIo): Promise<number> {
  const files = new FileSources();
  try {
    const options = readOptions(args);
    if (options === null) {
      io.stdout(USAGE);
      return 0;
    }
    return await exportAt(options, files, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr(`agent-loupe export: ${error.message}\n`);
    return 2;
  } finally {
    await files.close();
  }
}

function readOptions(args: string[]): Options | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [path, ...more] = positionals;
  if (path === undefined) throw new UsageError(`name a file.\n\n${USAGE}`);
  if (more.length > 0) throw new UsageError(`one file at a time; what is "${more.join(' ')}"?`);
  const formats = exportFormats().join(', ');
  if (values.to === undefined) throw new UsageError(`say in which form: --to ${formats}.`);
  const exporter = exporterById(values.to);
  if (!exporter) throw new UsageError(`there is no format "${values.to}". Known: ${formats}.`);
  const { conversation = null, output = null, model = DEFAULT_MODEL } = values;
  return { path, exporter, conversation, output, model };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        conversation: { type: 'string' },
        output: { type: 'string', short: 'o' },
        model: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function exportAt(options: Options, files: FileSources, io: CliIo): Promise<number> {
  const { path, exporter, output } = options;
  const sources = await sourcesAt(path, files, io);
  const result = await read(sources, path, files);
  const conversation = pick(result, options, io);
  if (!conversation) {
    const why = result.dropped
      .slice(0, 5)
      .map(({ line, message }) => `  ${line === null ? '' : `line ${line}: `}${message}\n`);
    io.stderr(`agent-loupe export: nothing in "${path}" is a conversation.\n${why.join('')}`);
    return 1;
  }
  const log = await logOf(result, conversation, sources, options.model);
  const state = log.newest;
  const branch = state.record.branches.find(({ deleted }) => !deleted) ?? state.record.branches[0];
  if (!branch) throw new UsageError(`"${path}" holds a session without a branch.`);
  const title = state.record.title || conversation.title;
  const text = exporter.write({ title, state, branch, events: log.events });
  if (output === null || output === '-') io.stdout(text);
  else await write(output, text);
  return 0;
}

/** Loupe's own sessions are taken as they are; everything else becomes a session first. */
async function logOf(
  result: ImportResult,
  conversation: ImportedConversation,
  sources: readonly ImportSource[],
  model: string,
): Promise<EventLog> {
  const [only] = sources;
  if (conversation.format === 'loupe' && only && sources.length === 1) {
    const logs = readLogs(new TextDecoder().decode(await readAll(only)));
    const log = logs[result.conversations.indexOf(conversation)];
    if (log && logs.length === result.conversations.length) return log;
  }
  return conversationLog(conversation, model);
}

function pick(
  { conversations }: ImportResult,
  { conversation: wanted, path }: Options,
  io: CliIo,
): ImportedConversation | undefined {
  if (wanted !== null && conversations.length > 0) {
    const found = conversations.find(({ id }) => id === wanted);
    if (found) return found;
    throw new UsageError(`"${path}" has no conversation "${wanted}". It holds:\n${listOf(conversations)}`);
  }
  const chosen = conversations.find(({ parent }) => parent === null) ?? conversations[0];
  if (chosen && conversations.length > 1) {
    io.stderr(
      `"${path}" holds ${conversations.length} conversations; this is ${chosen.id}. Name another with --conversation:\n${listOf(conversations)}`,
    );
  }
  return chosen;
}

const MOST_LINES = 30;

function listOf(conversations: readonly ImportedConversation[]): string {
  const lines = conversations
    .slice(0, MOST_LINES)
    .map(({ id, title, messages }) => `  ${id}  ${title} (${messages.length} messages)\n`);
  const more = conversations.length - MOST_LINES;
  return lines.join('') + (more > 0 ? `  … and ${more} more\n` : '');
}

async function read(sources: readonly ImportSource[], path: string, files: FileSources): Promise<ImportResult> {
  const besides = (agentIds: readonly string[]): Promise<ImportSource[]> => files.besides(path, agentIds);
  try {
    return await importFiles(sources, sources.length === 1 && path !== '-' ? { besides } : {});
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    throw new UsageError(`"${path}" cannot be read: ${error.message}`);
  }
}

async function sourcesAt(path: string, files: FileSources, io: CliIo): Promise<ImportSource[]> {
  if (path === '-') return [bytesSource('standard input', new TextEncoder().encode(await io.stdin()))];
  try {
    return await files.at(path);
  } catch (error) {
    throw new UsageError(`"${path}" cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new UsageError(`"${path}" cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
