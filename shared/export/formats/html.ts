import { isRecord, isServerToolUse, isText, isThinking, isToolResult, isToolUse } from '../../messages/blocks.ts';
import { safeBlocks } from '../../import/safe-blocks.ts';
import { written } from '../../messages/strings.ts';
import type { ContentBlock } from '../../messages/types.ts';
import { totalInput } from '../../messages/usage.ts';
import type { MessageNode, SessionState } from '../../session/state.ts';
import { attemptById, configById, path } from '../../session/tree.ts';
import { allNodes } from '../../view/graph.ts';
import { HEAD } from '../../view/graph-svg.ts';
import { escapeXml } from '../../view/graph-svg-parts.ts';
import type { GraphModel } from '../../view/graph-types.ts';
import { groupDigits } from '../../view/graph-words.ts';
import type { Exporter, ExportSource } from '../export-types.ts';
import { graphModel, pictureOf } from '../graph-picture.ts';
import { playerPage } from '../player/page.ts';
import { variablePalette } from '../player/theme.ts';
import { PLAYER_WORDS, type PlayerWords } from '../player/words.ts';

/** One page that plays the session without Loupe and without a network. */
export const htmlExporter: Exporter = {
  id: 'html',
  ending: '.html',
  mediaType: 'text/html',
  shared: true,
  write(source) {
    const { state, branch, title, language = 'en' } = source;
    const words = PLAYER_WORDS[language];
    const nodes = path(state, branch.head);
    const pairs = pairNumbers(nodes);
    const end = branch.outcome ? `${branch.outcome.status} · ${branch.outcome.reason}` : branch.phase;
    return playerPage({
      language,
      words,
      title: title || 'Session',
      facts: `<code>${escapeXml(written(configById(state, branch.config).body.model))}</code> · ${nodes.length} · <code>${escapeXml(end)}</code>`,
      graph: graphMarkup(source),
      setup: setupMarkup(source, words),
      messages: nodes.map((node, index) => article(state, node, index, pairs, words)).join(''),
    });
  },
};

function graphMarkup(source: ExportSource): string {
  const model = graphModel(source);
  const svg = pictureOf(model, { ...source, palette: variablePalette() });
  const end = svg.lastIndexOf('</svg>');
  return `${svg.slice(0, end)}<g transform="translate(0 ${HEAD})">${links(model)}</g>\n${svg.slice(end)}`;
}

/** A link over each node that is a message, to that message in the list. */
function links(model: GraphModel): string {
  return allNodes(model)
    .map((node) => {
      const target = node.kind === 'fork' ? null : node.target;
      if (target?.kind !== 'node') return '';
      const { x, y, width, height, name } = node;
      return `<a href="#${escapeXml(target.node)}" aria-label="${escapeXml(name)}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></a>`;
    })
    .join('\n');
}

function setupMarkup({ state, branch }: ExportSource, words: PlayerWords): string {
  const { system, tools } = configById(state, branch.config).body;
  const blocks = safeBlocks(system).map(
    (block) => `<pre>${escapeXml(isText(block) ? block.text : written(block))}</pre>`,
  );
  const list = (Array.isArray(tools) ? tools : []).filter(isRecord).map((tool) => pre(JSON.stringify(tool, null, 2)));
  if (blocks.length + list.length === 0) return '';
  return `<details><summary>${words.setup}</summary>${blocks.join('')}${list.join('')}</details>\n`;
}

function pairNumbers(nodes: readonly MessageNode[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { content } of nodes) {
    for (const block of safeBlocks(content)) {
      if (isToolUse(block) && !numbers.has(block.id)) numbers.set(block.id, numbers.size + 1);
    }
  }
  return numbers;
}

function article(
  state: SessionState,
  node: MessageNode,
  index: number,
  pairs: ReadonlyMap<string, number>,
  words: PlayerWords,
): string {
  const blocks = safeBlocks(node.content);
  const results = blocks.some(isToolResult);
  const look = node.role === 'assistant' ? 'assistant' : results ? 'results' : 'user';
  const kind = results ? ` · ${words.results}` : '';
  const turn = node.turn > 0 ? ` · ${words.turn} ${node.turn}` : '';
  const body = blocks.map((block) => blockMarkup(block, pairs, words)).join('\n');
  return `<article id="${escapeXml(node.id)}" class="${look}" aria-posinset="${index + 1}" tabindex="-1">
<h2><b>${escapeXml(node.role)}</b> <small>${index + 1}${kind}${turn}${stopMarkup(state, node, words)}</small></h2>
${body}
</article>
`;
}

function stopMarkup(state: SessionState, node: MessageNode, words: PlayerWords): string {
  if (node.role !== 'assistant') return '';
  const usage = attemptById(state, node.request)?.message?.usage;
  const [input, output] = [totalInput(usage), usage?.output_tokens ?? 0];
  const tokens = words.tokens.replace('{input}', groupDigits(input)).replace('{output}', groupDigits(output));
  return ` · <code class="stop">${escapeXml(written(node.stopReason ?? null))}</code>${input + output === 0 ? '' : ` · ${tokens}`}`;
}

function blockMarkup(block: ContentBlock, pairs: ReadonlyMap<string, number>, words: PlayerWords): string {
  const number = (id: string): string => (pairs.has(id) ? ` #${pairs.get(id)}` : '');
  if (isText(block)) return `<p class="text">${escapeXml(block.text)}</p>`;
  if (isThinking(block)) {
    return `<details><summary class="label">${words.thinking}</summary><p class="text">${escapeXml(block.thinking)}</p></details>`;
  }
  if (isToolUse(block)) return labelled(`${words.call}${number(block.id)}`, block.name, json(block.input));
  if (isServerToolUse(block)) return labelled(words.serverCall, written(block.name), json(block.input));
  if (!isToolResult(block)) return mediaMarkup(block);
  const parts = safeBlocks(block.content).map((part) => (isText(part) ? pre(part.text) : mediaMarkup(part)));
  const failed = block.is_error === true;
  const label = `<div class="label">${words.result}${number(block.tool_use_id)}${failed ? ` · ${words.failed}` : ''}</div>`;
  return `<div class="${failed ? 'error' : 'ok'}">${label}${parts.join('')}</div>`;
}

const PICTURES: readonly unknown[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Pictures that the content carries are shown; whatever would be fetched is named. */
function mediaMarkup(block: ContentBlock): string {
  const source = isRecord(block.source) ? block.source : {};
  if (block.type === 'image' && PICTURES.includes(source.media_type) && isBase64(source.data)) {
    return `<p><img alt="${escapeXml(String(source.media_type))}" src="data:${String(source.media_type)};base64,${source.data}"></p>`;
  }
  return `<div class="label">${escapeXml(block.type)}</div>${json(block)}`;
}

function isBase64(data: unknown): data is string {
  return typeof data === 'string' && data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/u.test(data);
}

function labelled(label: string, name: string, body: string): string {
  return `<div class="label">${label} <code>${escapeXml(name)}</code></div>${body}`;
}

function json(value: unknown): string {
  try {
    return pre(JSON.stringify(value, null, 2) ?? 'null');
  } catch {
    return pre(written(value));
  }
}

function pre(text: string): string {
  return `<pre>${escapeXml(text)}</pre>`;
}
