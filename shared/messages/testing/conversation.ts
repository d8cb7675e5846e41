/** Short words for the parts of a conversation, for tests. */

type Block = Record<string, unknown>;
type Message = Record<string, unknown>;

export const text = (words: string): Block => ({ type: 'text', text: words });

export const call = (id: string, name = 'look', input: unknown = { at: 'map' }): Block => ({
  type: 'tool_use',
  id,
  name,
  input,
});

export const result = (id: string, content: unknown = 'seen', more: Block = {}): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});

export const thought = (words = 'Let me see.', signature = 'c2ln'): Block => ({
  type: 'thinking',
  thinking: words,
  signature,
});

export const search = (id: string, name = 'web_search', input: unknown = { query: 'tides' }): Block => ({
  type: 'server_tool_use',
  id,
  name,
  input,
});

export const found = (id: string, more: Block = { encrypted_content: 'ZW5j' }): Block => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [{ type: 'web_search_result', title: 'Tides', url: 'https://tides.test', ...more }],
});

export const user = (...content: (string | Block)[]): Message => message('user', content);
export const assistant = (...content: (string | Block)[]): Message => message('assistant', content);
export const system = (...content: (string | Block)[]): Message => message('system', content);

/** One string stays a string; everything else becomes a list of blocks. */
function message(role: string, content: (string | Block)[]): Message {
  const [first] = content;
  if (content.length === 1 && typeof first === 'string') return { role, content: first };
  return { role, content: content.map((part) => (typeof part === 'string' ? text(part) : part)) };
}

export const tool = (name: string, more: Block = {}): Block => ({
  name,
  description: `${name} something`,
  input_schema: { type: 'object', properties: { at: { type: 'string' } } },
  ...more,
});

export const WEB_SEARCH: Block = { type: 'web_search_20250305', name: 'web_search' };

/** A body for these messages: an older model that still takes most things, one tool. */
export const body = (messages: unknown[], more: Block = {}): Block => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 1024,
  tools: [tool('look')],
  messages,
  ...more,
});
