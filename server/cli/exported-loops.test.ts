import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordedScenario } from '../../shared/export/recorded-scenario.ts';
import type { ExportSource } from '../../shared/export/export-types.ts';
import { exporterById } from '../../shared/export/registry.ts';
import { builtInScenarios } from '../../shared/host/built-in-scenarios.ts';
import type { Scenario } from '../../shared/scripted/scenario-types.ts';
import { playHeadless } from '../headless.ts';
import { listen, type Listening } from '../listen.ts';
import { scriptedApp } from './scripted.ts';

/* What is exported really runs: as a program of its own, with the official SDK, over a socket. */

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const TRICKY = 'quotes """ \'\'\' ` ${x} \\ </script> */ \u2028 😀 {turn} {{result.look}}';
const tricky: Scenario = {
  id: 'tricky',
  request: {
    model: 'claude-opus-5-5',
    max_tokens: 500,
    system: TRICKY,
    tools: [{ name: 'look', description: TRICKY, input_schema: { type: 'object' } }],
    messages: [{ role: 'user', content: TRICKY }],
  },
  tool_results: { look: { content: TRICKY } },
  steps: [
    {
      type: 'response',
      message: {
        content: [
          { type: 'tool_use', id: 'toolu_1', name: 'look', input: JSON.parse('{"__proto__":{"a":1}}') as unknown },
        ],
        stop_reason: 'tool_use',
      },
    },
    { type: 'response', message: { content: 'First: turn {turn}.', stop_reason: 'end_turn' } },
    { type: 'user', text: 'And then?' },
    { type: 'response', message: { content: TRICKY, stop_reason: 'end_turn' } },
  ],
};

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(modules, '.exported-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function recordingOf(scenario: Scenario): Promise<ExportSource> {
  const { log } = await playHeadless(scenario, { realTime: false, policy: 'correct', warn: () => {} });
  const state = log.newest;
  return { title: TRICKY, state, branch: state.record.branches[0]!, events: log.events };
}

function run(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(file, args, { env: { ...process.env, ANTHROPIC_API_KEY: 'none', ...env } });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
}

async function serve(source: ExportSource): Promise<Listening> {
  const app = scriptedApp(recordedScenario(source.state, source.branch));
  return listen((incoming, bindings) => app.fetch(incoming, bindings), '127.0.0.1', 0);
}

const weather = builtInScenarios.builtIn('weather', 'en')!;
const parallel = builtInScenarios.builtIn('three-in-parallel', 'zh-CN') ?? weather;

describe.each([
  ['the weather', weather],
  ['parallel calls in Chinese', parallel],
  ['hostile texts and a second question', tricky],
])('the exported loop of %s', { timeout: 60_000 }, (_name, scenario) => {
  test('runs as TypeScript to the recorded end', async () => {
    const source = await recordingOf(scenario);
    const { branch, state } = source;
    const text = exporterById('typescript')!.write(source);
    const { code: script } = await transformWithOxc(text, 'loop.mts', {});
    const file = join(folder, `${scenario.id}.mjs`);
    await writeFile(file, script);
    const listening = await serve(source);
    const { code, output } = await run(process.execPath, [file], { ANTHROPIC_BASE_URL: listening.url });
    await listening.close();
    expect(output.split('\n')[0]).toBe(
      `${branch.outcome?.reason}: ${state.record.lengths.nodes} messages, ${state.tables.attempts.length} requests`,
    );
    expect(code).toBe(0);
  });

  test('passes as a regression test', async () => {
    const source = await recordingOf(scenario);
    const file = join(folder, `${scenario.id}.test.mjs`);
    await writeFile(file, exporterById('test')!.write(source));
    const listening = await serve(source);
    const stand = join(folder, 'stand-in.mjs');
    await writeFile(stand, `console.log(process.env.STAND_IN); setInterval(() => {}, 1000);`);
    const { code, output } = await run(process.execPath, ['--test', file], {
      STAND_IN: listening.url,
      AGENT_LOUPE: `${process.execPath} ${stand}`,
    });
    await listening.close();
    expect(output).toContain('pass 1');
    expect(code).toBe(0);
  });

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)('compiles as Python', async () => {
    const file = join(folder, `${scenario.id}.py`);
    await writeFile(file, exporterById('python')!.write(await recordingOf(scenario)));
    const { code, output } = await run('python3', ['-m', 'py_compile', file], {});
    expect(output).toBe('');
    expect(code).toBe(0);
  });

  test.skipIf(spawnSync('python3', ['-c', 'import anthropic']).status !== 0)(
    'runs as Python to the recorded end',
    async () => {
      const source = await recordingOf(scenario);
      const file = join(folder, `${scenario.id}-run.py`);
      await writeFile(file, exporterById('python')!.write(source));
      const listening = await serve(source);
      const { output } = await run('python3', [file], { ANTHROPIC_BASE_URL: listening.url });
      await listening.close();
      const { branch, state } = source;
      expect(output.split('\n')[0]).toBe(`${branch.outcome?.reason}: ${state.record.lengths.nodes} messages`);
    },
  );
});
