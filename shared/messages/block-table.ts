/**
 * The content blocks a request may hold, as data. Source: the `…BlockParam` types of @anthropic-ai/sdk 1.14,
 * `resources/messages` and `resources/beta/messages`.
 */

export interface BlockRow {
  /** Keys that have to be there, `type` aside. */
  required: readonly string[];
  optional: readonly string[];
  /** Messages it may stand in: user, assistant, system, the content of a tool result. */
  where: readonly ('user' | 'assistant' | 'system' | 'result')[];
  /** Only with a beta header. */
  beta?: true;
}

const CACHED = ['cache_control'] as const;
const SERVER_RESULT: BlockRow = {
  required: ['tool_use_id', 'content'],
  optional: ['cache_control', 'caller'],
  where: ['assistant'],
};

export const BLOCKS: ReadonlyMap<string, BlockRow> = new Map<string, BlockRow>([
  [
    'text',
    { required: ['text'], optional: ['cache_control', 'citations'], where: ['user', 'assistant', 'system', 'result'] },
  ],
  ['image', { required: ['source'], optional: ['cache_control', 'transformations'], where: ['user', 'result'] }],
  [
    'document',
    {
      required: ['source'],
      optional: ['cache_control', 'citations', 'context', 'title'],
      // In messages of the assistant until API version 2026-10-21; that has a rule of its own.
      where: ['user', 'assistant', 'result'],
    },
  ],
  [
    'search_result',
    { required: ['content', 'source', 'title'], optional: ['cache_control', 'citations'], where: ['user', 'result'] },
  ],
  ['thinking', { required: ['signature', 'thinking'], optional: [], where: ['assistant'] }],
  ['redacted_thinking', { required: ['data'], optional: [], where: ['assistant'] }],
  [
    'tool_use',
    { required: ['id', 'input', 'name'], optional: ['cache_control', 'caller', 'toolset_name'], where: ['assistant'] },
  ],
  [
    'tool_result',
    {
      required: ['tool_use_id'],
      optional: ['cache_control', 'content', 'is_error', 'toolset_name'],
      where: ['user'],
    },
  ],
  [
    'server_tool_use',
    { required: ['id', 'input', 'name'], optional: ['cache_control', 'caller'], where: ['assistant'] },
  ],
  ['web_search_tool_result', SERVER_RESULT],
  ['web_fetch_tool_result', SERVER_RESULT],
  ['code_execution_tool_result', SERVER_RESULT],
  ['bash_code_execution_tool_result', SERVER_RESULT],
  ['text_editor_code_execution_tool_result', SERVER_RESULT],
  ['tool_search_tool_result', SERVER_RESULT],
  ['container_upload', { required: ['file_id'], optional: CACHED, where: ['user', 'assistant'] }],
  ['tool_reference', { required: ['tool_name'], optional: CACHED, where: ['result'] }],
  ['browser_state', { required: ['tabs'], optional: ['cache_control', 'state_changes'], where: ['result'] }],
  [
    'mcp_tool_use',
    { required: ['id', 'input', 'name', 'server_name'], optional: CACHED, where: ['assistant'], beta: true },
  ],
  [
    'mcp_tool_result',
    { required: ['tool_use_id'], optional: ['cache_control', 'content', 'is_error'], where: ['assistant'], beta: true },
  ],
  ['advisor_tool_result', { ...SERVER_RESULT, beta: true }],
  ['mcp_tool_listing', { required: ['mcp_server_name', 'tools'], optional: [], where: ['assistant'], beta: true }],
  [
    'compaction',
    {
      required: [],
      optional: ['cache_control', 'content', 'encrypted_content', 'signature', 'tool_changes'],
      where: ['assistant'],
      beta: true,
    },
  ],
  ['fallback', { required: ['from', 'to'], optional: ['trigger'], where: ['assistant'], beta: true }],
  ['tool_addition', { required: ['tool'], optional: CACHED, where: ['system'], beta: true }],
  ['tool_removal', { required: ['tool'], optional: CACHED, where: ['system'], beta: true }],
]);

/** Types the API names when it meets one it does not know; those without a beta header. */
export const STANDARD_TYPES: readonly string[] = [...BLOCKS]
  .filter(([, row]) => !row.beta && !row.where.every((place) => place === 'result'))
  .map(([type]) => type)
  .toSorted();

/** Fields that the API signs or encrypts inside the results it writes: they cannot be made up again. */
export const SERVER_RESULT_PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['web_search_result', ['encrypted_content', 'title', 'url']],
  ['web_fetch_result', ['content', 'url']],
  ['code_execution_result', ['content', 'return_code', 'stderr', 'stdout']],
  ['encrypted_code_execution_result', ['content', 'encrypted_stdout', 'return_code', 'stderr']],
  ['bash_code_execution_result', ['content', 'return_code', 'stderr', 'stdout']],
  ['tool_search_tool_search_result', ['tool_references']],
]);
