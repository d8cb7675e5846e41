import { isRecord } from '../messages/blocks.ts';
import { callKey } from '../messages/canonical-json.ts';
import type { ContentBlock, Message, RequestSettings, ToolDefinition } from '../messages/types.ts';
import type { NewSession } from '../session/create.ts';
import type { CallResult, QuarantinedItem } from '../session/events.ts';
import type { ImportedConversation } from './import-types.ts';
import { safeBlocks } from './safe-blocks.ts';

/** A result that was recorded, for a call with the same tool and input. */
export interface RecordedResult {
  /** `callKey` of the call. */
  key: string;
  name: string;
  input: unknown;
  result: CallResult;
}

export interface ImportedSession {
  session: NewSession;
  /** In the order of the transcript; several for a call that was repeated. */
  recorded: RecordedResult[];
  /** Calls of the last answer that nobody had answered: the session rests with them open. */
  openCalls: string[];
  /** Where results of calls come from at first; nothing of an import is ever run by itself. */
  source: 'recorded' | 'typed';
  quarantine: QuarantinedItem[];
  /** Thinking blocks without a signature: no API takes them back, they have to be dropped before sending. */
  unsignedThinking: number;
}

const DEFAULT_MAX_TOKENS = 4096;

/** Keys of a request that only shape the answer. Everything else waits in the quarantine. */
const SAFE_SETTINGS = new Set([
  'max_tokens',
  'thinking',
  'temperature',
  'top_p',
  'top_k',
  'stop_sequences',
  'stream',
  'output_config',
  'tool_choice',
]);

/**
 * An imported conversation as the beginning of a session: its messages, the settings that are known, and what must not
 * take effect without a person's consent. A made-up result of the last calls is taken off, so that they are open.
 *
 * @param model used where the transcript names none
 */
export function toSession(conversation: ImportedConversation, model: string): ImportedSession {
  const quarantine: QuarantinedItem[] = [];
  const body = bodyOf(conversation, model, quarantine);
  const { messages, openCalls } = withoutMadeUpEnd(conversation);
  quarantine.push(...remoteContent(messages));
  const recorded = recordedResults(messages, new Set(conversation.synthetic));
  const { title, file } = conversation;
  return {
    session: {
      title,
      scenario: null,
      config: { body, endpoint: 'scripted', policy: 'correct' },
      messages,
      origin: { kind: 'import', name: file },
    },
    recorded,
    openCalls,
    source: recorded.length > 0 ? 'recorded' : 'typed',
    quarantine,
    unsignedThinking: messages.flatMap(({ content }) => safeBlocks(content)).filter(isUnsigned).length,
  };
}

function bodyOf(conversation: ImportedConversation, model: string, quarantine: QuarantinedItem[]): RequestSettings {
  const body: RequestSettings = { model: conversation.model ?? model, max_tokens: DEFAULT_MAX_TOKENS };
  if (conversation.system !== null && conversation.system.length > 0) body.system = conversation.system;
  const tools = toolsOf(conversation.tools ?? [], quarantine);
  if (tools.length > 0) body.tools = tools;
  for (const [key, value] of Object.entries(conversation.settings ?? {})) {
    if (key === 'mcp_servers') quarantine.push(...mcpServers(value));
    else if (SAFE_SETTINGS.has(key)) body[key] = value;
    else quarantine.push({ kind: 'setting', path: `settings.${key}`, text: `${key}: ${JSON.stringify(value)}` });
  }
  if (typeof body.max_tokens !== 'number') body.max_tokens = DEFAULT_MAX_TOKENS;
  return body;
}

/** Tools that the host runs are descriptions only; those that the provider runs reach out. */
function toolsOf(tools: readonly ToolDefinition[], quarantine: QuarantinedItem[]): ToolDefinition[] {
  return tools.filter((tool, index) => {
    if (typeof tool.name === 'string' && (tool.type === undefined || tool.type === 'custom')) return true;
    quarantine.push({ kind: 'server_tool', path: `tools.${index}`, text: JSON.stringify(tool) });
    return false;
  });
}

/** Tokens of a server are not shown again, and never kept. */
function mcpServers(value: unknown): QuarantinedItem[] {
  return (Array.isArray(value) ? value : []).map((server: unknown, index) => {
    const { authorization_token: _token, ...rest } = isRecord(server) ? server : {};
    return { kind: 'mcp_server', path: `settings.mcp_servers.${index}`, text: JSON.stringify(rest) };
  });
}

/** Images and documents by address: the API would fetch them. */
function remoteContent(messages: readonly Message[]): QuarantinedItem[] {
  const found: QuarantinedItem[] = [];
  const look = (blocks: readonly ContentBlock[], path: string) => {
    blocks.forEach((block, index) => {
      const source = block.source;
      if (isRecord(source) && (source.type === 'url' || source.type === 'file')) {
        found.push({ kind: 'remote_content', path: `${path}.${index}`, text: String(source.url ?? source.file_id) });
      }
      if (block.type === 'tool_result') look(safeBlocks(block.content), `${path}.${index}.content`);
    });
  };
  messages.forEach(({ content }, index) => look(safeBlocks(content), `messages.${index}.content`));
  return found;
}

function withoutMadeUpEnd({ messages, synthetic = [] }: ImportedConversation): {
  messages: Message[];
  openCalls: string[];
} {
  const made = new Set<unknown>(synthetic);
  const last = messages.at(-1);
  const blocks = safeBlocks(last?.content);
  const isMadeUp =
    last?.role === 'user' &&
    blocks.length > 0 &&
    blocks.every((block) => block.type === 'tool_result' && made.has(block.tool_use_id));
  const line = isMadeUp ? messages.slice(0, -1) : messages;
  const answer = line.at(-1);
  const open =
    answer?.role === 'assistant'
      ? safeBlocks(answer.content).flatMap((block) => (block.type === 'tool_use' ? [String(block.id)] : []))
      : [];
  return { messages: line, openCalls: open };
}

function recordedResults(messages: readonly Message[], made: ReadonlySet<string>): RecordedResult[] {
  const results = new Map<string, ContentBlock>();
  const blocks = messages.flatMap(({ content }) => safeBlocks(content));
  for (const block of blocks) if (block.type === 'tool_result') results.set(String(block.tool_use_id), block);
  return blocks.flatMap((block) => {
    const result = block.type === 'tool_use' ? results.get(String(block.id)) : undefined;
    if (!result || made.has(String(block.id))) return [];
    const content = typeof result.content === 'string' ? result.content : safeBlocks(result.content);
    const name = String(block.name);
    return [
      {
        key: callKey(name, block.input),
        name,
        input: block.input,
        result: { content, is_error: result.is_error === true },
      },
    ];
  });
}

function isUnsigned(block: ContentBlock): boolean {
  return block.type === 'thinking' && (typeof block.signature !== 'string' || block.signature === '');
}
