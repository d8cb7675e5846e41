import { isRecord } from '../messages/blocks.ts';
import { openaiChatApi, partsOf, toolsOf } from './apis/openai-chat.ts';
import type { RecordRef } from './import-types.ts';
import { readTime } from './time.ts';
import { callOf, listAt, recordAt, stringAt, textOfValue } from './transcript.ts';
import type { Transcript } from './transcript.ts';

/** Whether a value is an event of OpenHands' first generation: an action or an observation. */
export function isFirstEvent(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const kind = typeof value.action === 'string' || typeof value.observation === 'string';
  return (
    kind && ('source' in value || 'cause' in value || 'args' in value || 'extras' in value) && !('thought' in value)
  );
}

/** Actions that change the machine's own state, not the conversation. */
const SILENT = new Set([
  'change_agent_state',
  'recall',
  'null',
  'condensation',
  'condensation_request',
  'start',
  'pause',
  'resume',
  'stop',
  'loop_recovery',
]);

/**
 * Adds an event. The model's raw answer is repeated in every action and observation of it and counts once; a call
 * without it (older agents wrote commands as text) is the action itself, answered by its `cause`. False for events
 * that are no part of a message.
 */
export function addFirstEvent(
  transcript: Transcript,
  event: Record<string, unknown>,
  ref: RecordRef,
  seen: Set<string>,
): boolean {
  const metadata = recordAt(event, 'tool_call_metadata');
  if (typeof event.observation === 'string') return addObservation(transcript, event, metadata, ref);
  const action = stringAt(event, 'action') ?? '';
  const args = recordAt(event, 'args') ?? {};
  if (action === 'system') {
    transcript.instructions(textOfValue(args.content), [ref]);
    transcript.tools ??= toolsOf(listAt(args, 'tools'));
    return true;
  }
  if (event.source === 'user' && action === 'message') {
    const images = listAt(args, 'image_urls').map((url) => ({ type: 'image_url', image_url: { url } }));
    transcript.user(
      images.length > 0 ? partsOf([{ type: 'text', text: args.content }, ...images]) : textOfValue(args.content),
      [ref],
    );
    return true;
  }
  if (metadata) return addAnswer(transcript, event, metadata, ref, seen);
  if (SILENT.has(action) || event.source !== 'agent') return false;
  const thought = stringAt(args, 'thought', 'content') ?? '';
  const turn = { startedAt: readTime(event.timestamp) };
  if (action === 'message' || action === 'finish' || action === 'think') {
    transcript.assistant(thought || textOfValue(event.message), [ref], turn);
    return true;
  }
  const { thought: _thought, ...input } = args;
  transcript.assistant(
    [{ type: 'text', text: stringAt(args, 'thought') ?? '' }, callOf(`action_${textOfValue(event.id)}`, action, input)],
    [ref],
    turn,
  );
  return true;
}

function addAnswer(
  transcript: Transcript,
  event: Record<string, unknown>,
  metadata: Record<string, unknown>,
  ref: RecordRef,
  seen: Set<string>,
): boolean {
  const response = recordAt(metadata, 'model_response');
  const id = stringAt(response, 'id') ?? `event ${textOfValue(event.id)}`;
  if (seen.has(id)) return true;
  seen.add(id);
  const answer = response ? openaiChatApi.readResponse(response) : null;
  if (answer) transcript.assistant(answer.content, [ref], { ...answer.turn, startedAt: readTime(event.timestamp) });
  else
    transcript.assistant([callOf(metadata.tool_call_id, metadata.function_name, recordAt(event, 'args') ?? {})], [ref]);
  return true;
}

function addObservation(
  transcript: Transcript,
  event: Record<string, unknown>,
  metadata: Record<string, unknown> | null,
  ref: RecordRef,
): boolean {
  const kind = stringAt(event, 'observation') ?? '';
  if (kind === 'agent_state_changed' || kind === 'null' || kind === 'recall') return false;
  const id =
    stringAt(metadata, 'tool_call_id') ??
    (event.cause === undefined || event.cause === null ? null : `action_${textOfValue(event.cause)}`);
  if (id === null) {
    transcript.event(kind, textOfValue(event.content).slice(0, 300), readTime(event.timestamp), ref);
    return false;
  }
  const isError = kind === 'error' || event.success === false;
  transcript.result({ id, content: textOfValue(event.content) || textOfValue(event.message), isError }, [ref]);
  return true;
}
