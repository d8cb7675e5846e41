import { isRecord, isToolUse, toolResultsOf } from '../messages/blocks.ts';
import type { ContentBlock, Message, RequestSettings, ResponseMessage } from '../messages/types.ts';
import type { ImportedBranch, ImportedConversation, ImportedTurn } from '../import/import-types.ts';
import { safeBlocks } from '../import/safe-blocks.ts';
import { nextBodyHash } from '../loop/compose.ts';
import { nextStep } from '../loop/stop-reason.ts';
import { sessionCreate } from '../session/create.ts';
import type { BranchId, EventBody, SessionEvent } from '../session/events.ts';
import { EventLog } from '../session/log.ts';
import type { Branch, MessageNode } from '../session/state.ts';
import { branchById, messagesOf, nodeById, path, pathBehind } from '../session/tree.ts';

const DEFAULT_MAX_TOKENS = 4096;

/**
 * An imported conversation as an event log of its own, as though Loupe had recorded it: answers with stop_reason, usage
 * and times, calls with their results, other lines as branches. Messages stay exactly as they were read. Where they do
 * not fit a run (fields beside role and content, lists that no loop writes), the session begins with all of them.
 *
 * @param model used where the transcript names none
 */
export function conversationLog(conversation: ImportedConversation, model: string): EventLog {
  const log = replayed(conversation, model);
  if (log && isSame(log, conversation.messages)) return log;
  return EventLog.of([createEvent(conversation, conversation.messages, model)]);
}

function replayed(conversation: ImportedConversation, model: string): EventLog | null {
  const { messages, turns, branches, rawInput = [] } = conversation;
  if ([messages, ...branches.map((branch) => branch.messages)].flat().some(hasMore)) return null;
  const answers = messages.findIndex(({ role }) => role === 'assistant');
  const lead = messages.slice(0, answers < 0 ? messages.length : answers);
  try {
    const log = EventLog.of([createEvent(conversation, lead, model)]);
    const main = new Recorder(log, 'b1', turns, rawInput);
    main.write(messages, lead.length);
    const line = path(log.newest, main.branch.head);
    for (const branch of branches) besides(log, branch, line, rawInput);
    return log;
  } catch {
    return null;
  }
}

function createEvent(conversation: ImportedConversation, messages: Message[], model: string): SessionEvent {
  const { title, file, system, tools, turns, settings = {} } = conversation;
  const at = turns.find(({ startedAt }) => startedAt !== null)?.startedAt ?? 0;
  const body: RequestSettings = {
    ...settings,
    model: conversation.model ?? model,
    max_tokens: typeof settings.max_tokens === 'number' ? settings.max_tokens : DEFAULT_MAX_TOKENS,
  };
  if (system !== null && system.length > 0) body.system = system;
  if (tools !== null && tools.length > 0) body.tools = tools;
  const config = { body, endpoint: 'scripted', policy: 'correct' } as const;
  return sessionCreate({ title, scenario: null, config, messages, origin: { kind: 'import', name: file } }, at);
}

/** Another line of the conversation, from where it leaves the main one. */
function besides(log: EventLog, branch: ImportedBranch, line: readonly MessageNode[], raw: [string, string][]): void {
  const last = line[branch.from - 1];
  const opens = branch.messages[0];
  const answersCalls = last?.role === 'assistant' && opens !== undefined && toolResultsOf(opens).length > 0;
  const seq = log.seq + 1;
  put(log, 'b1', log.newest.record.at, {
    type: 'branch-create',
    name: branch.title,
    why: 'fork',
    from: 'b1',
    head: last?.id ?? null,
    config: 'c1',
    scriptCursor: 0,
    stop: answersCalls ? 'tools' : 'request',
    copyCalls: false,
    resetCounters: false,
  });
  const shared = line.slice(0, branch.from).map(({ role, content }): Message => ({ role, content }));
  new Recorder(log, `b${seq}`, branch.turns, raw).write([...shared, ...branch.messages], branch.from);
}

function put(log: EventLog, branch: BranchId, at: number, body: EventBody): number {
  const seq = log.seq + 1;
  log.push({ v: 1, seq, at, branch, ...body } as SessionEvent);
  return seq;
}

/** Writes the events of one branch, message by message. */
class Recorder {
  readonly #turns = new Map<number, ImportedTurn>();
  readonly #raw: ReadonlyMap<string, string>;
  #at: number;

  constructor(
    readonly log: EventLog,
    readonly id: BranchId,
    turns: readonly ImportedTurn[],
    raw: readonly [string, string][],
  ) {
    for (const turn of turns) if (turn.messageIndex !== null) this.#turns.set(turn.messageIndex, turn);
    this.#raw = new Map(raw);
    this.#at = log.newest.record.at;
  }

  get branch(): Branch {
    return branchById(this.log.newest, this.id)!;
  }

  write(messages: readonly Message[], from: number): void {
    for (let index = from; index < messages.length; index += 1) {
      const message = messages[index]!;
      if (message.role === 'assistant') this.#answer(message, index, messages[index + 1]);
      else if (this.branch.calls.length > 0 && message.role === 'user') this.#results(message);
      else this.#say(message);
    }
  }

  #put(body: EventBody): number {
    return put(this.log, this.id, this.#at, body);
  }

  #answer(message: Message, index: number, next: Message | undefined): void {
    const turn = this.#turns.get(index);
    if (!this.branch.run) this.#put({ type: 'run-start', mode: 'import', phase: 'request' });
    this.#at = Math.max(this.#at, turn?.startedAt ?? 0);
    const request = `q${this.#request()}`;
    const answer = answerOf(message, turn, this.#model(), next);
    const rawInput = answer.content.flatMap((block): [string, string][] => {
      const raw = isToolUse(block) ? this.#raw.get(block.id) : undefined;
      return raw === undefined ? [] : [[String(block.id), raw]];
    });
    this.#at += Math.max(0, turn?.durationMs ?? 0);
    const raw = rawInput.length > 0 ? { rawInput } : {};
    this.#put({ type: 'response-end', request, message: answer, ...raw, outcome: 'complete', scriptCursor: 0 });
    this.#put({ type: 'message-append', role: 'assistant', content: message.content, origin: 'answer', request });
    this.#rest(answer, next);
  }

  #request(): number {
    const { branch } = this;
    const state = this.log.newest;
    const base = nodeById(state, branch.sentHead);
    return this.#put({
      type: 'request-start',
      config: branch.config,
      messages: pathBehind(state, base, branch.head).map(({ id }) => id),
      ...(base ? { base: base.id } : {}),
      bodyHash: nextBodyHash(state, branch),
      try: 1,
      turn: (nodeById(state, branch.head)?.turn ?? 0) + 1,
      scriptCursor: 0,
    });
  }

  #model(): string {
    const config = this.log.newest.tables.configs[0];
    return config?.body.model ?? '';
  }

  /** Where the loop went after an answer: on to its calls, to the next answer, or to an end. */
  #rest(answer: ResponseMessage, next: Message | undefined): void {
    const open = this.branch.calls.length;
    if (next?.role === 'assistant' || (open > 0 && next?.role === 'user')) return;
    const step = nextStep(answer.stop_reason, open);
    if (step.kind === 'run-tools') this.#put({ type: 'stopped', reason: 'entry', stop: 'tools' });
    else if (step.kind === 'send-again') this.#put({ type: 'stopped', reason: 'entry', stop: 'response' });
    else this.#put({ type: 'run-end', outcome: step.outcome, phase: 'response' });
  }

  #results(message: Message): void {
    const { calls } = this.branch;
    const results = toolResultsOf({ content: safeBlocks(message.content) });
    const of = results.map((result) => calls.find(({ toolUseId }) => toolUseId === result.tool_use_id));
    for (const call of calls) this.#put(startOf(call));
    for (const [index, result] of results.entries()) {
      const call = of[index];
      if (!call || of.indexOf(call) !== index) continue;
      const failed = result.is_error === true;
      this.#put({
        type: 'tool-call-end',
        call: call.id,
        result: { content: result.content ?? '', is_error: failed },
        state: failed ? 'error' : 'ok',
        source: 'recorded',
        durationMs: 0,
      });
    }
    const answered = of.flatMap((call) => (call ? [call.id] : []));
    this.#put({ type: 'message-append', role: 'user', content: message.content, origin: 'results', calls: answered });
  }

  #say({ role, content }: Message): void {
    this.#put({ type: 'message-append', role, content, origin: 'say' });
  }
}

function startOf({ id, name, input }: Branch['calls'][number]): EventBody {
  return { type: 'tool-call-start', call: id, name, input, source: 'recorded' };
}

function answerOf(
  message: Message,
  turn: ImportedTurn | undefined,
  model: string,
  next: Message | undefined,
): ResponseMessage {
  const content = safeBlocks(message.content);
  return {
    id: turn?.id ?? '',
    type: 'message',
    role: 'assistant',
    model: turn?.model ?? model,
    content,
    stop_reason: turn ? turn.stopReason : likelyStop(content, next),
    stop_sequence: null,
    usage: turn?.usage ?? {},
  };
}

/** For a bare list of messages, which does not tell: the reason its blocks and what follows speak for. */
function likelyStop(content: readonly ContentBlock[], next: Message | undefined): string {
  if (content.some(isToolUse)) return 'tool_use';
  return next?.role === 'assistant' ? 'pause_turn' : 'end_turn';
}

/** Fields beside role and content, or content that is neither text nor blocks. */
function hasMore({ role, content, ...rest }: Message): boolean {
  if (Object.keys(rest).length > 0 || typeof role !== 'string') return true;
  return typeof content !== 'string' && !(Array.isArray(content) && content.every((block) => isRecord(block)));
}

function isSame(log: EventLog, messages: readonly Message[]): boolean {
  const branch = branchById(log.newest, 'b1');
  const written = messagesOf(log.newest, branch?.head ?? null);
  return (
    written.length === messages.length &&
    written.every(({ role, content }, index) => role === messages[index]?.role && content === messages[index].content)
  );
}
