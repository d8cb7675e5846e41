import type { Scenario, ToolDoneStep } from '../scripted/scenario-types.ts';
import { stepsOf } from '../scripted/steps.ts';
import { resultFor } from '../scripted/tool-results.ts';
import type { ToolCall, ToolOutcome, ToolPort } from './ports.ts';
import { pause, type WaitClock } from './waiting.ts';

export interface ScriptedToolsSettings {
  /** The script of an open session; null when it has none. */
  scenarioOf(sessionId: string): Scenario | null;
  clock: WaitClock;
  /**
   * A call named by a `tool_done` step: `wait` until whoever plays the script delivers it (headless runs), or
   * `answer` it with what that step says (the page, where a person sets the pace).
   */
  toolDone: 'wait' | 'answer';
}

/**
 * A scripted tool stands for a system that cannot be called back: what it was asked it finishes, and the result of a
 * call that was given up meanwhile comes late.
 */
const NEVER = new AbortController().signal;

type Asked = Omit<ToolCall, 'signal'>;

/**
 * Results from the session's script. Nothing is executed here: a call that the script does not know, and one whose
 * source is `typed`, waits for a person.
 */
export function createScriptedTools({ scenarioOf, clock, toolDone }: ScriptedToolsSettings): ToolPort {
  return {
    waitsFor(call) {
      const scenario = scenarioOf(call.sessionId);
      if (call.source === 'typed' || scenario === null) return 'typed';
      if (doneStep(scenario, call.toolUseId) !== null) return toolDone === 'wait' ? 'script' : 'none';
      return scriptedResult(scenario, call) === null ? 'typed' : 'none';
    },
    async run(call) {
      const scenario = scenarioOf(call.sessionId);
      const done = scenario === null ? null : doneStep(scenario, call.toolUseId);
      if (done !== null) return { content: done.content ?? '', is_error: done.is_error ?? false };
      const result = scenario === null ? null : scriptedResult(scenario, call);
      if (result === null) return noResult(call);
      await pause(clock, result.delayMs, NEVER);
      return { content: result.content, is_error: result.is_error };
    },
  };
}

function scriptedResult(scenario: Scenario, { toolUseId, name, input }: Asked): ReturnType<typeof resultFor> {
  return resultFor(scenario, { id: toolUseId, name, input });
}

function doneStep(scenario: Scenario, toolUseId: string): ToolDoneStep | null {
  const found = stepsOf(scenario).find((step) => step.type === 'tool_done' && step.tool_use_id === toolUseId);
  return found?.type === 'tool_done' ? found : null;
}

/** `waitsFor` said so before; this is for a script that was exchanged in between. */
function noResult({ name }: Asked): ToolOutcome {
  return { content: `The script has no result for ${name}. Type one, or add it to tool_results.`, is_error: true };
}
