import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { tokensAt, usageOf } from '../apis/convert.ts';
import { partsOf, toolsOf } from '../apis/openai-chat.ts';
import { conversationOf } from '../conversation.ts';
import type { RecordRef } from '../import-types.ts';
import { documentImporter } from '../importer.ts';
import { readTime } from '../time.ts';
import { Transcript, callOf, listAt, recordAt, stringAt, textOfValue, thinkingOf } from '../transcript.ts';

/** Agent Trajectory Interchange Format (Harbor): a step of the agent is an answer, its observation the results. */
export const atifImporter = documentImporter({
  id: 'atif',
  label: 'ATIF trajectory',
  matches: (value) =>
    isRecord(value) && stringAt(value, 'schema_version')?.startsWith('ATIF-') && Array.isArray(value.steps) ? 0.99 : 0,
  convert({ value, ref }, { format, file, ids, sink }) {
    const agent = recordAt(value, 'agent');
    const transcript = new Transcript();
    transcript.model = stringAt(agent, 'model_name');
    transcript.tools = toolsOf(listAt(agent, 'tool_definitions'));
    for (const step of listAt(value, 'steps')) if (isRecord(step)) addStep(transcript, step, ref);
    if (transcript.items.length === 0) return [];
    if (stringAt(agent, 'name')?.includes('claude-code')) {
      sink.note(
        'lossy',
        'Harbor splits answers and drops thinking here; the session file of Claude Code itself tells more.',
      );
    }
    return [conversationOf(transcript, { id: ids.take(stringAt(value, 'session_id')), format, file })];
  },
});

function addStep(transcript: Transcript, step: Record<string, unknown>, ref: RecordRef): void {
  const at = readTime(step.timestamp);
  const message = contentOf(step.message);
  const results = listAt(recordAt(step, 'observation'), 'results').filter(isRecord);
  if (step.source === 'agent') addAnswer(transcript, step, message, ref, at);
  else if (step.source === 'system' && transcript.items.length > 0)
    transcript.event('note', textOfValue(step.message).slice(0, 500), at, ref);
  else if (step.source === 'system') transcript.instructions(message, [ref]);
  else transcript.user(typeof step.message === 'string' ? step.message : message, [ref]);
  const calls = listAt(step, 'tool_calls').length;
  for (const result of results) addResult(transcript, result, calls > 0, ref);
}

function addAnswer(
  transcript: Transcript,
  step: Record<string, unknown>,
  message: ContentBlock[],
  ref: RecordRef,
  at: number | null,
): void {
  const calls = listAt(step, 'tool_calls').filter(isRecord);
  const metrics = step.is_copied_context === true ? null : recordAt(step, 'metrics');
  const blocks = [
    ...thinkingOf(stringAt(step, 'reasoning_content') ?? ''),
    ...message,
    ...calls.map((call) => callOf(call.tool_call_id, call.function_name, call.arguments)),
  ];
  transcript.assistant(blocks, [ref], {
    usage: usageOf({
      prompt: tokensAt(metrics, 'prompt_tokens'),
      output: tokensAt(metrics, 'completion_tokens'),
      cached: tokensAt(metrics, 'cached_tokens'),
    }),
    model: stringAt(step, 'model_name') ?? transcript.model,
    startedAt: at,
  });
}

/** Some agents name no call in their results: those are paired by order. Without any call it is what the agent saw. */
function addResult(transcript: Transcript, result: Record<string, unknown>, calls: boolean, ref: RecordRef): void {
  const content = contentOf(result.content);
  const id = stringAt(result, 'source_call_id');
  if (id !== null || (calls && content.length > 0)) transcript.result({ id, content }, [ref]);
  else if (content.length > 0) transcript.user(content, [ref]);
  for (const child of listAt(result, 'subagent_trajectory_ref')) {
    transcript.event('subagent', stringAt(child, 'trajectory_path', 'session_id') ?? 'sub-agent', null, ref);
  }
}

function contentOf(content: unknown): ContentBlock[] {
  if (!Array.isArray(content)) return partsOf(content ?? null);
  return content.filter(isRecord).flatMap((part: Record<string, unknown>): ContentBlock[] => {
    if (part.type === 'text') return [{ type: 'text', text: textOfValue(part.text) }];
    return [{ type: 'text', text: `[${String(part.type)} ${stringAt(recordAt(part, 'source'), 'path') ?? ''}]` }];
  });
}
