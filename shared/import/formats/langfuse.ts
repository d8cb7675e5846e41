import { isRecord } from '../../messages/blocks.ts';
import { canonicalJson } from '../../messages/canonical-json.ts';
import { tokensAt, usageOf } from '../apis/convert.ts';
import { partsOf } from '../apis/openai-chat.ts';
import { conversationOf } from '../conversation.ts';
import { anyAnswer, anyRequest, unpacked } from '../dialects/any-message.ts';
import { ExchangeTree } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import type { ImportedConversation, RecordRef } from '../import-types.ts';
import { documentImporter } from '../importer.ts';
import type { DocumentContext } from '../importer.ts';
import type { Row } from '../input.ts';
import { between, readTime } from '../time.ts';
import { Transcript, asBlocks, listAt, numberAt, recordAt, stringAt, textOfValue } from '../transcript.ts';
import type { TurnDraft } from '../transcript.ts';

/** Langfuse traces: generations are model calls. Where their inputs lost the history, the trace is read in time order. */
export const langfuseImporter = documentImporter({
  id: 'langfuse',
  label: 'Langfuse trace',
  matches(value) {
    if (!isRecord(value) || !Array.isArray(value.observations)) return 0;
    if (value.observations.length === 0) return recordAt(value, 'trace') ? 0.6 : 0;
    return value.observations.some(
      (each) => isRecord(each) && typeof each.type === 'string' && ('startTime' in each || 'traceId' in each),
    )
      ? 0.98
      : 0;
  },
  convert: (row, context) => convert(row, context),
});

type Observation = Record<string, unknown>;

function convert({ value, ref }: Row, context: DocumentContext): ImportedConversation[] {
  const trace = recordAt(value, 'trace') ?? (isRecord(value) ? value : {});
  const observations = listAt(value, 'observations')
    .filter(isRecord)
    .toSorted((left, right) => (readTime(left.startTime) ?? 0) - (readTime(right.startTime) ?? 0));
  const calls = observations.filter((each) => each.type === 'GENERATION').map((each) => exchangeOf(each, ref));
  if (calls.length === 0) return [];
  const lost = calls.length > 1 && calls.every(({ request }) => (request?.messages.length ?? 0) < 2);
  if (lost && calls.some(({ answer }) => answer?.content.some((block) => block.type === 'tool_use'))) {
    return [inTimeOrder(trace, observations, ref, context)];
  }
  const tree = new ExchangeTree();
  for (const call of calls) tree.add(call);
  return tree.conversations({ format: context.format, file: context.file, ids: context.ids });
}

function exchangeOf(observation: Observation, ref: RecordRef): Exchange {
  const turn = turnOf(observation);
  const failed = observation.level === 'ERROR' ? stringAt(observation, 'statusMessage') : null;
  return {
    request: anyRequest(observation.input, turn.model ?? null),
    answer: anyAnswer(observation.output, turn),
    ...(failed === null ? {} : { failure: failed }),
    startedAt: turn.startedAt ?? null,
    durationMs: turn.durationMs ?? null,
    refs: [ref],
  };
}

function turnOf(observation: Observation): TurnDraft {
  const usage = recordAt(observation, 'usageDetails') ?? recordAt(observation, 'usage') ?? observation;
  const startedAt = readTime(observation.startTime);
  const seconds = numberAt(observation, 'latency');
  const cached = tokensAt(usage, 'input_cache_read', 'cache_read_input_tokens', 'input_cached_tokens');
  const written = tokensAt(usage, 'input_cache_creation', 'cache_creation_input_tokens');
  // `input` counts what the others do not.
  const input = tokensAt(usage, 'input', 'input_tokens', 'promptTokens', 'inputUsage');
  return {
    usage: usageOf({
      prompt: input === null ? null : input + (cached ?? 0) + (written ?? 0),
      output: tokensAt(usage, 'output', 'output_tokens', 'completionTokens', 'outputUsage'),
      cached,
      written,
    }),
    model: stringAt(observation, 'model', 'providedModelName', 'internalModelId'),
    startedAt,
    durationMs:
      between(startedAt, readTime(observation.endTime)) ?? (seconds === null ? null : Math.round(seconds * 1000)),
  };
}

/** Prompt of the trace, then answers and tool results as they happened. */
function inTimeOrder(
  trace: Record<string, unknown>,
  observations: readonly Observation[],
  ref: RecordRef,
  context: DocumentContext,
): ImportedConversation {
  const transcript = new Transcript();
  const root = observations.find((each) => !stringAt(each, 'parentObservationId'));
  const asked = anyRequest(root?.input, null) ?? anyRequest(trace.input, null);
  transcript.system = asked?.system ?? null;
  for (const message of asked?.messages ?? []) transcript.user(message.content, [ref]);
  for (const observation of observations) {
    const turn = turnOf(observation);
    if (observation.type === 'GENERATION')
      transcript.assistant(anyAnswer(observation.output, turn)?.content ?? [], [ref], turn);
    else if (observation.type === 'TOOL') addResult(transcript, observation, ref);
  }
  transcript.guesses.push({
    what: 'order',
    path: 'messages',
    message: 'The inputs of the model calls hold no history; the messages stand in the order of time.',
  });
  return conversationOf(transcript, {
    id: context.ids.take(stringAt(trace, 'id')),
    format: context.format,
    file: context.file,
    title: stringAt(trace, 'name'),
  });
}

/** A tool span names no call: it is the one with the same tool and input. */
function addResult(transcript: Transcript, observation: Observation, ref: RecordRef): void {
  const name = (stringAt(observation, 'name') ?? '').replace(/^running tool: /, '');
  const given = unpacked(observation.input);
  const input = canonicalJson(recordAt(given, 'input') ?? given);
  const calls = transcript.items
    .flatMap((item) => asBlocks(item.content))
    .filter((block) => block.type === 'tool_use' && block.name === name);
  const call = calls.findLast((block) => canonicalJson(block.input) === input);
  const output = unpacked(observation.output);
  const content = isRecord(output) && 'content' in output ? partsOf(output.content) : textOfValue(output);
  const id = typeof call?.id === 'string' ? call.id : null;
  transcript.result({ id, name, content, isError: observation.level === 'ERROR' }, [ref]);
}
