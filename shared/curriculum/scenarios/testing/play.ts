import { readStream } from '../../../messages/accumulate-finish.ts';
import { toolUsesOf } from '../../../messages/blocks.ts';
import { callKey } from '../../../messages/canonical-json.ts';
import { encodeSse } from '../../../messages/sse.ts';
import type { ContentBlock, Message, RequestBody, ResponseMessage, ToolUseBlock } from '../../../messages/types.ts';
import { countedTokens } from '../../../messages/usage.ts';
import { messageToEvents } from '../../../scripted/message-events.ts';
import { respond } from '../../../scripted/respond.ts';
import type { ScriptedAnswer } from '../../../scripted/respond.ts';
import type { Scenario, ScriptProblem } from '../../../scripted/scenario-types.ts';
import { answerMs } from '../../../scripted/time.ts';
import { resultFor } from '../../../scripted/tool-results.ts';

export interface Played {
  reason: string;
  requests: RequestBody[];
  toolRuns: ToolUseBlock[];
  messages: Message[];
  answers: ScriptedAnswer[];
  problems: ScriptProblem[];
  tokens: number;
  milliseconds: number;
}

export interface PlayOptions {
  maxTurns?: number;
  tokenBudget?: number;
  timeoutMs?: number;
  autoContinue?: number;
  /** Replaces the result of a tool, as a person would edit it. */
  edit?: (call: ToolUseBlock) => { content: string; is_error?: boolean } | null;
}

/**
 * The plain loop with the default limits, for tests of scenarios only: it tells how many requests and tool runs a
 * story takes before any real loop is involved. Streams are encoded and read back on the way.
 */
export function play(scenario: Scenario, options: PlayOptions = {}): Played {
  const player = new Player(scenario, options);
  let reason = player.step();
  while (reason === null) reason = player.step();
  return { ...player.played, reason };
}

class Player {
  readonly played: Played;
  #cursor = 0;
  #tries = 0;
  #turns = 0;
  #continued = 0;
  readonly #seen = new Map<string, number>();

  constructor(
    readonly scenario: Scenario,
    readonly options: PlayOptions,
  ) {
    const messages = [...scenario.request.messages];
    this.played = {
      reason: '',
      requests: [],
      toolRuns: [],
      messages,
      answers: [],
      problems: [],
      tokens: 0,
      milliseconds: 0,
    };
  }

  /** One request and what follows from it; the reason if the loop ends there. */
  step(): string | null {
    const tripped = this.#limit();
    if (tripped) return tripped;
    const message = this.#send();
    if (!message) {
      this.#tries += 1;
      return this.#tries > 2 ? 'api_error' : null;
    }
    this.#tries = 0;
    this.#turns += 1;
    this.played.tokens += countedTokens(message.usage);
    return this.#follow(message);
  }

  #limit(): string | null {
    const { maxTurns = 50, tokenBudget = 200_000, timeoutMs = 300_000 } = this.options;
    if (this.#turns >= maxTurns) return 'max_turns';
    if (this.played.tokens >= tokenBudget) return 'token_budget';
    return this.played.milliseconds > timeoutMs ? 'timeout' : null;
  }

  #send(): ResponseMessage | null {
    const max_tokens = this.scenario.request.max_tokens * 2 ** this.#continued;
    const body = { ...this.scenario.request, max_tokens, stream: true, messages: [...this.played.messages] };
    const { answer, nextCursor, problems } = respond(this.scenario, { body, cursor: this.#cursor });
    this.#cursor = nextCursor ?? 0;
    this.played.requests.push(body);
    this.played.answers.push(answer);
    this.played.problems.push(...problems);
    this.played.milliseconds += answerMs(answer);
    return messageOf(answer);
  }

  #follow(message: ResponseMessage): string | null {
    const { content, stop_reason } = message;
    if (stop_reason === 'max_tokens' && this.#continued < (this.options.autoContinue ?? 0)) {
      this.#continued += 1;
      return null;
    }
    if (stop_reason === 'refusal' || stop_reason === 'max_tokens') return stop_reason;
    this.played.messages.push({ role: 'assistant', content });
    if (stop_reason === 'pause_turn') return null;
    return stop_reason === 'tool_use' ? this.#run(toolUsesOf({ content })) : String(stop_reason);
  }

  #run(calls: ToolUseBlock[]): string | null {
    for (const call of calls) {
      const key = callKey(call.name, call.input);
      this.#seen.set(key, (this.#seen.get(key) ?? 0) + 1);
      if (this.#seen.get(key)! > 3) return 'repeated_call';
    }
    this.played.toolRuns.push(...calls);
    this.played.milliseconds += Math.max(...calls.map((call) => resultFor(this.scenario, call)?.delayMs ?? 0));
    this.played.messages.push({ role: 'user', content: calls.map((call) => this.#result(call)) });
    return null;
  }

  #result(call: ToolUseBlock): ContentBlock {
    const result = this.options.edit?.(call) ?? resultFor(this.scenario, call);
    const { content, is_error } = result ?? { content: 'nothing scripted', is_error: true };
    return { type: 'tool_result', tool_use_id: call.id, content, ...(is_error ? { is_error } : {}) };
  }
}

function messageOf(answer: ScriptedAnswer): ResponseMessage | null {
  if (answer.kind === 'http_error') return null;
  const encoder = new TextEncoder();
  const bytes =
    answer.kind === 'sse'
      ? answer.chunks
      : messageToEvents(answer.message, answer.stream).map((event) => encoder.encode(encodeSse(event)));
  return readStream(bytes).message;
}
