import { isRecord } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import type { RecordRef } from './import-types.ts';
import { callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from './transcript.ts';
import type { Transcript } from './transcript.ts';

/**
 * Adds a finished item as `codex exec --json` and rollouts from 0.147 on tell it: a call and its result are one item.
 * False for a type that is not known.
 */
export function addThreadItem(
  transcript: Transcript,
  item: Record<string, unknown>,
  refs: readonly RecordRef[],
): boolean {
  const type = String(item.type ?? item.item_type)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  switch (type) {
    case 'user_message':
      transcript.user(textOf(item), refs);
      return true;
    case 'agent_message':
    case 'assistant_message':
      transcript.more([{ type: 'text', text: textOf(item) }], refs);
      return true;
    case 'reasoning':
      transcript.more(thinkingOf(textOf(item)), refs);
      return true;
    case 'command_execution':
      return addCall(
        transcript,
        refs,
        item,
        'shell',
        { command: item.command },
        stringAt(item, 'aggregated_output') ?? '',
        failed(item),
      );
    case 'file_change':
      return addCall(
        transcript,
        refs,
        item,
        'apply_patch',
        { changes: item.changes },
        stringAt(item, 'status') ?? 'completed',
        item.status === 'failed',
      );
    case 'mcp_tool_call':
      return addCall(
        transcript,
        refs,
        item,
        [stringAt(item, 'server'), stringAt(item, 'tool')].filter(Boolean).join('__'),
        argumentsOf(item),
        resultOfMcp(item),
        recordAt(item, 'error') !== null,
      );
    case 'web_search':
      return addCall(transcript, refs, item, 'web_search', { query: item.query }, '(done)', false);
    case 'todo_list':
      return addCall(transcript, refs, item, 'todo_list', { items: item.items }, '(done)', false);
    case 'error':
      transcript.event('error', stringAt(item, 'message') ?? 'error', null, refs[0]);
      return true;
    default:
      return false;
  }
}

function addCall(
  transcript: Transcript,
  refs: readonly RecordRef[],
  item: Record<string, unknown>,
  name: string,
  input: unknown,
  output: string,
  isError: boolean,
): true {
  const id = stringAt(item, 'id') ?? '';
  transcript.more([callOf(id, name, input)], refs);
  transcript.result({ id: id === '' ? null : id, name, content: output, isError }, refs);
  return true;
}

function failed(item: Record<string, unknown>): boolean {
  return item.status === 'failed' || (typeof item.exit_code === 'number' && item.exit_code !== 0);
}

function argumentsOf(item: Record<string, unknown>): unknown {
  return item.arguments ?? recordAt(item, 'invocation')?.arguments ?? {};
}

function resultOfMcp(item: Record<string, unknown>): string {
  const error = recordAt(item, 'error');
  if (error) return stringAt(error, 'message') ?? textOfValue(error);
  const content = listAt(recordAt(item, 'result'), 'content');
  const texts = content.map((part) => (isRecord(part) ? textOfValue(part.text ?? part) : textOfValue(part)));
  return texts.length > 0 ? texts.join('\n') : textOfValue(item.result) || '(done)';
}

function textOf(item: Record<string, unknown>): string {
  const text = stringAt(item, 'text', 'message', 'summary_text', 'raw_content');
  if (text !== null) return text;
  const parts: unknown[] = [...listAt(item, 'content'), ...listAt(item, 'summary_text'), ...listAt(item, 'summary')];
  return parts.map((part) => (isRecord(part) ? textOfValue(part.text) : textOfValue(part))).join('\n');
}

/**
 * Adds an `event_msg` for rollouts that hold nothing else: messages, and commands told by a begin and an end. False
 * for events that carry nothing of the conversation.
 */
export function addEventMessage(
  transcript: Transcript,
  payload: Record<string, unknown>,
  refs: readonly RecordRef[],
): boolean {
  const id = stringAt(payload, 'call_id');
  switch (payload.type) {
    case 'user_message':
      transcript.user(textOf(payload), refs);
      return true;
    case 'agent_message':
      transcript.more([{ type: 'text', text: textOf(payload) }], refs);
      return true;
    case 'agent_reasoning':
      transcript.more(thinkingOf(textOf(payload)), refs);
      return true;
    case 'exec_command_begin':
      transcript.more([callOf(id, 'shell', { command: payload.command })], refs);
      return true;
    case 'mcp_tool_call_begin': {
      const invocation = recordAt(payload, 'invocation');
      const name = [stringAt(invocation, 'server'), stringAt(invocation, 'tool')].filter(Boolean).join('__');
      transcript.more([callOf(id, name, invocation?.arguments ?? {})], refs);
      return true;
    }
    case 'patch_apply_begin':
      transcript.more([callOf(id, 'apply_patch', { changes: payload.changes })], refs);
      return true;
    case 'exec_command_end':
    case 'mcp_tool_call_end':
    case 'patch_apply_end':
      transcript.result({ id, content: endOf(payload), isError: payload.success === false || failed(payload) }, refs);
      return true;
    case 'item_completed': {
      const item = recordAt(payload, 'item');
      return item !== null && addThreadItem(transcript, item, refs);
    }
    default:
      return false;
  }
}

function endOf(payload: Record<string, unknown>): string | ContentBlock[] {
  const text = stringAt(payload, 'aggregated_output', 'formatted_output', 'stdout', 'stderr');
  if (text !== null) return text;
  return payload.result === undefined ? '' : resultOfMcp({ result: recordAt(payload.result, 'Ok') ?? payload.result });
}
