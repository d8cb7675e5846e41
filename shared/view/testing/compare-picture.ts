import type { ContentBlock } from '../../messages/types.ts';
import { type CompareRow, type Comparison, rowPairs } from '../compare.ts';
import { blockDetail, type BlockPair, type MessagePair } from '../compare-detail.ts';
import type { Divergence } from '../compare-divergence.ts';
import type { Figures } from '../compare-figures.ts';
import type { Step } from '../compare-steps.ts';
import { diffText } from '../diff-text.ts';
import { shortJson } from '../graph-preview.ts';

/** A comparison as a text that people review in a golden file. */
export function comparePicture(comparison: Comparison): string {
  const { a, b, config, rows, divergence, totals } = comparison;
  const lines = [
    `A ${a.branch.name} · ${a.branch.outcome?.reason ?? a.branch.phase}    B ${b.branch.name} · ${b.branch.outcome?.reason ?? b.branch.phase}`,
    `setup: ${config.length === 0 ? 'equal' : config.map((each) => `${each.name} ${each.kind} ${shortJson(each.before ?? null)} -> ${shortJson(each.after ?? null)}`).join('; ')}`,
    `equal messages: ${comparison.equalMessages}`,
    `first divergence: ${divergenceText(divergence)}`,
  ];
  for (const [index, row] of rows.entries()) lines.push(...rowLines(row, index));
  lines.push(`total A ${figures(totals.a)}`, `total B ${figures(totals.b)}`, `B - A   ${figures(totals.delta)}`);
  return `${lines.join('\n')}\n`;
}

export function divergenceText(divergence: Divergence | null): string {
  if (!divergence) return 'none';
  const at = `row ${divergence.row + 1}`;
  switch (divergence.kind) {
    case 'config':
      return `${at}, setup: ${divergence.changes.map((change) => change.name).join(', ')}`;
    case 'end':
      return `${at}, ${divergence.ended.toUpperCase()} ends here`;
    case 'extra':
      return `${at}, only in ${divergence.only.toUpperCase()}`;
    case 'block': {
      const { pathA, pathB, cause } = divergence;
      return `${at}, ${pathA ?? '-'} | ${pathB ?? '-'}, ${cause.kind} by ${cause.who}${cause.tool ? ` (${cause.tool})` : ''}`;
    }
  }
}

function rowLines(row: CompareRow, index: number): string[] {
  const name = (step: Step | null): string => (step ? `request ${step.number}` : '-');
  const head = `${index + 1}. ${row.kind}${row.otherConfig ? ', other setup' : ''}  ${name(row.a)} | ${name(row.b)}  ${figures(row.delta)}`;
  return ['', head, ...(row.kind === 'same' ? [] : rowPairs(row).flatMap(pairLines))];
}

function pairLines(pair: MessagePair): string[] {
  const place = (side: MessagePair['a']): string => (side ? `messages.${side.index} ${side.node.role}` : '-');
  const note = pair.apartFromIds ? ' (ids differ)' : '';
  const head = `   ${pair.part} ${pair.kind}${note}: ${place(pair.a)} | ${place(pair.b)}`;
  const alone = pair.a && !pair.b ? pair.a : pair.b && !pair.a ? pair.b : null;
  if (alone) return [head, `      ${shortJson(alone.node.content)}`];
  return [head, ...(pair.kind === 'same' ? [] : pair.blocks.flatMap(blockLines))];
}

function blockLines({ kind, a, b }: BlockPair): string[] {
  const head = `      ${kind} ${a ? a.at : '-'} | ${b ? b.at : '-'} ${(b ?? a)?.block.type}`;
  if (kind === 'changed' && a && b) return [head, ...detailLines(a.block, b.block)];
  return kind === 'same' || kind === 'moved' ? [head] : [`${head} ${shortJson((b ?? a)?.block)}`];
}

function detailLines(a: ContentBlock, b: ContentBlock): string[] {
  const detail = blockDetail(a, b);
  if (detail.kind === 'blocks') return detail.pairs.flatMap(blockLines).map((line) => `   ${line}`);
  if (detail.kind === 'fields') {
    return detail.table.fields
      .filter((field) => field.change !== 'same')
      .map((field) => `         ${field.key} ${field.change}: ${field.was ?? '-'} -> ${field.text}`);
  }
  const signs = { same: ' ', added: '+', removed: '-' };
  return diffText(detail.before, detail.after).lines.map(
    (line) => `        ${signs[line.kind]}${line.pieces.map((piece) => piece.text).join('')}`,
  );
}

function figures({ requests, toolRuns, input, output, cost, modelMs, toolMs }: Figures): string {
  const dollars = cost === 'unknown' ? cost : `$${cost.toFixed(6)}`;
  return `requests ${requests}, tool runs ${toolRuns}, in ${input}, out ${output}, ${dollars}, ${modelMs} + ${toolMs} ms`;
}
