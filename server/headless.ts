import { createScriptedModel } from '../shared/runner/model-scripted.ts';
import { ScriptDirector } from '../shared/runner/script-director.ts';
import { SessionRunner } from '../shared/runner/session-runner.ts';
import type { Clock, ToolPort } from '../shared/runner/ports.ts';
import type { Scenario } from '../shared/scripted/scenario-types.ts';
import { sessionCreate } from '../shared/session/create.ts';
import type { BranchId } from '../shared/session/events.ts';
import { EventLog } from '../shared/session/log.ts';
import { createSimulatedClock } from './adapters/clock-simulated.ts';
import { systemClock } from './adapters/clock-system.ts';
import { LiveEndpoint } from './adapters/live-endpoint.ts';
import { createModelSdk } from './adapters/model-sdk.ts';
import { createScriptedTools } from '../shared/runner/scripted-tools.ts';
import { createScriptedApi } from './scripted/api.ts';
import { judgeRequest } from '../shared/scripted/judge.ts';

export interface HeadlessOptions {
  /** Waits are waited instead of jumped over. */
  realTime: boolean;
  policy: string;
  /** `simulated` plays the script without HTTP, as a page without a server does; by default the real SDK speaks HTTP. */
  transport?: 'http' | 'simulated';
  /** Told what a script could not do as written. */
  warn(text: string): void;
}

const SESSION = 'headless';
const BRANCH: BranchId = 'b1';

/**
 * Runs a scenario to its end without server or page: the same loop, the real SDK and the scripted API on its real wire
 * format, only without a socket between them. Resolves with the whole log.
 */
export async function playHeadless(
  scenario: Scenario,
  options: HeadlessOptions,
): Promise<{ log: EventLog; branch: BranchId }> {
  const clock = options.realTime ? systemClock : createSimulatedClock();
  const log = EventLog.of([firstEvent(scenario, options.policy, clock)]);
  const api = createScriptedApi({
    lookup: () => scenario,
    clock,
    judge: judgeRequest,
    naturalPace: 'always',
    onProblems: (_name, problems) =>
      problems.forEach((problem) => options.warn(`${problem.path}: ${problem.message}\n`)),
  });
  const sdk = createModelSdk({
    scriptedBaseUrl: () => `http://scripted.invalid/${SESSION}`,
    live: new LiveEndpoint({}),
    clock,
    fetch: async (input, init) => api.fetch(new Request(input as string, init)),
  });
  let director: ScriptDirector | null = null;
  const holds = (toolUseId: string): boolean => director?.holds(toolUseId) ?? false;
  const runner = new SessionRunner({
    sessionId: SESSION,
    log,
    mode: 'headless',
    ports: {
      clock,
      store: { append: () => Promise.resolve() },
      model: options.transport === 'simulated' ? createScriptedModel({ scenarioOf: () => scenario, clock }) : sdk,
      tools: headlessTools(scenario, clock, holds),
      publish: { events: () => {}, live: () => {} },
      redact: (event) => event,
    },
  });
  director = new ScriptDirector(runner, scenario, BRANCH);
  await director.play();
  await runner.idle();
  return { log, branch: BRANCH };
}

function firstEvent(scenario: Scenario, policy: string, clock: Clock): ReturnType<typeof sessionCreate> {
  const { messages, ...body } = scenario.request;
  return sessionCreate(
    {
      title: scenario.id ?? 'scenario',
      scenario: { document: scenario },
      config: { body, endpoint: 'scripted', policy },
      messages,
      ...(scenario.limits ? { limits: scenario.limits } : {}),
      origin: { kind: 'scenario' },
    },
    clock.now(),
  );
}

/** Nobody can type here: a call the script has no result for is answered with an error that says so. */
function headlessTools(scenario: Scenario, clock: Clock, holds: (toolUseId: string) => boolean): ToolPort {
  const scripted = createScriptedTools({ scenarioOf: () => scenario, clock, toolDone: 'wait' });
  return {
    waitsFor: (call) => (holds(call.toolUseId) ? 'script' : 'none'),
    run: (call) =>
      scripted.waitsFor(call) === 'typed'
        ? Promise.resolve({ content: `The scenario has no result for ${call.name}.`, is_error: true })
        : scripted.run(call),
  };
}
