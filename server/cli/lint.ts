import { ACCEPTED_FORMS, readDocument, type LintDocument } from '../../shared/messages/document.ts';
import type { Edit } from '../../shared/messages/edits.ts';
import { lint, type Problem } from '../../shared/messages/lint.ts';
import type { FixResult } from '../../shared/messages/repair.ts';
import { parseLintArguments, LINT_USAGE, type LintArguments } from './lint-arguments.ts';
import { report, summary } from './lint-report.ts';
import type { CliIo } from './process-io.ts';

/** Lists nested deeper than this are refused: nothing the API takes comes near it. */
const MAX_DEPTH = 512;

/** A reason to stop with exit code 2: what happened, where, what to do. */
class Unreadable extends Error {}

/** A conversation that a saved log holds, as a request. */
export interface LoggedConversation {
  id: string;
  request: unknown;
}

/** Reads the logs of agents (`import` knows their formats); null when it is none it knows. */
export type TranscriptReader = (text: string, file: string) => Promise<readonly LoggedConversation[] | null>;

/**
 * `agent-loupe lint FILE|- [--model ID] [--api-version V] [--json] [--fix]`. Without `--fix` the problems go to
 * stdout; with it the repaired document does, in the form it came in and changed only where it was wrong, and the
 * problems that remain go to stderr. Exit code 0: no errors · 1: errors (that remain) · 2: bad usage or unreadable.
 * With `readTranscript` a log of conversations is judged too, each of them by itself; it cannot be repaired in place.
 */
export async function runLint(args: readonly string[], io: CliIo, readTranscript?: TranscriptReader): Promise<number> {
  const parsed = parseLintArguments(args);
  if ('help' in parsed) {
    io.stdout(LINT_USAGE);
    return 0;
  }
  if ('problem' in parsed) {
    io.stderr(`agent-loupe lint: ${parsed.problem}\n\n${LINT_USAGE}`);
    return 2;
  }
  try {
    return await lintFile(parsed, io, readTranscript);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    io.stderr(`agent-loupe lint: ${error.message}\n`);
    return 2;
  }
}

async function lintFile(args: LintArguments, io: CliIo, readTranscript: TranscriptReader | undefined): Promise<number> {
  const source = await read(args.file, io);
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  try {
    return await lintDocument(args, io, source, text);
  } catch (error) {
    const conversations = error instanceof Unreadable ? await readTranscript?.(text, args.file) : null;
    if (!conversations?.length) throw error;
    if (args.fix) {
      throw new Unreadable(
        `${nameOf(args.file)} is a log, and --fix repairs requests. Export the conversation as messages first.`,
      );
    }
    return lintTranscript(args, io, conversations);
  }
}

async function lintDocument(args: LintArguments, io: CliIo, source: string, text: string): Promise<number> {
  const document = await parse(text, nameOf(args.file));
  const found = readDocument(document);
  if ('problem' in found) {
    throw new Unreadable(`${nameOf(args.file)}: ${found.problem} Accepted are ${ACCEPTED_FORMS}.`);
  }
  const { request, originalResponse, provenance } = found;
  const input = { request, originalResponse, provenance, model: args.model, apiVersion: args.apiVersion };
  if (args.fix) return printFixed(args, io, { source, text, document, found, input });
  const problems = lint(input);
  io.stdout(args.json ? `${JSON.stringify({ problems })}\n` : report(problems, nameOf(args.file)));
  return exitCode(problems);
}

function lintTranscript(args: LintArguments, io: CliIo, conversations: readonly LoggedConversation[]): number {
  const { model, apiVersion } = args;
  const judged = conversations.map(({ id, request }) => ({ id, problems: lint({ request, model, apiVersion }) }));
  if (args.json) {
    const problems = judged.flatMap(({ id, problems }) =>
      problems.map((problem) => ({ ...problem, conversation: id })),
    );
    io.stdout(`${JSON.stringify({ problems })}\n`);
  } else io.stdout(judged.map(({ id, problems }) => report(problems, `${nameOf(args.file)} · ${id}`)).join('\n'));
  return exitCode(judged.flatMap(({ problems }) => problems));
}

interface Work {
  source: string;
  text: string;
  document: unknown;
  found: LintDocument;
  input: Parameters<typeof lint>[0];
}

async function printFixed(args: LintArguments, io: CliIo, work: Work): Promise<number> {
  const { fix } = await import('../../shared/messages/repair.ts');
  const result = fix(work.input);
  const edits = documentEdits(work.found, result);
  if (args.json) {
    const { applyEdits } = await import('../../shared/messages/edits.ts');
    const { remaining: problems, fixed } = result;
    io.stdout(`${JSON.stringify({ problems, fixed, document: applyEdits(work.document, edits) })}\n`);
    return exitCode(result.remaining);
  }
  if (edits.length === 0) io.stdout(work.source);
  else {
    const { patchText } = await import('../../shared/messages/patch-text.ts');
    const mark = work.source.length - work.text.length;
    io.stdout(work.source.slice(0, mark) + patchText(work.text, work.document, edits));
  }
  io.stderr(summary(result.fixed, result.remaining));
  return exitCode(result.remaining);
}

/** The edits of the request, at the place where the document holds it, and of the provenance that follows them. */
function documentEdits(found: LintDocument, result: FixResult<unknown>): Edit[] {
  const edits = result.edits.map((edit): Edit => ({ ...edit, path: [...found.at, ...edit.path] }));
  if (result.provenance !== found.provenance) edits.push({ path: ['provenance'], value: result.provenance });
  return edits;
}

function exitCode(problems: readonly Problem[]): number {
  return problems.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}

async function read(file: string, io: CliIo): Promise<string> {
  try {
    return await (file === '-' ? io.stdin() : io.readFile(file));
  } catch (error) {
    const code = (error as { code?: unknown } | null)?.code;
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : code === 'EACCES'
            ? 'permission denied'
            : error instanceof Error
              ? error.message
              : String(error);
    throw new Unreadable(`cannot read ${nameOf(file)}: ${why}.`);
  }
}

async function parse(text: string, name: string): Promise<unknown> {
  if (text.trim() === '') throw new Unreadable(`${name} is empty. Accepted are ${ACCEPTED_FORMS}.`);
  if (isTooDeep(text)) throw new Unreadable(`${name} is nested deeper than ${MAX_DEPTH} levels.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const { jsonFault } = await import('./json-fault.ts');
    throw new Unreadable(`${name} is not JSON: ${jsonFault(text, error)}.`);
  }
}

/** Counts brackets outside of strings, so that no parser has to go where its stack ends. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** Index of the quote that ends the string beginning here; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let index = text.indexOf('"', start + 1); index >= 0; index = text.indexOf('"', index + 1)) {
    let slashes = 0;
    while (text.charCodeAt(index - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return index;
  }
  return text.length;
}
