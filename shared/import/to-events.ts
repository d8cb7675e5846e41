import { blocksOf, toolResultsOf } from '../messages/blocks.ts';
import type { Message, RequestSettings, ResponseMessage, ToolResultBlock } from '../messages/types.ts';
import { requestStart } from '../loop/request-start.ts';
import { nextStep } from '../loop/stop-reason.ts';
import { sessionCreate } from '../session/create.ts';
import { EVENT_VERSION } from '../session/events.ts';
import type { BranchId, EventDraft, NodeId, SessionEvent } from '../session/events.ts';
import { EventLog } from '../session/log.ts';
import { callsAreWhole } from '../session/open-calls.ts';
import type { Branch, MessageNode, OpenCall } from '../session/state.ts';
import { branchById, configById, nodeById } from '../session/tree.ts';
import type { ImportedBranch, ImportedConversation, ImportedTurn } from './import-types.ts';
import { safeMessage } from './safe-message.ts';
import { toSession } from './to-session.ts';

export interface SessionEventsOptions {
  /** Model of the conversation, where its source names none. */
  model: string;
  /** Moment of the import in milliseconds since the epoch: for the last event, and where the source tells no time. */
  now: number;
  /** Settings of the requests, for an export, which runs nothing; those of `toSession` when left out. */
  body?: RequestSettings;
}

/**
 * An imported conversation as the event log of the run that it records, one event after the other, so that every view
 * and the replay work on it as on a run of one's own. Nothing in it is executed: results are `recorded`, the run has
 * the mode `import`. It ends where the transcript ends, at rest; the last event lets calls to come look into the
 * recording first. The branches of the conversation follow its main line.
 */
export function* sessionEvents(
  conversation: ImportedConversation,
  { model, now, body }: SessionEventsOptions,
): Generator<SessionEvent> {
  const { session, source, quarantine } = toSession(conversation, model);
  const config = body ? { ...session.config, body } : session.config;
  const messages = session.messages.map(safeMessage);
  const answer = messages.findIndex(({ role }) => role === 'assistant');
  const first = answer < 0 ? messages.length : answer;
  const writer = new LogWriter(startOf(conversation, now));
  const origin = { ...session.origin, format: conversation.format, ...(quarantine.length > 0 ? { quarantine } : {}) };
  yield writer.take(sessionCreate({ ...session, config, origin, messages: messages.slice(0, first) }, writer.at));
  const main = new LineWriter(writer, 'b1', conversation.turns, conversation);
  yield* main.write(messages.slice(first), first);
  yield* main.end();
  const nodes = writer.pathOf('b1');
  for (const [index, branch] of conversation.branches.entries()) yield* branchEvents(writer, branch, index, nodes);
  writer.at = Math.max(writer.at, now);
  yield writer.put({ branch: 'b1', type: 'source-set', tool: null, source });
}

function startOf({ turns }: Pick<ImportedConversation, 'turns'>, now: number): number {
  const starts = turns.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]));
  return starts.reduce((least, each) => Math.min(least, each), now);
}

function* branchEvents(
  writer: LogWriter,
  branch: ImportedBranch,
  index: number,
  main: readonly MessageNode[],
): Generator<SessionEvent> {
  const head = main[branch.from - 1];
  const config = head?.config ?? main[0]?.config ?? 'c1';
  const name = `${branch.why} ${index + 1}${branch.title === '' ? '' : `: ${branch.title.slice(0, 60)}`}`;
  writer.at = startOf(branch, writer.at);
  const made = writer.put({
    branch: 'b1',
    type: 'branch-create',
    name,
    why: 'fork',
    from: 'b1',
    head: head?.id ?? null,
    config,
    scriptCursor: 0,
    stop: head?.role === 'assistant' ? 'response' : 'request',
    copyCalls: false,
    resetCounters: true,
  });
  yield made;
  const line = new LineWriter(writer, `b${made.seq}`, branch.turns, branch);
  yield* line.write(branch.messages.map(safeMessage), branch.from);
  yield* line.end();
}

/** Numbers events and folds them, so that each next one is decided on the state that it will meet. */
class LogWriter {
  readonly #log = new EventLog();
  /** Time of the next event. */
  at: number;

  constructor(at: number) {
    this.at = at;
  }

  get state() {
    return this.#log.newest;
  }

  take(event: SessionEvent): SessionEvent {
    this.#log.push(event);
    return event;
  }

  put(draft: EventDraft): SessionEvent {
    return this.take({ v: EVENT_VERSION, seq: this.#log.seq + 1, at: this.at, ...draft });
  }

  branch(id: BranchId): Branch {
    const branch = branchById(this.state, id);
    if (!branch) throw new Error(`branch ${id} is not in the session`);
    return branch;
  }

  pathOf(id: BranchId): MessageNode[] {
    const nodes: MessageNode[] = [];
    let at: NodeId | null = this.branch(id).head;
    for (let node = nodeById(this.state, at); node; node = nodeById(this.state, at)) {
      nodes.push(node);
      at = node.parent;
    }
    return nodes.reverse();
  }
}

/** Writes one line of messages as what happened on its branch. */
class LineWriter {
  readonly #writer: LogWriter;
  readonly #id: BranchId;
  readonly #turns: Map<number, ImportedTurn>;
  readonly #synthetic: ReadonlySet<string>;
  readonly #rawInput: readonly [id: string, raw: string][];

  constructor(
    writer: LogWriter,
    id: BranchId,
    turns: readonly ImportedTurn[],
    line: Pick<ImportedConversation, 'synthetic' | 'rawInput'>,
  ) {
    this.#writer = writer;
    this.#id = id;
    this.#turns = new Map(turns.flatMap((turn) => (turn.messageIndex === null ? [] : [[turn.messageIndex, turn]])));
    this.#synthetic = new Set(line.synthetic);
    this.#rawInput = line.rawInput ?? [];
  }

  /** `from`: index of the first of these messages in the whole line. */
  *write(messages: readonly Message[], from: number): Generator<SessionEvent> {
    for (const [index, message] of messages.entries()) {
      if (message.role === 'assistant') yield* this.#answer(message, this.#turns.get(from + index));
      else yield* this.#said(message, this.#turns.get(from + index + 1)?.startedAt ?? null);
    }
  }

  /** Brings the branch to rest where the transcript ends. */
  *end(): Generator<SessionEvent> {
    const { phase, calls, head } = this.#branch;
    if (phase === 'ended') return;
    if (phase === 'request') yield this.#put({ type: 'stopped', reason: 'entry', stop: 'request' });
    else if (calls.length > 0 && callsAreWhole(nodeById(this.#writer.state, head)))
      yield this.#put({ type: 'stopped', reason: 'entry', stop: 'tools' });
    else {
      yield* this.#endOfRun();
      if (this.#branch.phase === 'response') yield this.#put({ type: 'stopped', reason: 'entry', stop: 'response' });
    }
  }

  get #branch(): Branch {
    return this.#writer.branch(this.#id);
  }

  #put(draft: WithoutBranch<EventDraft>): SessionEvent {
    return this.#writer.put({ ...draft, branch: this.#id });
  }

  *#answer(message: Message, turn: ImportedTurn | undefined): Generator<SessionEvent> {
    this.#passTo(turn?.startedAt ?? null);
    if (this.#branch.run === null) yield this.#put({ type: 'run-start', mode: 'import', phase: 'request' });
    yield* this.#model(turn?.model ?? null);
    const { state } = this.#writer;
    const again = this.#branch.phase === 'request' ? this.#branch : { ...this.#branch, turn: this.#branch.turn + 1 };
    const started = this.#writer.put(requestStart(state, again));
    yield started;
    this.#passTo(this.#writer.at + (turn?.durationMs ?? 0));
    const request = `q${started.seq}`;
    const response = this.#response(message, turn);
    const rawInput = this.#rawInput.filter(([id]) => response.content.some((block) => block.id === id));
    const raw = rawInput.length > 0 ? { rawInput } : {};
    yield this.#put({ type: 'response-end', request, message: response, ...raw, outcome: 'complete', scriptCursor: 0 });
    const { role, content, extra } = partsOf(message);
    yield this.#put({ type: 'message-append', role, content, ...extra, origin: 'answer', request });
  }

  /** The answer as the API gave it, as far as the source tells; without a stop_reason, calls tell that it was `tool_use`. */
  #response(message: Message, turn: ImportedTurn | undefined): ResponseMessage {
    const content = blocksOf(message.content);
    const calls = content.some((block) => block.type === 'tool_use');
    return {
      id: turn?.id ?? '',
      type: 'message',
      role: 'assistant',
      model: turn?.model ?? configById(this.#writer.state, this.#branch.config).body.model,
      content,
      stop_reason: turn?.stopReason ?? (calls ? 'tool_use' : null),
      usage: turn?.usage ?? {},
    };
  }

  /** Another model answers from here on: the next request has settings of its own. */
  *#model(model: string | null): Generator<SessionEvent> {
    const { body, endpoint, policy } = configById(this.#writer.state, this.#branch.config);
    if (model === null || model === body.model) return;
    yield this.#put({ type: 'config-set', config: { body: { ...body, model }, endpoint, policy }, joins: true });
  }

  *#said(message: Message, next: number | null): Generator<SessionEvent> {
    const { calls } = this.#branch;
    const results = new Map(toolResultsOf(message).map((block) => [block.tool_use_id, block]));
    const answered = calls.filter((call) => results.has(call.toolUseId));
    if (answered.length > 0) yield* this.#results(message, answered, results, next);
    else {
      if (this.#branch.phase === 'response') yield* this.#endOfRun();
      const { role, content, extra } = partsOf(message);
      yield this.#put({ type: 'message-append', role, content, ...extra, origin: 'say' });
    }
  }

  *#results(
    message: Message,
    calls: readonly OpenCall[],
    results: ReadonlyMap<string, ToolResultBlock>,
    next: number | null,
  ): Generator<SessionEvent> {
    yield this.#put({ type: 'stopped', reason: 'step', stop: 'tools' });
    for (const call of calls.filter(({ toolUseId }) => !this.#synthetic.has(toolUseId))) {
      const { id, name, input } = call;
      yield this.#put({ type: 'tool-call-start', call: id, name, input, source: 'recorded' });
    }
    const began = this.#writer.at;
    this.#passTo(next);
    for (const call of calls) yield this.#callEnd(call, results.get(call.toolUseId), this.#writer.at - began);
    const { role, content, extra } = partsOf(message);
    // The calls behind the result blocks, in their order.
    const behind = toolResultsOf(message).flatMap(
      (block) => calls.find((call) => call.toolUseId === block.tool_use_id)?.id ?? [],
    );
    yield this.#put({ type: 'message-append', role, content, ...extra, origin: 'results', calls: behind });
  }

  #callEnd(call: OpenCall, block: ToolResultBlock | undefined, durationMs: number): SessionEvent {
    const result = { content: block?.content ?? '', is_error: block?.is_error === true };
    // A result that was made up on import is none that could be replayed.
    const madeUp = this.#synthetic.has(call.toolUseId);
    const state = madeUp ? 'cut' : result.is_error ? 'error' : 'ok';
    return this.#put({
      type: 'tool-call-end',
      call: call.id,
      result,
      state,
      source: 'recorded',
      durationMs: madeUp ? 0 : durationMs,
    });
  }

  /** An answer after which the loop does not go on by itself ends its run. */
  *#endOfRun(): Generator<SessionEvent> {
    const { head, calls } = this.#branch;
    const step = nextStep(nodeById(this.#writer.state, head)?.stopReason ?? null, calls.length);
    if (step.kind !== 'end' && step.kind !== 'truncated') return;
    yield this.#put({ type: 'run-end', outcome: step.outcome, phase: 'response' });
  }

  /** Clocks of different machines differ: time never runs backwards within a line. */
  #passTo(at: number | null): void {
    if (at !== null) this.#writer.at = Math.max(this.#writer.at, at);
  }
}

type WithoutBranch<Draft> = Draft extends unknown ? Omit<Draft, 'branch'> : never;

function partsOf(message: Message): Pick<Message, 'role' | 'content'> & { extra: { extra?: Record<string, unknown> } } {
  const { role, content, ...extra } = message;
  return { role, content, extra: Object.keys(extra).length > 0 ? { extra } : {} };
}
