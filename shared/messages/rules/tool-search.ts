import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { quoted, written } from '../strings.ts';
import { given, listAt } from './kit.ts';

/** Tools that are loaded on demand, servers that bring their own tools, and settings that exclude each other. */

export const allToolsDeferred: Rule = {
  id: 'tools-all-deferred',
  title: { en: 'All tools are deferred', 'zh-CN': '所有工具都被延迟加载' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check({ tools }): Iterable<Finding> {
    if (tools.length === 0 || !tools.every(({ tool }) => tool['defer_loading'] === true)) return;
    yield {
      at: ['tools'],
      message: 'Every tool has defer_loading; at least one (usually the tool search) has to be there from the start.',
      api: 'At least one tool must have defer_loading=false. All tools cannot be deferred.',
    };
  },
  repair: ({ tools }): Edit[] => [{ path: ['tools', tools[0]!.index, 'defer_loading'], value: false }],
};

/** Every reference to a tool, in tool results and in what the tool search found. */
function* references(context: LintContext): Generator<{ name: string; at: Path }> {
  for (const { blocks } of context.views) {
    for (const { block, at } of blocks) {
      const content = block['content'];
      const found = isRecord(content) ? content['tool_references'] : content;
      if (!Array.isArray(found)) continue;
      const base = isRecord(content) ? [...at, 'content', 'tool_references'] : [...at, 'content'];
      for (const [index, item] of found.entries()) {
        if (isRecord(item) && item['type'] === 'tool_reference' && typeof item['tool_name'] === 'string')
          yield { name: item['tool_name'], at: [...base, index] };
      }
    }
  }
}

export const toolReferenceUnknown: Rule = {
  id: 'tool-reference-unknown',
  title: { en: 'A reference to a tool that is not offered', 'zh-CN': '引用了未提供的工具' },
  severity: 'error',
  stage: 'pairing',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const names = new Set(context.tools.map(({ tool }) => tool['name']));
    const remote = listAt(context.body, 'mcp_servers').length > 0;
    for (const { name, at } of references(context)) {
      if (names.has(name) || remote) continue;
      yield {
        at,
        message: `The tool ${quoted(name)} is referred to, but not among the tools.`,
        api: `Tool reference '${name}' not found in available tools`,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

export const toolDomains: Rule = {
  id: 'tool-domains-both',
  title: { en: 'Allowed and blocked domains at once', 'zh-CN': '同时设置了允许与屏蔽的域名' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check({ tools }): Iterable<Finding> {
    for (const { tool, index } of tools) {
      if (!listAt(tool, 'allowed_domains').length || !listAt(tool, 'blocked_domains').length) continue;
      yield {
        at: ['tools', index, 'blocked_domains'],
        message: 'A tool takes allowed_domains or blocked_domains, not both.',
        api: null,
        assumed: true,
        fixable: false,
      };
    }
  },
};

export const toolsetTwice: Rule = {
  id: 'toolset-duplicate',
  title: { en: 'A toolset is listed twice', 'zh-CN': '工具集重复' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check({ tools }): Iterable<Finding> {
    const seen = new Set<string>();
    for (const { tool, index } of tools) {
      const family = /^(computer|browser)_toolset_/.exec(written(tool['type']))?.[1];
      if (family === undefined) continue;
      if (seen.has(family))
        yield { at: ['tools', index], message: `There is a ${family} toolset already.`, api: null, assumed: true };
      seen.add(family);
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** Examples are inputs: objects that hold what the schema requires. */
export const toolExamples: Rule = {
  id: 'tool-example-mismatch',
  title: { en: 'An input example does not fit the schema', 'zh-CN': '输入示例不符合 schema' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check({ tools }): Iterable<Finding> {
    for (const { tool, index } of tools) {
      const schema = isRecord(tool['input_schema']) ? tool['input_schema'] : {};
      const required = listAt(schema, 'required');
      for (const [position, example] of listAt(tool, 'input_examples').entries()) {
        const missing = isRecord(example)
          ? required.find((key) => typeof key === 'string' && !Object.hasOwn(example, key))
          : null;
        if (missing === undefined) continue;
        yield {
          at: ['tools', index, 'input_examples', position],
          message:
            missing === null
              ? 'An input example has to be an object.'
              : `This input example lacks ${quoted(missing)}, which the schema requires.`,
          api: null,
          assumed: true,
          fixable: false,
        };
      }
    }
  },
};

/** Each MCP server is used by exactly one toolset, and each toolset names a server. */
export const mcpServers: Rule = {
  id: 'mcp-server-mismatch',
  title: { en: 'MCP servers and toolsets do not match', 'zh-CN': 'MCP 服务器与工具集不对应' },
  severity: 'error',
  stage: 'tools',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const toolsets = context.tools.filter(({ tool }) => tool['type'] === 'mcp_toolset');
    const servers = listAt(context.body, 'mcp_servers');
    const base = { api: null, assumed: true, fixable: false } as const;
    const names = servers.map((server) => (isRecord(server) ? server['name'] : undefined));
    for (const { tool, index } of toolsets) {
      if (names.includes(tool['mcp_server_name'])) continue;
      yield {
        ...base,
        at: ['tools', index, 'mcp_server_name'],
        message: `There is no MCP server ${quoted(tool['mcp_server_name'] ?? '')} in mcp_servers.`,
      };
    }
    // Before toolsets existed a server needed none; only a request that uses them is held to it.
    if (toolsets.length === 0) return;
    for (const [index, name] of names.entries()) {
      const users = toolsets.filter(({ tool }) => tool['mcp_server_name'] === name).length;
      if (users === 1) continue;
      yield {
        ...base,
        at: ['mcp_servers', index],
        message:
          users === 0
            ? `No mcp_toolset uses the server ${quoted(name ?? '')}.`
            : `The server ${quoted(name ?? '')} is used by ${users} toolsets; it takes exactly one.`,
      };
    }
  },
};

const CODE = /^code_execution_/;

export const containerWithoutCode: Rule = {
  id: 'container-without-code-execution',
  title: { en: 'A container without code execution', 'zh-CN': '有 container 但没有代码执行工具' },
  severity: 'error',
  stage: 'container',
  needs: 'body',
  *check({ body, tools }): Iterable<Finding> {
    const container = given(body, 'container');
    if (container === undefined || tools.some(({ tool }) => CODE.test(written(tool['type'])))) return;
    // Web tools run code of their own since 2026.
    if (tools.some(({ tool }) => /^web_(?:search|fetch)_2026/.test(written(tool['type'])))) return;
    yield {
      at: ['container'],
      message: 'container is set, but no code execution tool is offered.',
      api: 'container: Container identifier can only be provided when using the code execution tool',
    };
  },
  repair: (): Edit[] => [{ path: ['container'] }],
};
