import type {
  AttemptError,
  BranchId,
  CallId,
  CallResult,
  EventDraft,
  RawFrame,
  RequestId,
  ResultSource,
  StopName,
} from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';

/** What the outside reports back. `effect` is the seq of the event that began it. */
export type Fact =
  | {
      type: 'head';
      branch: BranchId;
      request: RequestId;
      status: number;
      requestId: string | null;
      /** The script's new position, when the scripted API told it with the head. */
      nextCursor?: number | null;
    }
  | { type: 'chunk'; branch: BranchId; request: RequestId; frames: RawFrame[] }
  /** The body ended by itself. `json`: it was one JSON document and no stream. */
  | { type: 'body-end'; branch: BranchId; request: RequestId; json: boolean; nextCursor: number | null }
  | { type: 'fail'; branch: BranchId; request: RequestId; error: AttemptError; nextCursor: number | null }
  | { type: 'tool-result'; branch: BranchId; effect: number; call: CallId; result: CallResult }
  /** Nothing will answer this call by itself: a person has to. */
  | { type: 'tool-waits'; branch: BranchId; effect: number; call: CallId }
  | { type: 'deadline'; branch: BranchId; deadline: Deadline['kind']; effect: number }
  /** After a crash: whatever moved is brought to rest. */
  | { type: 'recover' };

/** What the runner has to do once the events are stored. */
export type Effect =
  | { type: 'send'; branch: BranchId; request: RequestId; effect: number }
  | { type: 'run-tool'; branch: BranchId; call: CallId; effect: number; source: ResultSource; delayMs: number };

/** A moment at which the runner reports a `deadline` fact, unless the state has changed until then. */
export interface Deadline {
  kind: 'run' | 'request' | 'tool' | 'retry';
  branch: BranchId;
  /** Effect concerned (`run`: the seq of the run's start is not needed; 0). */
  effect: number;
  /** Milliseconds on the clock of the events. */
  at: number;
}

/**
 * Asked when a run reaches a stop: events that halt it (a `stopped` among them), or only log points, or none.
 * The debugger answers; the loop itself knows no breakpoints.
 */
export type Gate = (state: SessionState, branch: Branch, stop: StopName) => EventDraft[];

/** What a decision may depend on beside the state: the moment and one random number in [0, 1). */
export interface Moment {
  at: number;
  random: number;
}
