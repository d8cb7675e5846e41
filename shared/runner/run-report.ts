import { blocksOf, isToolResult, toolUsesOf } from '../messages/blocks.ts';
import { lint } from '../messages/lint.ts';
import type { Problem } from '../messages/lint.ts';
import type { Message, RequestBody, ResponseMessage, StopReason, Usage } from '../messages/types.ts';
import { rebuildRequest } from '../loop/compose.ts';
import type { BranchId, OutcomeData } from '../session/events.ts';
import type { EventLog } from '../session/log.ts';
import { sendable } from '../session/sendable.ts';
import type { Attempt } from '../session/state.ts';
import { branchById, configById, messagesOf, path } from '../session/tree.ts';

type AttemptReport =
  | { message: ResponseMessage; raw_input?: Record<string, string> }
  | {
      error: { type: string; message: string; status: number | null; retryable: boolean };
      partial: { content: ResponseMessage['content'] };
      raw_input?: Record<string, string>;
    };

/** What `loupe run --json` prints (DESIGN §5, SCENARIO.md). */
export interface RunReport {
  outcome: OutcomeData;
  requests: number;
  toolRuns: number;
  turns: {
    stopReason: StopReason;
    usage: Usage;
    toolCalls: { id: string; name: string; input: unknown; isError: boolean | null }[];
  }[];
  messages: Message[];
  history: Message[];
  usage: {
    input_total: number;
    output_tokens: number;
    cache_read_input_tokens: number;
    cache_creation_input_tokens: number;
  };
  problems: Problem[];
  requests_sent: RequestBody[];
  responses: AttemptReport[];
  tool_runs: string[];
  waits_ms: number[];
}

/** Reads a finished run off its log. */
export function runReport(log: EventLog, branchId: BranchId): RunReport {
  const state = log.newest;
  const branch = branchById(state, branchId);
  if (!branch) throw new Error(`branch ${branchId} is not in the session`);
  const attempts = state.tables.attempts.filter((attempt) => attempt.branch === branchId);
  const history = sendable(state, branch);
  const toolRuns = toolRunsOf(log, branchId);
  return {
    outcome: branch.outcome ?? { status: 'stopped', reason: 'cancelled' },
    requests: attempts.length,
    toolRuns: toolRuns.length,
    turns: turnsOf(attempts, history),
    messages: messagesOf(state, branch.head),
    history,
    usage: totalsOf(attempts),
    problems: lint({ request: { ...configById(state, branch.config).body, messages: continued(history) } }),
    requests_sent: attempts.map((attempt) => rebuildRequest(state, attempt).body),
    responses: attempts.map(reportOf),
    tool_runs: toolRuns,
    waits_ms: log.events.flatMap((event) =>
      event.type === 'retry-wait' && event.branch === branchId ? [event.ms] : [],
    ),
  };
}

/**
 * The history as a next request would carry it: a finished conversation is no request until the person speaks again,
 * and its last answer is no prefill.
 */
function continued(history: Message[]): Message[] {
  return history.at(-1)?.role === 'assistant' ? [...history, { role: 'user', content: 'Go on.' }] : history;
}

/** `tool_use` ids of the calls that began to run, in order. */
function toolRunsOf(log: EventLog, branchId: BranchId): string[] {
  const state = log.newest;
  const idOf = new Map<string, string>();
  for (const node of path(state, branchById(state, branchId)?.head ?? null)) {
    for (const [index, block] of blocksOf(node.content).entries()) {
      if (block.type === 'tool_use') idOf.set(`${node.id}.${index}`, String(block.id));
    }
  }
  return log.events.flatMap((event) =>
    event.type === 'tool-call-start' && event.branch === branchId ? [idOf.get(event.call) ?? event.call] : [],
  );
}

function turnsOf(attempts: readonly Attempt[], history: readonly Message[]): RunReport['turns'] {
  const errors = new Map(
    history
      .flatMap((message) => blocksOf(message.content).filter(isToolResult))
      .map((block) => [block.tool_use_id, block.is_error === true]),
  );
  return attempts.flatMap((attempt) => {
    if (attempt.error || !attempt.message) return [];
    const { stop_reason: stopReason, usage, content } = attempt.message;
    const toolCalls = toolUsesOf({ content }).map(({ id, name, input }) => ({
      id,
      name,
      input,
      isError: errors.get(id) ?? null,
    }));
    return [{ stopReason, usage, toolCalls }];
  });
}

function reportOf(attempt: Attempt): AttemptReport {
  const raw = attempt.rawInput.length > 0 ? { raw_input: Object.fromEntries(attempt.rawInput) } : {};
  if (!attempt.error && attempt.message) return { message: attempt.message, ...raw };
  const { type = 'unknown', message = '', status = null, retryable = false } = attempt.error ?? {};
  return { error: { type, message, status, retryable }, partial: { content: attempt.message?.content ?? [] }, ...raw };
}

function totalsOf(attempts: readonly Attempt[]): RunReport['usage'] {
  const total = { input_total: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };
  for (const { message } of attempts) {
    const usage = message?.usage ?? {};
    const read = usage.cache_read_input_tokens ?? 0;
    const created = usage.cache_creation_input_tokens ?? 0;
    total.input_total += (usage.input_tokens ?? 0) + read + created;
    total.output_tokens += usage.output_tokens ?? 0;
    total.cache_read_input_tokens += read;
    total.cache_creation_input_tokens += created;
  }
  return total;
}
