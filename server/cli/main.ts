import process from 'node:process';

/**
 * The command line: `agent-loupe <command>`. Each command is loaded only when it is asked for, so that `lint` on a
 * small file needs neither the SDK nor the store.
 */
const USAGE = `usage: agent-loupe <command> [options]

  serve                         the page and its API on http://127.0.0.1:4747 (PORT, HOST, LOUPE_DATA_DIR)
  run SCENARIO_ID|FILE          run a scripted scenario headless
  lint FILE|-                   check a messages array or request body as the API would; --fix repairs it
  import FILE|FOLDER            read a saved transcript of any known format
  export FILE --to FORMAT       a transcript in another form: messages, markdown, html, a runnable loop, …
  scripted [SCENARIO_ID|FILE]   only the scripted Messages API, for any SDK

agent-loupe <command> --help tells the options of a command.
`;

type CommandModule = { run(args: string[]): Promise<number> };

const COMMANDS: Record<string, () => Promise<CommandModule>> = {
  serve: async () => ({ run: (await import('./serve.ts')).runServe }),
  run: async () => ({ run: (await import('./run.ts')).runScenario }),
  lint: async () => {
    const { runLint } = await import('./lint.ts');
    const { processIo } = await import('./process-io.ts');
    const { readTranscript } = await import('./lint-transcript.ts');
    return { run: (args) => runLint(args, processIo, readTranscript) };
  },
  import: async () => ({ run: (await import('./import.ts')).runImport }),
  export: async () => ({ run: (await import('./export.ts')).runExport }),
  scripted: async () => ({ run: (await import('./scripted.ts')).runScripted }),
};

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(USAGE);
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    process.stderr.write(`agent-loupe: there is no command "${name}".\n\n${USAGE}`);
    return 2;
  }
  return (await load()).run(rest);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`agent-loupe: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 2;
}
