import type { Message, Usage } from '../messages/types.ts';
import { addUsage, ZERO_USAGE } from '../messages/usage.ts';
import { safeBlocks } from './safe-blocks.ts';
import type { ImportTotals, ImportedConversation, ImportedTurn } from './import-types.ts';

/**
 * Sums of an import. An answer counts once however many copies of it there are (branches, resumed sessions): two turns
 * with the same message id and the same usage are one. A call counts once per conversation and its sub-agents.
 */
export function totalsOf(conversations: readonly ImportedConversation[]): ImportTotals {
  const tally = new Tally(conversations);
  for (const conversation of conversations) {
    const scope = tally.scopeOf(conversation);
    tally.line(scope, conversation.messages, conversation.turns, conversation.synthetic ?? [], 0);
    for (const branch of conversation.branches) {
      tally.line(scope, branch.messages, branch.turns, branch.synthetic ?? [], branch.from);
    }
  }
  return tally.totals();
}

class Tally {
  #usage = { ...ZERO_USAGE };
  readonly #answers = new Set<string>();
  readonly #calls = new Set<string>();
  /** Calls with a result that the source holds. */
  readonly #answered = new Set<string>();
  readonly #parents: Map<string, string>;

  constructor(conversations: readonly ImportedConversation[]) {
    this.#parents = new Map(conversations.flatMap(({ id, parent }) => (parent ? [[id, parent.conversation]] : [])));
  }

  /** The conversation at the root of a sub-agent's; ids of the API are unique everywhere and need no scope. */
  scopeOf(conversation: ImportedConversation): string {
    let id = conversation.id;
    for (let steps = 0; steps < 50 && this.#parents.has(id); steps += 1) id = this.#parents.get(id) ?? id;
    return id;
  }

  line(
    scope: string,
    messages: readonly Message[],
    turns: readonly ImportedTurn[],
    made: readonly string[],
    from: number,
  ): void {
    const synthetic = new Set(made);
    const key = (id: string) => (/^(toolu|call)_[\w-]{16,}$/.test(id) ? id : `${scope}\n${id}`);
    for (const block of messages.flatMap((message) => safeBlocks(message.content))) {
      if (block.type === 'tool_use' && typeof block.id === 'string') this.#calls.add(key(block.id));
      if (block.type === 'tool_result' && typeof block.tool_use_id === 'string' && !synthetic.has(block.tool_use_id))
        this.#answered.add(key(block.tool_use_id));
    }
    for (const turn of turns) {
      const shared = turn.messageIndex !== null && turn.messageIndex < from;
      if (!shared && turn.usage) this.#answer(turn, turn.usage);
    }
  }

  #answer(turn: ImportedTurn, usage: Usage): void {
    if (turn.id !== undefined) {
      const { input_tokens: input, output_tokens: output } = usage;
      const key = `${turn.id} ${input} ${output} ${usage.cache_read_input_tokens} ${usage.cache_creation_input_tokens}`;
      if (this.#answers.has(key)) return;
      this.#answers.add(key);
    }
    this.#usage = addUsage(this.#usage, usage);
  }

  totals(): ImportTotals {
    return {
      inputTokens: this.#usage.input_tokens,
      outputTokens: this.#usage.output_tokens,
      cacheReadTokens: this.#usage.cache_read_input_tokens,
      cacheCreationTokens: this.#usage.cache_creation_input_tokens,
      toolUses: this.#calls.size,
      orphanToolUses: [...this.#calls].filter((key) => !this.#answered.has(key)).length,
    };
  }
}
