import type { Clock, ModelCall, ModelOutcome, Ports, ToolCall, ToolOutcome } from '../runner/ports.ts';
import type { RawFrame, SessionEvent } from '../session/events.ts';

/** A clock that stands still until a test moves it; timers fire in order of their times. */
export class ManualClock implements Clock {
  #now = 1000;
  readonly #timers = new Set<{ at: number; fire: () => void }>();
  /** Brackets that are open. */
  working = 0;

  now(): number {
    return this.#now;
  }

  timer(ms: number, fire: () => void): () => void {
    const timer = { at: this.#now + ms, fire };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  random(): number {
    return 0;
  }

  busy(): () => void {
    this.working += 1;
    return () => (this.working -= 1);
  }

  /** Milliseconds until each timer that is set, nearest first. */
  get waits(): number[] {
    return [...this.#timers].map((timer) => timer.at - this.#now).sort((left, right) => left - right);
  }

  /** Moves on, firing what comes due. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= end).sort((left, right) => left.at - right.at)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#now = Math.max(this.#now, due.at);
      due.fire();
    }
    this.#now = end;
  }
}

/** Something a port was asked for, and the way to answer it. */
export interface Asked<Call, Outcome> {
  call: Call;
  answer(outcome: Outcome): void;
  reject(error: Error): void;
}

function asked<Call, Outcome>(list: Asked<Call, Outcome>[], call: Call): Promise<Outcome> {
  return new Promise((answer, reject) => void list.push({ call, answer, reject }));
}

/** Ports that do nothing until a test answers, and keep all they were told. */
export class FakePorts implements Ports {
  readonly clock = new ManualClock();
  readonly sent: Asked<ModelCall, ModelOutcome>[] = [];
  readonly ran: Asked<ToolCall, ToolOutcome>[] = [];
  readonly stored: SessionEvent[][] = [];
  readonly published: SessionEvent[][] = [];
  readonly shown: RawFrame[][] = [];
  /** What the store does with the next batches. */
  storing: () => Promise<void> = () => Promise.resolve();
  waitsFor: (call: Omit<ToolCall, 'signal'>) => 'none' | 'typed' | 'script' = () => 'none';
  secret: string | null = null;

  readonly model = { send: (call: ModelCall) => asked(this.sent, call) };
  readonly tools = {
    waitsFor: (call: Omit<ToolCall, 'signal'>) => this.waitsFor(call),
    run: (call: ToolCall) => asked(this.ran, call),
  };
  readonly store = {
    append: async (_session: string, events: SessionEvent[]): Promise<void> => {
      await this.storing();
      this.stored.push(events);
    },
  };
  readonly publish = {
    events: (_session: string, events: SessionEvent[]): void => void this.published.push(events),
    live: (_session: string, _request: string, frames: RawFrame[]): void => void this.shown.push(frames),
  };

  redact(event: SessionEvent): SessionEvent {
    const { secret } = this;
    if (secret === null) return event;
    return JSON.parse(JSON.stringify(event).replaceAll(secret, '[secret KEY]')) as SessionEvent;
  }

  /** The types of all stored events in order. */
  get types(): string[] {
    return this.stored.flat().map((event) => event.type);
  }
}
