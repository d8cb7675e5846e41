import type { LiveFrames, SessionSummary } from '../api/contract.ts';
import type { CommandEnvelope } from '../debugger/command-types.ts';
import type { Ports, Publish } from '../runner/ports.ts';
import { SessionRunner, type SubmitResult } from '../runner/session-runner.ts';
import type { Scenario } from '../scripted/scenario-types.ts';
import type { RawFrame, SessionEvent } from '../session/events.ts';
import type { EventLog } from '../session/log.ts';
import { AnswerMemory } from './answer-memory.ts';
import { PendingFrames } from './pending-frames.ts';
import { summarize } from './summary.ts';

export interface HostedArgs {
  id: string;
  log: EventLog;
  scenario: Scenario | null;
  /** Everything but `publish`, which this session does itself. */
  ports: Omit<Ports, 'publish'>;
  redactFrames(frames: RawFrame[]): RawFrame[];
  /** Called after each stored batch. */
  onStored(session: HostedSession, events: readonly SessionEvent[]): void;
}

/** One open session: its log, the one runner that acts on it, and whoever watches. */
export class HostedSession {
  readonly id: string;
  readonly log: EventLog;
  readonly scenario: Scenario | null;
  readonly #runner: SessionRunner;
  readonly #answers: AnswerMemory;
  readonly #pending = new PendingFrames();
  readonly #watchers = new Set<() => void>();
  readonly #closing = new AbortController();
  readonly #onStored: HostedArgs['onStored'];
  readonly #redact: Ports['redact'];
  readonly #redactFrames: HostedArgs['redactFrames'];
  #stored: number;
  #commands = 0;

  constructor({ id, log, scenario, ports, redactFrames, onStored }: HostedArgs) {
    this.id = id;
    this.log = log;
    this.scenario = scenario;
    this.#stored = log.seq;
    this.#onStored = onStored;
    this.#redact = ports.redact;
    this.#redactFrames = redactFrames;
    this.#answers = AnswerMemory.of(log.events);
    this.#runner = new SessionRunner({ sessionId: id, log, ports: { ...ports, publish: this.#publish() } });
  }

  /** Brings to rest what a dead process left moving. */
  recover(): Promise<void> {
    return this.#runner.recover();
  }

  /** Takes over the next events of an import. Rejects when they do not fit: the session must then be opened anew. */
  async take(events: readonly SessionEvent[]): Promise<void> {
    this.#commands += 1;
    try {
      await this.#runner.take(events);
    } finally {
      this.#commands -= 1;
    }
  }

  /** Rejects when the store failed: the session must then be closed and opened anew. */
  submit(command: CommandEnvelope): Promise<SubmitResult> {
    return this.#answers.once(command.id, async () => {
      this.#commands += 1;
      try {
        return await this.#runner.submit(command);
      } finally {
        this.#commands -= 1;
      }
    });
  }

  /** seq of the newest event that is on disk; the log may be ahead for a moment. */
  get stored(): number {
    return this.#stored;
  }

  get summary(): SessionSummary {
    return summarize(this.id, this.log);
  }

  /** Nobody watches it, nothing of it moves and nothing was asked of it. */
  get isIdle(): boolean {
    return this.#watchers.size === 0 && this.#commands === 0 && !this.summary.moving;
  }

  /** Aborts when the session is closed: streams end then. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Stored events from `seq` on, at most `count`, without any secret that is known by now. */
  eventsFrom(seq: number, count: number): SessionEvent[] {
    const { events } = this.log;
    const start = firstAtLeast(events, seq);
    const end = Math.min(start + count, firstAtLeast(events, this.#stored + 1));
    return events.slice(start, end).map((event) => this.#redact(event));
  }

  /** Frames that no event holds yet; `from` is a place given by `livePlace`. */
  liveFrom(from: number): LiveFrames[] {
    return this.#pending.from(from);
  }

  /** Place behind the newest live frame. */
  get livePlace(): number {
    return this.#pending.end;
  }

  /** Calls `wake` whenever there is something new. The returned function ends it. */
  watch(wake: () => void): () => void {
    this.#watchers.add(wake);
    return () => this.#watchers.delete(wake);
  }

  /** Stops acting; the log stays as a crash would leave it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#runner.close();
  }

  #publish(): Publish {
    return {
      events: (_id, events) => {
        this.#stored = events.at(-1)?.seq ?? this.#stored;
        this.#pending.settle(events);
        this.#onStored(this, events);
        this.#wake();
      },
      live: (_id, request, frames) => {
        this.#pending.add(request, this.#redactFrames(frames));
        this.#wake();
      },
    };
  }

  #wake(): void {
    for (const wake of this.#watchers) wake();
  }
}

/** Index of the first event with this seq or a later one. */
function firstAtLeast(events: readonly SessionEvent[], seq: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.seq ?? Infinity) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
