import type { Command } from '../debugger/command-types.ts';
import { isMoving } from '../session/reduce-support.ts';
import type { BranchId, CallResult } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';
import type { Scenario, ScenarioStep } from '../scripted/scenario-types.ts';
import { isApiStep, stepsOf } from '../scripted/steps.ts';
import { callsWaitingFor } from '../scripted/tool-results.ts';
import type { SessionRunner } from './session-runner.ts';

/**
 * Plays the person and the tools of a script: `user` steps are said once the loop has stopped, `tool_done` finishes a
 * call, `cancel` stops the turn. The model's steps belong to the scripted API; this one acts only on those between.
 */
export class ScriptDirector {
  readonly #runner: SessionRunner;
  readonly #scenario: Scenario;
  readonly #branch: BranchId;
  /** Effect of each call that ever ran, by `tool_use` id: a result may come after the call was given up. */
  readonly #effects = new Map<string, { call: string; effect: number }>();
  readonly #finished: Promise<void>;
  #finish: () => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #position = 0;
  #acting = false;
  #command = 0;

  constructor(runner: SessionRunner, scenario: Scenario, branch: BranchId) {
    this.#runner = runner;
    this.#scenario = scenario;
    this.#branch = branch;
    this.#finished = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
    runner.onChange((state) => this.#look(state));
  }

  /** Starts the run and resolves when the loop has stopped and the script has nothing more to say. */
  async play(): Promise<void> {
    await this.#submit({ type: 'continue' });
    this.#look(this.#runner.log.newest);
    await this.#finished;
  }

  /** Whether a later step of the script names this call: then it waits for that step. */
  holds(toolUseId: string): boolean {
    return callsWaitingFor(this.#scenario, this.#position).has(toolUseId);
  }

  #look(state: SessionState): void {
    const branch = branchById(state, this.#branch);
    if (!branch) return;
    this.#position = Math.max(this.#position, branch.scriptCursor);
    for (const call of branch.calls) {
      if (call.effect !== null) this.#effects.set(call.toolUseId, { call: call.id, effect: call.effect });
    }
    if (this.#acting) return;
    const step = stepsOf(this.#scenario)[this.#position];
    const act = step && !isApiStep(step) ? this.#actionFor(step, branch) : null;
    if (act) this.#perform(act);
    else if (branch.phase === 'ended') this.#finish();
  }

  /** What a runner step does now; null when its moment has not come. */
  #actionFor(step: Exclude<ScenarioStep, { message: unknown }>, branch: Branch): (() => Promise<void>) | null {
    switch (step.type) {
      case 'user':
        if (branch.phase !== 'ended') return null;
        return async () => {
          await this.#submit({ type: 'say', text: step.text });
          await this.#submit({ type: 'continue' });
        };
      case 'cancel':
        if (!isMoving(branch)) return branch.phase === 'ended' ? async () => {} : null;
        return () => this.#submit({ type: 'terminate' });
      case 'tool_done': {
        const known = this.#effects.get(step.tool_use_id);
        if (!known && isMoving(branch))
          return branch.calls.some((call) => call.toolUseId === step.tool_use_id) ? null : async () => {};
        if (!known) return branch.phase === 'ended' ? async () => {} : null;
        const result: CallResult = { content: step.content ?? '', is_error: step.is_error === true };
        return () => this.#runner.deliver(this.#branch, known.call, known.effect, result);
      }
      default:
        return null;
    }
  }

  #perform(act: () => Promise<void>): void {
    this.#acting = true;
    this.#position += 1;
    act().then(
      () => {
        this.#acting = false;
        this.#look(this.#runner.log.newest);
      },
      (error: unknown) => this.#fail(error),
    );
  }

  async #submit(command: Command): Promise<void> {
    this.#command += 1;
    const done = await this.#runner.submit({ ...command, id: `script-${this.#command}`, branch: this.#branch });
    if (!done.ok) throw new Error(`the script's ${command.type} was refused: ${done.refusal.code}`);
  }
}
