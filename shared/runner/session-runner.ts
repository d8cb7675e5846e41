import type { CommandEnvelope, Refusal } from '../debugger/command-types.ts';
import { advance, isOpenEffect } from '../debugger/machine.ts';
import type { Input } from '../debugger/machine.ts';
import { rebuildRequest } from '../loop/compose.ts';
import { deadlines } from '../loop/deadlines.ts';
import type { Effect, Fact } from '../loop/inputs.ts';
import type { BranchId, CallId, CallResult, RequestId, RunMode, SessionEvent } from '../session/events.ts';
import type { EventLog } from '../session/log.ts';
import type { PhaseName, SessionState } from '../session/state.ts';
import { branchById, configById } from '../session/tree.ts';
import { DeadlineTimers } from './deadline-timers.ts';
import type { ModelCall, ModelOutcome, ModelPort, Ports } from './ports.ts';
import { happenedSince } from './stale.ts';
import { StreamLog } from './stream-log.ts';
import { pause } from './waiting.ts';

export type SubmitResult =
  | { ok: true; seq: number; branch?: BranchId }
  | { ok: false; refusal: Refusal; phase: PhaseName; at: number; since: SessionEvent[] };

export interface RunnerOptions {
  sessionId: string;
  log: EventLog;
  ports: Ports;
  mode?: RunMode;
}

interface InFlight {
  effect: Effect;
  abort: AbortController;
}

/**
 * Acts for one session: takes commands and facts one at a time, lets the machine decide, stores the events, then
 * carries out the effects and feeds back what comes of them. Decides nothing itself.
 */
export class SessionRunner {
  readonly log: EventLog;
  readonly #id: string;
  readonly #ports: Ports;
  readonly #mode: RunMode;
  readonly #inFlight = new Map<number, InFlight>();
  readonly #streams: StreamLog;
  readonly #timers: DeadlineTimers;
  readonly #listeners = new Set<(state: SessionState, events: SessionEvent[]) => void>();
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;
  #broken: Error | null = null;

  constructor({ sessionId, log, ports, mode = 'live' }: RunnerOptions) {
    this.#id = sessionId;
    this.log = log;
    this.#ports = ports;
    this.#mode = mode;
    this.#streams = new StreamLog(
      ports.clock,
      (request, frames) => ports.publish.live(sessionId, request, frames),
      (gathered) => void this.#report({ type: 'chunk', ...gathered }),
    );
    this.#timers = new DeadlineTimers(ports.clock, ({ kind, branch, effect }) => {
      void this.#report({ type: 'deadline', branch, deadline: kind, effect });
    });
  }

  /** Calls back after each stored batch. The returned function ends it. */
  onChange(listener: (state: SessionState, events: SessionEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Carries out one command. Resolves when its events are stored.
   * Rejects when the store does not take them: the session must then be opened anew from what is stored.
   */
  submit(envelope: CommandEnvelope): Promise<SubmitResult> {
    return this.#enqueue(async () => {
      const { id, branch, at: _at, ...command } = envelope;
      const since = happenedSince(this.log, envelope);
      if (since.length > 0) return this.#refused({ code: 'stale' }, branch, since);
      const input: Input = { type: 'command', branch, command, cause: id, mode: this.#mode };
      const { events, refusal } = await this.#handle(input);
      if (refusal) return this.#refused(refusal, branch, []);
      const made = events.find((event) => event.type === 'branch-create');
      return { ok: true, seq: this.log.seq, ...(made ? { branch: `b${made.seq}` } : {}) };
    });
  }

  /**
   * Takes the next events of a recording over as they stand (imports). Resolves when they are stored; rejects when
   * they do not follow the log or do not fit its state: the session must then be opened anew.
   */
  take(events: readonly SessionEvent[]): Promise<void> {
    return this.#enqueue(async () => {
      const folded: SessionEvent[] = [];
      await this.#orBroken(folded, async () => {
        for (const event of events) {
          const safe = this.#ports.redact(event);
          this.log.push(safe);
          folded.push(safe);
        }
        await this.#ports.store.append(this.#id, folded);
      });
      this.#ports.publish.events(this.#id, folded);
      for (const listener of this.#listeners) listener(this.log.newest, folded);
    });
  }

  /** After a crash: brings to rest what the log says was moving. */
  recover(): Promise<void> {
    return this.fact({ type: 'recover' });
  }

  /** Feeds in a fact, as a script's runner steps do. */
  fact(fact: Fact): Promise<void> {
    return this.#enqueue(async () => {
      await this.#handle({ type: 'fact', fact });
    });
  }

  /** Gives a running call its result from outside (`tool_done`); after its end it becomes `late`. */
  deliver(branch: BranchId, call: CallId, effect: number, result: CallResult): Promise<void> {
    return this.fact({ type: 'tool-result', branch, effect, call, result });
  }

  /** Resolves once everything that was submitted so far is stored. */
  async idle(): Promise<void> {
    let seen: Promise<unknown> | null = null;
    while (seen !== this.#queue) {
      seen = this.#queue;
      await seen.catch(() => undefined);
    }
  }

  /** Stops acting: effects are aborted, timers cancelled, nothing more is written. The log stays as a crash leaves it. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { abort } of this.#inFlight.values()) abort.abort();
    this.#streams.clear();
    this.#timers.clear();
    await this.idle();
  }

  #refused(refusal: Refusal, branch: BranchId, since: SessionEvent[]): SubmitResult {
    const found = branchById(this.log.newest, branch);
    return { ok: false, refusal, phase: found?.phase ?? 'ended', at: this.log.seq, since };
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(async () => {
      if (this.#broken) throw this.#broken;
      if (this.#closed) throw new Error(`session ${this.#id} is closed`);
      return work();
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** A fact from an effect or timer: nobody waits for it, so a failure marks the session. */
  #report(fact: Fact): Promise<void> {
    return this.fact(fact).catch((error: unknown) => {
      if (!this.#closed) this.#broken ??= error instanceof Error ? error : new Error(String(error));
    });
  }

  async #handle(input: Input): Promise<{ events: SessionEvent[]; refusal: Refusal | null }> {
    const flushed = await this.#flushFor(input);
    const done = await this.#advance(input);
    return { events: [...flushed, ...done.events], refusal: done.refusal };
  }

  /** What came of a stream must be in the log before anything is decided about its branch. */
  async #flushFor(input: Input): Promise<SessionEvent[]> {
    const branch = input.type === 'command' ? input.branch : 'branch' in input.fact ? input.fact.branch : null;
    if (input.type === 'fact' && input.fact.type === 'chunk') return [];
    const events: SessionEvent[] = [];
    for (const gathered of this.#streams.take(branch)) {
      events.push(...(await this.#advance({ type: 'fact', fact: { type: 'chunk', ...gathered } })).events);
    }
    return events;
  }

  async #advance(input: Input): Promise<{ events: SessionEvent[]; refusal: Refusal | null }> {
    const { clock, store, publish } = this.#ports;
    const at = Math.max(clock.now(), this.log.newest.record.at);
    const events: SessionEvent[] = [];
    const fold = (_state: SessionState, event: SessionEvent): SessionState => {
      const safe = this.#ports.redact(event);
      events.push(safe);
      return this.log.push(safe);
    };
    const { effects, refusal } = await this.#orBroken(events, async () => {
      const done = advance(this.log.newest, input, { at, random: clock.random() }, fold);
      if (events.length > 0) await store.append(this.#id, events);
      return done;
    });
    if (events.length > 0) publish.events(this.#id, events);
    this.#act(effects);
    for (const listener of this.#listeners) listener(this.log.newest, events);
    return { events, refusal };
  }

  /** With events folded but not stored the log in memory is no longer the one on disk: nothing may go on from it. */
  async #orBroken<T>(folded: readonly SessionEvent[], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (folded.length > 0) this.#broken ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  }

  #act(effects: readonly Effect[]): void {
    const state = this.log.newest;
    for (const { effect, abort } of this.#inFlight.values()) if (!isOpenEffect(state, effect)) abort.abort();
    if (this.#closed) return;
    for (const effect of effects) void this.#carryOut(state, effect);
    this.#timers.set(deadlines(state));
  }

  async #carryOut(state: SessionState, effect: Effect): Promise<void> {
    const abort = new AbortController();
    this.#inFlight.set(effect.effect, { effect, abort });
    const release = this.#ports.clock.busy();
    try {
      await (effect.type === 'send' ? this.#send(state, effect, abort) : this.#runTool(state, effect, abort));
    } catch (error) {
      if (!this.#closed) this.#broken ??= error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#inFlight.delete(effect.effect);
      release();
    }
  }

  async #send(state: SessionState, effect: Extract<Effect, { type: 'send' }>, abort: AbortController): Promise<void> {
    const { branch, request } = effect;
    const attempt = branchById(state, branch)?.attempt;
    if (!attempt) return;
    this.#streams.open(branch, request);
    const call: ModelCall = {
      sessionId: this.#id,
      request,
      body: rebuildRequest(state, attempt).body,
      endpoint: configById(state, attempt.config).endpoint,
      scriptCursor: attempt.scriptCursor,
      signal: abort.signal,
      onHead: (status, requestId, nextCursor = null) =>
        void this.#report({ type: 'head', branch, request, status, requestId, nextCursor }),
      onBytes: (bytes) => this.#streams.hear(request, bytes),
    };
    const outcome = await sendOrFail(this.#ports.model, call);
    await this.#ended(branch, request, outcome, abort);
  }

  async #ended(branch: BranchId, request: RequestId, outcome: ModelOutcome, abort: AbortController): Promise<void> {
    if (!abort.signal.aborted) {
      const { nextCursor } = outcome;
      await this.#report(
        outcome.ok
          ? { type: 'body-end', branch, request, json: outcome.json, nextCursor }
          : { type: 'fail', branch, request, error: outcome.error, nextCursor },
      );
    }
    this.#streams.close(request);
  }

  async #runTool(
    state: SessionState,
    effect: Extract<Effect, { type: 'run-tool' }>,
    abort: AbortController,
  ): Promise<void> {
    const { branch, call: id } = effect;
    const call = branchById(state, branch)?.calls.find((each) => each.id === id);
    if (!call) return;
    const { tools } = this.#ports;
    const { toolUseId, name, input } = call;
    const asked = { sessionId: this.#id, call: id, toolUseId, name, input, source: effect.source };
    const target = { branch, effect: effect.effect, call: id };
    const run = async (): Promise<Fact | null> => {
      const waits = tools.waitsFor(asked);
      if (waits === 'script') return null;
      if (waits === 'typed') return { type: 'tool-waits', ...target };
      // A wait is no work: a simulated clock must be able to jump over it.
      await pause(this.#ports.clock, effect.delayMs, abort.signal);
      if (abort.signal.aborted) return null;
      return { type: 'tool-result', ...target, result: await tools.run({ ...asked, signal: abort.signal }) };
    };
    const fact = await run().catch((error: unknown): Fact | null =>
      abort.signal.aborted ? null : { type: 'tool-result', ...target, result: toolFailed(error) },
    );
    if (fact) await this.#report(fact);
  }
}

function toolFailed(error: unknown): CallResult {
  return { content: `The tool failed: ${error instanceof Error ? error.message : String(error)}`, is_error: true };
}

/** A model port that rejects breaks its contract; the run must learn of it all the same. */
async function sendOrFail(model: ModelPort, call: ModelCall): Promise<ModelOutcome> {
  try {
    return await model.send(call);
  } catch (error) {
    const message = `The request could not be sent: ${error instanceof Error ? error.message : String(error)}`;
    return {
      ok: false,
      nextCursor: null,
      error: { kind: 'connection', type: 'connection', message, retryable: false },
    };
  }
}
