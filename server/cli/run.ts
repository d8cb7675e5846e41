import { parseArgs } from 'node:util';
import { scenarioFor, scenarioIds } from '../../shared/curriculum/scenarios/registry.ts';
import { policyIds } from '../../shared/loop/policy.ts';
import { runReport } from '../../shared/runner/run-report.ts';
import type { RunReport } from '../../shared/runner/run-report.ts';
import { parseScenario } from '../../shared/scripted/parse-scenario.ts';
import type { Scenario } from '../../shared/scripted/scenario-types.ts';
import { DEFAULT_LIMITS } from '../../shared/session/limits.ts';
import type { Limits } from '../../shared/session/limits.ts';
import { playHeadless } from '../headless.ts';
import { processIo } from './process-io.ts';
import type { CliIo } from './process-io.ts';

const USAGE = `usage: agent-loupe run SCENARIO_ID|FILE [options]

Runs a scenario against the scripted model, headless, on a simulated clock.

  --max-turns N --token-budget N --timeout-ms N --max-repeats N
  --limit NAME=VALUE    any limit by its name (${Object.keys(DEFAULT_LIMITS).join(', ')})
  --policy ID           ${policyIds().join(', ')}
  --language en|zh-CN   language of a built-in scenario
  --real-time           wait instead of letting the clock jump
  --json                one JSON document on stdout

Scenarios: ${scenarioIds.join(', ')}
Exit code: 0 done, 1 stopped or failed, 2 bad usage or unreadable input.
`;

/** A mistake in how the command was called, or in the file it was given. */
class UsageError extends Error {}

/** Shorthand options and the limits they set. */
const SHORT = {
  'max-turns': 'maxTurns',
  'token-budget': 'tokenBudget',
  'timeout-ms': 'timeoutMs',
  'max-repeats': 'maxIdenticalCalls',
} as const;

interface Options {
  what: string;
  limits: Partial<Limits>;
  policy: string;
  language: 'en' | 'zh-CN';
  realTime: boolean;
  json: boolean;
}

/** `run`: prints the outcome (or with `--json` the whole report) and returns the exit code. */
export async function runScenario(args: string[], io: CliIo = processIo): Promise<number> {
  try {
    const options = readOptions(args);
    if (options === null) {
      io.stdout(USAGE);
      return 0;
    }
    const scenario = await readScenario(options, io);
    const limits = { ...scenario.limits, ...options.limits };
    const { log, branch } = await playHeadless(
      { ...scenario, limits },
      { realTime: options.realTime, policy: options.policy, warn: io.stderr },
    );
    const report = runReport(log, branch);
    io.stdout(options.json ? `${JSON.stringify(report)}\n` : summary(report));
    return report.outcome.status === 'done' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr(`agent-loupe run: ${error.message}\n`);
    return 2;
  }
}

function readOptions(args: string[]): Options | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [what, ...more] = positionals;
  if (what === undefined) throw new UsageError(`name a scenario or a file.\n\n${USAGE}`);
  if (more.length > 0) throw new UsageError(`one scenario at a time; what is "${more.join(' ')}"?`);
  const policy = values.policy ?? 'correct';
  if (!policyIds().includes(policy))
    throw new UsageError(`there is no policy "${policy}". Known: ${policyIds().join(', ')}.`);
  const language = values.language ?? 'en';
  if (language !== 'en' && language !== 'zh-CN') throw new UsageError(`--language is en or zh-CN, not "${language}".`);
  return {
    what,
    limits: limitsOf(values),
    policy,
    language,
    realTime: values['real-time'] ?? false,
    json: values.json ?? false,
  };
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: string[]) {
  const string = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        'max-turns': string,
        'token-budget': string,
        'timeout-ms': string,
        'max-repeats': string,
        limit: { type: 'string', multiple: true },
        allow: { type: 'string', multiple: true },
        deny: { type: 'string', multiple: true },
        policy: string,
        language: string,
        'real-time': flag,
        json: flag,
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function limitsOf(values: Values): Partial<Limits> {
  const limits: Partial<Limits> = {};
  for (const [option, name] of Object.entries(SHORT) as [keyof typeof SHORT, (typeof SHORT)[keyof typeof SHORT]][]) {
    const given = values[option];
    if (given !== undefined) limits[name] = wholeNumber(given, `--${option}`);
  }
  for (const pair of values.limit ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0));
    if (at < 0 || !Object.hasOwn(DEFAULT_LIMITS, name)) {
      throw new UsageError(`--limit takes NAME=VALUE with a name of: ${Object.keys(DEFAULT_LIMITS).join(', ')}.`);
    }
    const value = pair.slice(at + 1);
    if (name === 'truncationMark') limits.truncationMark = value;
    else limits[name as Exclude<keyof Limits, 'truncationMark'>] = wholeNumber(value, `--limit ${name}`);
  }
  return limits;
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < 0) {
    throw new UsageError(`${option} takes a whole number from 0 on, not "${text}".`);
  }
  return value;
}

async function readScenario({ what, language }: Options, io: CliIo): Promise<Scenario> {
  if (scenarioIds.includes(what)) {
    const scenario = scenarioFor(what, language);
    if (scenario) return scenario;
  }
  const parsed = parseScenario(await readJson(what, io));
  if (parsed.ok) return parsed.scenario;
  const problems = parsed.problems.map(({ path, message }) => `  ${path === '' ? 'the document' : path}: ${message}`);
  throw new UsageError(`${what} is no scenario:\n${problems.join('\n')}`);
}

async function readJson(file: string, io: CliIo): Promise<unknown> {
  let text: string;
  try {
    text = await io.readFile(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `"${file}" is neither a built-in scenario (${scenarioIds.join(', ')}) nor a readable file: ${why}`,
    );
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function summary(report: RunReport): string {
  const { outcome, requests, toolRuns, turns, usage } = report;
  const lines = turns.map((turn, index) => {
    const calls = turn.toolCalls.map((call) => `${call.name}${call.isError ? ' (error)' : ''}`).join(', ');
    return `  turn ${index + 1}  ${String(turn.stopReason)}${calls === '' ? '' : `  ${calls}`}`;
  });
  const totals = `${requests} requests, ${toolRuns} tool runs, ${usage.input_total} tokens in, ${usage.output_tokens} out`;
  return `${lines.join('\n')}\n${outcome.status} · ${outcome.reason}: ${totals}\n`;
}
