import { isRecord } from '../../messages/blocks.ts';
import type { ContentBlock, ToolDefinition, Usage } from '../../messages/types.ts';
import { partsOf } from '../apis/openai-chat.ts';
import { conversationOf } from '../conversation.ts';
import { share } from '../detect.ts';
import type { ImportedConversation, RecordRef } from '../import-types.ts';
import { Ids, baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';
import { between, readTime } from '../time.ts';
import { Transcript, callOf, listAt, recordAt, stringAt, textOfValue } from '../transcript.ts';

/** Events of Claude Managed Agents: one model request span is one answer. Rows may be wrapped as `[method, payload]`. */
export const managedAgentsImporter: Importer = {
  id: 'managed-agents',
  label: 'Claude Managed Agents events',
  // A wrapped row is a list itself, so the rows of the sample are its two parts.
  detect: (sample) => (share(sample.records.flatMap(eventsIn), isEvent) > 0.5 ? 0.97 : 0),
  async read(input) {
    const reader = new EventReader(input.name);
    for await (const { value, ref } of input.records()) {
      const events = eventsIn(value);
      if (events.length === 0) {
        input.sink.count('request', 'meta');
        reader.head(value);
        continue;
      }
      input.sink.seen += events.length - 1;
      for (const event of events)
        input.sink.count(stringAt(event, 'type') ?? 'event', reader.add(event, ref) ? 'message' : 'meta');
    }
    return { conversations: reader.conversations() };
  },
};

function isEvent(value: unknown): boolean {
  return isRecord(value) && typeof value.type === 'string' && /^(agent|session|span|user)\.[a-z_]+$/.test(value.type);
}

/** Events of a record: itself, a wrapped one, a page of a list. What was sent comes back in the stream and is left out. */
function eventsIn(value: unknown): unknown[] {
  if (isEvent(value)) return [value];
  if (Array.isArray(value)) {
    if (typeof value[0] === 'string') return value.length === 2 && isEvent(value[1]) ? [value[1] as unknown] : [];
    return value.filter(isEvent);
  }
  return listAt(value, 'data').filter(isEvent);
}

interface Thread {
  transcript: Transcript;
  started: number | null;
}

class EventReader {
  readonly #threads = new Map<string, Thread>();
  readonly #seen = new Set<string>();
  #agent: Record<string, unknown> | null = null;
  #id: string | null = null;

  constructor(readonly file: string) {}

  /** A created session says which agent runs, and with what. */
  head(value: unknown): void {
    const session = Array.isArray(value) ? (value[1] as unknown) : value;
    this.#agent = recordAt(session, 'agent') ?? this.#agent;
    this.#id = stringAt(session, 'id') ?? this.#id;
  }

  /** False for an event that is no part of a message. */
  add(value: unknown, ref: RecordRef): boolean {
    if (!isRecord(value)) return false;
    const id = stringAt(value, 'id');
    if (id !== null && this.#seen.has(id)) return false;
    if (id !== null) this.#seen.add(id);
    const type = stringAt(value, 'type') ?? '';
    const thread = this.#thread(/^(agent|user|span)\./.test(type) ? stringAt(value, 'session_thread_id') : null);
    return addEvent(thread, type, value, ref);
  }

  #thread(id: string | null): Thread {
    const known = this.#threads.get(id ?? '');
    if (known) return known;
    const thread = { transcript: new Transcript(), started: null };
    this.#threads.set(id ?? '', thread);
    return thread;
  }

  conversations(): ImportedConversation[] {
    const ids = new Ids(baseName(this.file));
    const made: ImportedConversation[] = [];
    for (const { transcript } of this.#threads.values()) {
      if (transcript.items.length === 0) continue;
      const [main] = made;
      if (!main && this.#agent) describe(transcript, this.#agent);
      const parent = main ? { conversation: main.id, toolUseId: null } : null;
      made.push(
        conversationOf(transcript, {
          id: ids.take(main ? null : this.#id),
          format: 'managed-agents',
          file: this.file,
          parent,
        }),
      );
    }
    return made;
  }
}

function describe(transcript: Transcript, agent: Record<string, unknown>): void {
  transcript.system = stringAt(agent, 'system');
  transcript.model ??= stringAt(recordAt(agent, 'model'), 'id') ?? stringAt(agent, 'model');
  const tools = listAt(agent, 'tools').filter(isRecord) as ToolDefinition[];
  transcript.tools = tools.length > 0 ? tools : null;
}

function addEvent(thread: Thread, type: string, value: Record<string, unknown>, ref: RecordRef): boolean {
  const { transcript } = thread;
  const at = readTime(value.processed_at);
  switch (type) {
    case 'user.message':
      transcript.user(partsOf(value.content), [ref]);
      return true;
    case 'agent.message':
      transcript.more(partsOf(value.content), [ref]);
      return true;
    case 'agent.thinking':
      if (value.content === undefined && value.thinking === undefined) return false;
      transcript.more(
        [{ type: 'thinking', thinking: textOfValue(value.thinking ?? value.content), signature: '' }],
        [ref],
      );
      return true;
    case 'agent.tool_use':
    case 'agent.mcp_tool_use':
    case 'agent.custom_tool_use':
      transcript.more([callOf(value.id, value.name, value.input)], [ref]);
      return true;
    case 'agent.tool_result':
    case 'agent.mcp_tool_result':
    case 'user.custom_tool_result': {
      const content: ContentBlock[] = partsOf(value.content);
      const id = stringAt(value, 'tool_use_id', 'mcp_tool_use_id', 'custom_tool_use_id');
      transcript.result({ id, content, isError: value.is_error === true }, [ref]);
      return true;
    }
    case 'span.model_request_start':
      thread.started = at;
      return false;
    case 'span.model_request_end':
      endOfRequest(thread, value, at, ref);
      return false;
    default:
      if (type === 'session.error' || type === 'user.interrupt')
        transcript.event(
          type === 'session.error' ? 'api_error' : 'interrupted',
          stringAt(recordAt(value, 'error'), 'message') ?? type,
          at,
          ref,
        );
      return false;
  }
}

/** The end of a request carries the usage of the answer that its events made. */
function endOfRequest(
  { transcript, started }: Thread,
  value: Record<string, unknown>,
  at: number | null,
  ref: RecordRef,
): void {
  const last = transcript.items.at(-1);
  if (value.is_error === true) transcript.event('api_error', 'The model request failed.', at, ref);
  if (last?.role !== 'assistant') return;
  last.turn = {
    ...last.turn,
    usage: recordAt(value, 'model_usage') as Usage | null,
    startedAt: started,
    durationMs: between(started, at),
  };
}
