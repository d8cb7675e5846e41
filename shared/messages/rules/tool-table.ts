/**
 * Tool types as data. Source: `ToolUnion` and `BetaToolUnion` of @anthropic-ai/sdk 1.14; beginnings are matched, so
 * that a new date on a known tool is no unknown tool.
 */

const TYPES = [
  'custom',
  'bash_',
  'text_editor_',
  'memory_',
  'computer_',
  'browser_toolset_',
  'web_search_',
  'web_fetch_',
  'code_execution_',
  'tool_search_tool_regex',
  'tool_search_tool_bm25',
  'advisor_',
  'mcp_toolset',
] as const;

export const KNOWN_TOOL_TYPE = new RegExp(`^(?:${TYPES.join('|')})`);

/** As the API lists them in its error (dated types of November 2026). */
export const TOOL_TAGS = [
  'bash_20250124',
  'browser_toolset_20260801',
  'code_execution_20250825',
  'computer_toolset_20260801',
  'custom',
  'memory_20250818',
  'text_editor_20250728',
  'tool_search_tool_bm25_20251119',
  'tool_search_tool_regex_20251119',
  'web_fetch_20260318',
  'web_search_20260318',
]
  .map((tag) => `'${tag}'`)
  .join(', ');

/** Beginning of the type and the one name it goes by. */
export const FIXED_NAMES: readonly (readonly [string, string])[] = [
  ['bash_', 'bash'],
  ['text_editor_20250728', 'str_replace_based_edit_tool'],
  ['text_editor_20250429', 'str_replace_based_edit_tool'],
  ['text_editor_', 'str_replace_editor'],
  ['memory_', 'memory'],
  ['computer_2', 'computer'],
  ['web_search_', 'web_search'],
  ['web_fetch_', 'web_fetch'],
  ['code_execution_', 'code_execution'],
  ['tool_search_tool_regex', 'tool_search_tool_regex'],
  ['tool_search_tool_bm25', 'tool_search_tool_bm25'],
  ['advisor_', 'advisor'],
];

export const TOOLSETS = /^(?:computer|browser)_toolset_/;

/** Tools that the API runs itself. */
export const SERVER_TOOLS = /^(?:web_search_|web_fetch_|code_execution_|tool_search_tool_|advisor_|mcp_toolset)/;

/** Keys of a custom tool. */
export const CUSTOM_KEYS = new Set([
  'name',
  'type',
  'description',
  'input_schema',
  'strict',
  'input_examples',
  'eager_input_streaming',
  'defer_loading',
  'allowed_callers',
  'cache_control',
]);

/** A tool that the host defines itself; an unknown type is judged elsewhere. */
export function isCustom(tool: Record<string, unknown>): boolean {
  const type = tool['type'] ?? undefined;
  return type === undefined || type === 'custom';
}
