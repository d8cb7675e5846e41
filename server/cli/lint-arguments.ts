/** The command line of `lint`. */

export const LINT_USAGE = `usage: agent-loupe lint FILE|- [options]

Checks a messages array, a request body, or {"request", "original_response"?, "provenance"?} as the Messages API would.

  --model ID            judge for this model instead of the one the request names
  --api-version V       2023-06-01 or 2026-10-21; without it, what only the newer one refuses is a note
  --fix                 print the document repaired, changed only where it is wrong; the rest goes to stderr
  --json                print one JSON document: {problems}, with --fix {problems, fixed, document}

Exit code: 0 no errors · 1 errors · 2 bad usage or unreadable input
`;

export interface LintArguments {
  file: string;
  model: string | undefined;
  apiVersion: string | undefined;
  json: boolean;
  fix: boolean;
}

const VERSIONS = ['2023-06-01', '2026-10-21'];

/** Reads the arguments; a sentence where they make no sense. Options may stand anywhere, as `--model X` or `--model=X`. */
export function parseLintArguments(args: readonly string[]): LintArguments | { problem: string } | { help: true } {
  const parsed: LintArguments = { file: '', model: undefined, apiVersion: undefined, json: false, fix: false };
  const files: string[] = [];
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [name = '', inline] = word.startsWith('--') ? split(word) : [word];
    if (name === '--help' || name === '-h') return { help: true };
    if (name === '--json' || name === '--fix') {
      if (inline !== undefined) return { problem: `${name} takes no value.` };
      parsed[name === '--json' ? 'json' : 'fix'] = true;
    } else if (name === '--model' || name === '--api-version') {
      const value = inline ?? rest.shift();
      if (value === undefined || value === '') return { problem: `${name} needs a value.` };
      parsed[name === '--model' ? 'model' : 'apiVersion'] = value;
    } else if (name === '--') files.push(...rest.splice(0));
    else if (word.startsWith('-') && word !== '-') return { problem: `there is no option ${name}.` };
    else files.push(word);
  }
  if (parsed.apiVersion !== undefined && !VERSIONS.includes(parsed.apiVersion)) {
    return { problem: `--api-version is ${VERSIONS.join(' or ')}, not ${parsed.apiVersion}.` };
  }
  const [file] = files;
  if (file === undefined) return { problem: 'name a file, or - for standard input.' };
  if (files.length > 1) return { problem: `one file at a time, not ${files.length}: ${files.join(', ')}.` };
  return { ...parsed, file };
}

function split(word: string): [string, string | undefined] {
  const equals = word.indexOf('=');
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}
