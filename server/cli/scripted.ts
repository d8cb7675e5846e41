import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Hono } from 'hono';
import { parseScenario } from '../../shared/scripted/parse-scenario.ts';
import type { Scenario } from '../../shared/scripted/scenario-types.ts';
import { systemClock } from '../adapters/clock-system.ts';
import { builtInScenarios } from '../../shared/host/built-in-scenarios.ts';
import { listen, type Listening } from '../listen.ts';
import { hostCheck } from '../middleware/host-check.ts';
import { createScriptedApi, type ScriptedEnv } from '../scripted/api.ts';
import { judgeLeniently } from '../../shared/scripted/judge.ts';
import { readPort } from '../settings.ts';
import { StartRefused } from '../start-refused.ts';
import { untilSignal } from './until-signal.ts';

const HOST = '127.0.0.1';
const DEFAULT_PORT = '4748';
const DEFAULT_SCENARIO = 'refund';

const USAGE = `usage: agent-loupe scripted [SCENARIO_ID|FILE] [--port N]

Serves only the scripted Messages API, for any SDK: the named scenario (${DEFAULT_SCENARIO}) at /v1/messages, the built-in
ones at /ID/v1/messages. --port ${DEFAULT_PORT}; 0 takes any free one.

Scenarios: ${builtInScenarios.ids.join(', ')}
`;

/** `scripted`: runs until SIGINT or SIGTERM. Exit code 2 for bad usage, a file that is no scenario, a taken port. */
export async function runScripted(args: string[]): Promise<number> {
  let listening: Listening;
  let name: string;
  try {
    const { values, positionals } = options(args);
    if (values.help === true) {
      process.stdout.write(USAGE);
      return 0;
    }
    name = positionals[0] ?? DEFAULT_SCENARIO;
    if (positionals.length > 1) throw new StartRefused(`One scenario at a time.\n\n${USAGE}`);
    const app = scriptedApp(await findScenario(name));
    listening = await listen(
      (request, bindings) => app.fetch(request, bindings),
      HOST,
      readPort(values.port ?? DEFAULT_PORT),
    );
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
  process.stdout.write(`The scripted Messages API (${name}) is at ${listening.url}\n`);
  await untilSignal();
  await listening.close();
  return 0;
}

/** The API alone: the scenario at the root, the built-in ones under their ids. */
export function scriptedApp(scenario: Scenario): Hono<ScriptedEnv> {
  const root = '';
  const app = new Hono<ScriptedEnv>();
  app.use(hostCheck({ bound: HOST, allowed: [] }));
  app.route(
    '/',
    createScriptedApi({
      root,
      lookup: (name) => (name === root ? scenario : builtInScenarios.builtIn(name, 'en')),
      clock: systemClock,
      judge: judgeLeniently,
      naturalPace: 'never',
    }),
  );
  return app;
}

async function findScenario(name: string): Promise<Scenario> {
  const builtIn = builtInScenarios.builtIn(name, 'en');
  if (builtIn !== null) return builtIn;
  const parsed = parseScenario(await readDocument(name));
  if (parsed.ok) return parsed.scenario;
  const problems = parsed.problems.map(({ path, message }) => `  ${path === '' ? 'the document' : path}: ${message}`);
  throw new StartRefused(`${name} is no scenario:\n${problems.join('\n')}`);
}

async function readDocument(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new StartRefused(
      `"${file}" is neither a built-in scenario (${builtInScenarios.ids.join(', ')}) nor a readable file (${why}).`,
    );
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new StartRefused(`${file} is not JSON: ${(error as Error).message}`);
  }
}

function options(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { port: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    throw new StartRefused(`agent-loupe scripted: ${(error as Error).message}\n\n${USAGE}`);
  }
}
