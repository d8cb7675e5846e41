import { parseArgs } from 'node:util';
import { type RunningServer, startServer } from '../main.ts';
import { readSettings } from '../settings.ts';
import { StartRefused } from '../start-refused.ts';
import { untilSignal } from './until-signal.ts';

const USAGE = `usage: agent-loupe serve [--port N] [--host ADDRESS]

Serves the page and its API. Settings come from the environment:

  PORT (4747)  HOST (127.0.0.1)  LOUPE_DATA_DIR (.loupe)
  LOUPE_TOKEN  LOUPE_ALLOWED_HOSTS   needed to let other machines in
  ANTHROPIC_API_KEY  ANTHROPIC_BASE_URL   for live requests; without a key everything runs on the scripted model
`;

/** `serve`: runs until SIGINT or SIGTERM. Exit code 2 when it could not start. */
export async function runServe(args: string[]): Promise<number> {
  let server: RunningServer;
  try {
    const { port, host, help } = options(args);
    if (help === true) {
      process.stdout.write(USAGE);
      return 0;
    }
    const env = {
      ...process.env,
      ...(port === undefined ? {} : { PORT: port }),
      ...(host === undefined ? {} : { HOST: host }),
    };
    server = await startServer({ settings: readSettings(env), live: process.env });
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  process.stdout.write(`Loupe is at ${server.url}\n`);
  await untilSignal();
  await server.close();
  return 0;
}

function options(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args, options: { port: text, host: text, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    throw new StartRefused(`agent-loupe serve: ${(error as Error).message}\n\n${USAGE}`);
  }
}
