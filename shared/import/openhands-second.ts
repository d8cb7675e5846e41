import { isRecord } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import { partsOf, toolsOf } from './apis/openai-chat.ts';
import type { RecordRef } from './import-types.ts';
import { readTime } from './time.ts';
import { asBlocks, callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from './transcript.ts';
import type { Item, Transcript } from './transcript.ts';

/** Whether a value is an event of OpenHands' second generation: told by `kind`. */
export function isSecondEvent(value: unknown): boolean {
  if (!isRecord(value) || typeof value.kind !== 'string') return false;
  return /(Event|Observation|Condensation\w*)$/.test(value.kind) && 'source' in value;
}

/** Adds events to a transcript. Actions with one `llm_response_id` are one answer. */
export class SecondReader {
  readonly #answers = new Map<string, Item>();

  constructor(readonly transcript: Transcript) {}

  /** False for an event that is no part of a message. */
  add(event: Record<string, unknown>, ref: RecordRef): boolean {
    const { transcript } = this;
    const at = readTime(event.timestamp);
    switch (event.kind) {
      case 'SystemPromptEvent':
        transcript.instructions(textOfValue(recordAt(event, 'system_prompt')?.text ?? event.system_prompt), [ref]);
        transcript.tools ??= toolsOf(listAt(event, 'tools'));
        return true;
      case 'MessageEvent':
        return this.#message(event, ref);
      case 'ActionEvent':
        return this.#action(event, ref, at);
      case 'ObservationEvent':
        this.#result(
          event,
          observed(recordAt(event, 'observation')),
          recordAt(event, 'observation')?.is_error === true,
          ref,
        );
        return true;
      case 'AgentErrorEvent':
        this.#result(event, partsOf(event.error), true, ref);
        return true;
      case 'UserRejectObservation':
        this.#result(event, partsOf(event.rejection_reason), true, ref);
        return true;
      case 'Condensation':
        transcript.event('compaction', stringAt(event, 'summary')?.slice(0, 500) ?? 'Condensed', at, ref);
        return false;
      case 'ConversationErrorEvent':
        transcript.event('api_error', stringAt(event, 'detail', 'code') ?? 'error', at, ref);
        return false;
      default:
        return false;
    }
  }

  #message(event: Record<string, unknown>, ref: RecordRef): boolean {
    const message = recordAt(event, 'llm_message') ?? event;
    const blocks = [...partsOf(message.content), ...partsOf(event.extended_content)];
    if (event.source === 'agent') this.#answer(event, [...thinking(event, message), ...blocks], ref);
    else this.transcript.user(blocks, [ref]);
    return true;
  }

  #action(event: Record<string, unknown>, ref: RecordRef, at: number | null): boolean {
    const call = recordAt(event, 'tool_call');
    const id = stringAt(event, 'tool_call_id') ?? stringAt(call, 'id');
    const input = call?.arguments ?? recordAt(event, 'action') ?? {};
    const blocks = [
      ...thinking(event, event),
      ...partsOf(event.thought),
      callOf(id, stringAt(event, 'tool_name') ?? stringAt(call, 'name'), input),
    ];
    this.#answer(event, blocks, ref, at);
    return true;
  }

  #answer(event: Record<string, unknown>, blocks: ContentBlock[], ref: RecordRef, at: number | null = null): void {
    const id = stringAt(event, 'llm_response_id');
    const known = id === null ? undefined : this.#answers.get(id);
    if (known) {
      known.content = [...asBlocks(known.content), ...blocks.filter((block) => block.type === 'tool_use')];
      known.refs = [...known.refs, ref];
      return;
    }
    this.transcript.assistant(blocks, [ref], { startedAt: at });
    const item = this.transcript.items.at(-1);
    if (id !== null && item) this.#answers.set(id, item);
  }

  #result(event: Record<string, unknown>, content: ContentBlock[], isError: boolean, ref: RecordRef): void {
    this.transcript.result(
      { id: stringAt(event, 'tool_call_id'), name: stringAt(event, 'tool_name'), content, isError },
      [ref],
    );
  }
}

function thinking(event: Record<string, unknown>, message: Record<string, unknown>): ContentBlock[] {
  const blocks = [...listAt(event, 'thinking_blocks'), ...listAt(message, 'thinking_blocks')].filter(isRecord);
  if (blocks.length > 0) return blocks.flatMap((block) => thinkingOf(block.thinking, block.signature));
  return thinkingOf(stringAt(event, 'reasoning_content') ?? stringAt(message, 'reasoning_content') ?? '');
}

/** What a tool gave back, under any of the names that tools use. */
function observed(observation: Record<string, unknown> | null): ContentBlock[] {
  if (!observation) return [];
  const content = observation.content ?? observation.output ?? observation.message ?? observation.text;
  if (content !== undefined) return partsOf(content);
  const { kind: _kind, ...rest } = observation;
  return partsOf(textOfValue(rest));
}
