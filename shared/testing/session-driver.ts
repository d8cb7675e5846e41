import { encodeSse } from '../messages/sse.ts';
import type { Command, Refusal } from '../debugger/command-types.ts';
import { advance } from '../debugger/machine.ts';
import type { Input } from '../debugger/machine.ts';
import { rebuildRequest } from '../loop/compose.ts';
import { deadlines } from '../loop/deadlines.ts';
import type { Effect, Fact } from '../loop/inputs.ts';
import { messageToEvents } from '../scripted/message-events.ts';
import { respond, SCRIPT_EXHAUSTED_MESSAGE } from '../scripted/respond.ts';
import type { ScriptedAnswer } from '../scripted/respond.ts';
import type { Scenario } from '../scripted/scenario-types.ts';
import { toFrame } from '../runner/frame-buffer.ts';
import { resultFor } from '../scripted/tool-results.ts';
import { sessionCreate } from '../session/create.ts';
import type { AttemptError, BranchId, RawFrame, RunMode, SessionEvent } from '../session/events.ts';
import { EventLog } from '../session/log.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { branchById } from '../session/tree.ts';

/**
 * Drives a session without server, clock or network: commands go in, scripted answers and results are fed back one
 * effect at a time, so that a test can stand between any two events.
 */
export class SessionDriver {
  readonly log: EventLog;
  readonly scenario: Scenario;
  /** Effects that were begun and not answered yet, oldest first. */
  pending: Effect[] = [];
  branch: BranchId = 'b1';
  now = 1000;
  /** How runs that commands begin are marked. */
  mode: RunMode = 'live';

  constructor(scenario: Scenario, log?: EventLog) {
    this.scenario = scenario;
    this.log = log ?? EventLog.of([createEvent(scenario)]);
  }

  get state(): SessionState {
    return this.log.newest;
  }

  /** The branch that commands act on. */
  get at(): Branch {
    const branch = branchById(this.state, this.branch);
    if (!branch) throw new Error(`no branch ${this.branch}`);
    return branch;
  }

  /** Gives a command; returns why it was refused, or null. */
  command(command: Command): Refusal | null {
    return this.#advance({ type: 'command', branch: this.branch, command, mode: this.mode }).refusal;
  }

  fact(fact: Fact): SessionEvent[] {
    return this.#advance({ type: 'fact', fact }).events;
  }

  /** Answers a pending effect, the oldest by default, as the script says. False when there is none. */
  answerOne(index = 0): boolean {
    const [effect] = this.pending.splice(index, 1);
    if (!effect) return false;
    this.now += 10;
    if (effect.type === 'send') this.#answerRequest(effect);
    else this.#answerTool(effect);
    return true;
  }

  /** Feeds the first `events` frames of the pending answer and leaves the stream open. */
  streamPart(events: number): void {
    const effect = this.pending[0];
    if (effect?.type !== 'send') throw new Error('no request is pending');
    const { branch, request } = effect;
    if (branchById(this.state, branch)?.attempt?.id !== request) return;
    const { requestId, nextCursor } = this.#answer(effect);
    this.#head(effect, requestId, nextCursor);
    this.fact({ type: 'chunk', branch, request, frames: this.#frames(effect).slice(0, events) });
  }

  /** Answers everything, waits included, until the branch rests. */
  run(): void {
    for (let step = 0; step < 10_000; step++) {
      if (this.answerOne()) continue;
      if (!this.elapse()) return;
    }
    throw new Error('the session did not come to rest');
  }

  /** Lets the nearest back-off end. False when nothing waits. */
  elapse(kind: 'retry' | 'run' | 'request' | 'tool' = 'retry'): boolean {
    const due = deadlines(this.state)
      .filter((deadline) => deadline.kind === kind)
      .toSorted((a, b) => a.at - b.at)[0];
    if (!due) return false;
    this.now = Math.max(this.now, due.at);
    this.fact({ type: 'deadline', branch: due.branch, deadline: due.kind, effect: due.effect });
    return true;
  }

  /** As a restart after `kill -9`: only the stored events survive. */
  crash(): SessionDriver {
    const next = new SessionDriver(this.scenario, EventLog.of(this.log.events.map((event) => structuredClone(event))));
    next.branch = this.branch;
    next.mode = this.mode;
    next.now = this.now + 1000;
    next.fact({ type: 'recover' });
    return next;
  }

  #advance(input: Input): ReturnType<typeof advance> {
    const fold = (_state: SessionState, event: SessionEvent): SessionState => this.log.push(event);
    const result = advance(this.state, input, { at: this.now, random: 0 }, fold);
    const open = result.effects;
    this.pending.push(...open);
    return result;
  }

  #answer(effect: Extract<Effect, { type: 'send' }>): {
    answer: ScriptedAnswer;
    nextCursor: number | null;
    requestId: string;
  } {
    const attempt = branchById(this.state, effect.branch)?.attempt;
    if (!attempt) throw new Error(`request ${effect.request} is not open`);
    const { body } = rebuildRequest(this.state, attempt);
    return respond(this.scenario, { body, cursor: attempt.scriptCursor });
  }

  /** The frames of the answer that the log does not hold yet. */
  #frames(effect: Extract<Effect, { type: 'send' }>): RawFrame[] {
    const heard = branchById(this.state, effect.branch)?.attempt?.frames.length ?? 0;
    return this.#allFrames(effect).slice(heard);
  }

  #allFrames(effect: Extract<Effect, { type: 'send' }>): RawFrame[] {
    const { answer } = this.#answer(effect);
    if (answer.kind === 'message') {
      return messageToEvents(answer.message, { chunkChars: answer.stream.chunkChars }).map((event, index): RawFrame => [
        index,
        encodeSse(event),
      ]);
    }
    return answer.kind === 'sse' ? answer.chunks.map((chunk, index) => toFrame(index, chunk)) : [];
  }

  #head({ branch, request }: Extract<Effect, { type: 'send' }>, requestId: string, nextCursor: number | null): void {
    if (branchById(this.state, branch)?.attempt?.headAt !== null) return;
    this.fact({ type: 'head', branch, request, status: 200, requestId, nextCursor });
  }

  #answerRequest(effect: Extract<Effect, { type: 'send' }>): void {
    const { branch, request } = effect;
    if (branchById(this.state, branch)?.attempt?.id !== request) return;
    const { answer, nextCursor, requestId } = this.#answer(effect);
    if (answer.kind === 'http_error') {
      this.fact({ type: 'fail', branch, request, error: httpError(answer), nextCursor });
      return;
    }
    this.#head(effect, requestId, nextCursor);
    this.fact({ type: 'chunk', branch, request, frames: this.#frames(effect) });
    if (answer.kind === 'sse' && answer.end === 'hang') return;
    if (answer.kind === 'sse' && answer.end === 'reset') {
      this.fact({ type: 'fail', branch, request, error: CONNECTION_RESET, nextCursor });
      return;
    }
    this.fact({ type: 'body-end', branch, request, json: false, nextCursor });
  }

  #answerTool(effect: Extract<Effect, { type: 'run-tool' }>): void {
    const { branch, call: id } = effect;
    const call = branchById(this.state, branch)?.calls.find((each) => each.id === id);
    const found = call && resultFor(this.scenario, { id: call.toolUseId, name: call.name, input: call.input });
    if (call && !found) {
      this.fact({ type: 'tool-waits', branch, effect: effect.effect, call: id });
      return;
    }
    const result = { content: found?.content ?? '', is_error: found?.is_error ?? false };
    this.fact({ type: 'tool-result', branch, effect: effect.effect, call: id, result });
  }
}

const CONNECTION_RESET: AttemptError = {
  kind: 'stream',
  type: 'stream_reset',
  message: 'The connection was reset.',
  retryable: true,
};

function createEvent(scenario: Scenario): SessionEvent {
  const { messages, ...body } = scenario.request;
  return sessionCreate(
    {
      title: 'test',
      scenario: { document: scenario },
      config: { body, endpoint: 'scripted', policy: 'correct' },
      messages,
      ...(scenario.limits ? { limits: scenario.limits } : {}),
      origin: { kind: 'scenario' },
    },
    1000,
  );
}

function httpError(answer: Extract<ScriptedAnswer, { kind: 'http_error' }>): AttemptError {
  const body = answer.body as { error?: { type?: string; message?: string } };
  const retryAfter = answer.headers['retry-after'];
  const exhausted = body.error?.message === SCRIPT_EXHAUSTED_MESSAGE;
  return {
    kind: 'http',
    status: answer.status,
    type: body.error?.type ?? 'api_error',
    message: body.error?.message ?? '',
    retryable: !exhausted && (answer.status === 429 || answer.status >= 500),
    ...(retryAfter === undefined ? {} : { retryAfterMs: Number(retryAfter) * 1000 }),
    ...(exhausted ? { shouldRetry: false } : {}),
  };
}
