import {
  blocksOf,
  isRecord,
  isServerToolUse,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
} from '../../messages/blocks.ts';
import { plural, written } from '../../messages/strings.ts';
import type { ContentBlock, Usage } from '../../messages/types.ts';
import { addUsage, totalInput, ZERO_USAGE } from '../../messages/usage.ts';
import type { MessageNode, SessionState } from '../../session/state.ts';
import { attemptById, configById, path } from '../../session/tree.ts';
import { groupDigits } from '../../view/graph-words.ts';
import { codeSpan, fenced, plainLine, quotedMarkdown } from '../markdown-safe.ts';
import type { Exporter, ExportSource } from '../export-types.ts';

/** The conversation as a document to read: every message in order, calls paired with their results by number. */
export const markdownExporter: Exporter = {
  id: 'markdown',
  ending: '.md',
  mediaType: 'text/markdown',
  shared: true,
  write(source) {
    const { state, branch } = source;
    const nodes = path(state, branch.head);
    const pairs = pairNumbers(nodes);
    const parts = [...headOf(source, nodes), ...setupOf(source)];
    for (const [index, node] of nodes.entries()) parts.push(...messageOf(state, node, index, pairs));
    parts.push(...endOf(source));
    return `${parts.join('\n\n')}\n`;
  },
};

function headOf({ title, state, branch }: ExportSource, nodes: readonly MessageNode[]): string[] {
  const { body } = configById(state, branch.config);
  const answers = nodes.filter(({ role }) => role === 'assistant');
  const usage = answers.reduce(
    (sum, node) => addUsage(sum, attemptById(state, node.request)?.message?.usage),
    ZERO_USAGE,
  );
  const counts = `${plural(nodes.length, 'message')} · ${plural(answers.length, 'answer')}`;
  return [`# ${plainLine(title) || 'Session'}`, `${codeSpan(written(body.model))} · ${counts}${tokensOf(usage)}`];
}

/** What a usage says, behind a dot; nothing where it says nothing. */
function tokensOf(usage: Usage | undefined): string {
  const [input, output] = [totalInput(usage), usage?.output_tokens ?? 0];
  return input + output === 0 ? '' : ` · ${groupDigits(input)} tokens in, ${groupDigits(output)} out`;
}

function setupOf({ state, branch }: ExportSource): string[] {
  const { system, tools } = configById(state, branch.config).body;
  const parts: string[] = [];
  if (system !== undefined && system.length > 0) {
    parts.push('## System prompt', ...safeBlocks(system).map((block) => blockText(block)));
  }
  if (Array.isArray(tools) && tools.length > 0) {
    const rows = tools.map((tool) => {
      const { name, type, description } = isRecord(tool) ? tool : {};
      const about = typeof description === 'string' ? `: ${plainLine(description)}` : '';
      return `- ${codeSpan(written(name ?? type ?? 'tool'))}${about}`;
    });
    parts.push('## Tools', rows.join('\n'));
  }
  return parts;
}

/** Number of each call, in the order of the transcript: the first call of an id opens it. */
function pairNumbers(nodes: readonly MessageNode[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { content } of nodes) {
    for (const block of safeBlocks(content)) {
      if (isToolUse(block) && !numbers.has(block.id)) numbers.set(block.id, numbers.size + 1);
    }
  }
  return numbers;
}

function messageOf(
  state: SessionState,
  node: MessageNode,
  index: number,
  pairs: ReadonlyMap<string, number>,
): string[] {
  const blocks = safeBlocks(node.content);
  const results = blocks.some(isToolResult) ? ', tool results' : '';
  const turn = node.turn > 0 ? ` · turn ${node.turn}` : '';
  const heading = `## ${index + 1}. ${node.role}${results}${turn}`;
  const parts = blocks.flatMap((block) => blockParts(block, pairs));
  if (node.role !== 'assistant') return [heading, ...parts];
  return [heading, ...parts, stopOf(state, node)];
}

function stopOf(state: SessionState, node: MessageNode): string {
  const usage = attemptById(state, node.request)?.message?.usage;
  return `${codeSpan('stop_reason')}: ${codeSpan(written(node.stopReason ?? null))}${tokensOf(usage)}`;
}

function blockParts(block: ContentBlock, pairs: ReadonlyMap<string, number>): string[] {
  const number = (id: string): string => (pairs.has(id) ? ` #${pairs.get(id)}` : '');
  if (isToolUse(block)) return [`**Call${number(block.id)}** ${codeSpan(block.name)}`, json(block.input)];
  if (isServerToolUse(block)) return [`**Server call** ${codeSpan(written(block.name))}`, json(block.input)];
  if (isToolResult(block)) {
    const failed = block.is_error === true ? ' (error)' : '';
    const label = `**Result${number(block.tool_use_id)}**${failed}`;
    if (typeof block.content === 'string') return [label, fenced(block.content)];
    return [label, ...safeBlocks(block.content).map((each) => (isText(each) ? fenced(each.text) : blockText(each)))];
  }
  if (isThinking(block)) return ['**Thinking**', fenced(block.thinking)];
  return [blockText(block)];
}

function blockText(block: ContentBlock): string {
  if (isText(block)) return quotedMarkdown(block.text);
  if (block.type === 'image' || block.type === 'document') return mediaNote(block);
  return `${codeSpan(written(block.type))}\n\n${json(block)}`;
}

/** Pictures and files are named, not carried: a document to read should load nothing. */
function mediaNote(block: ContentBlock): string {
  const source = isRecord(block.source) ? block.source : {};
  const data =
    typeof source.data === 'string' ? ` · ${groupDigits(Math.floor((source.data.length * 3) / 4))} bytes` : '';
  const kind = typeof source.media_type === 'string' ? ` ${codeSpan(source.media_type)}` : '';
  const address = typeof source.url === 'string' ? ` ${codeSpan(source.url)}` : '';
  return `[${block.type}${kind}${data}${address}]`;
}

function endOf({ branch }: ExportSource): string[] {
  if (!branch.outcome) return [`*Paused at ${codeSpan(branch.phase)}.*`];
  return [`*${branch.outcome.status}: ${codeSpan(branch.outcome.reason)}*`];
}

function json(value: unknown): string {
  let text: string;
  try {
    text = JSON.stringify(value, null, 2) ?? 'null';
  } catch {
    text = written(value);
  }
  return fenced(text, 'json');
}

/** Blocks of content from anywhere; what is no block is left out. */
function safeBlocks(content: unknown): ContentBlock[] {
  if (typeof content === 'string') return blocksOf(content);
  return Array.isArray(content) ? content.filter((block): block is ContentBlock => isRecord(block)) : [];
}
