import { type Completion, completeExpression, matching, quoted } from '../expression/complete.ts';
import { completeLogMessage } from '../expression/template.ts';
import { KNOWN_STOP_REASONS, type ToolDefinition } from '../messages/types.ts';
import { cutLine, LINE_STARTS, type LineClause, type LineParts } from './breakpoint-line.ts';
import { knownNames, toolNames } from './known-names.ts';

/** What can stand at the caret of a breakpoint written in one line. Works on lines that cannot be read yet. */
export function completeBreakpointLine(line: string, caret: number, tools: readonly ToolDefinition[]): Completion[] {
  const parts = cutLine(line);
  const names = knownNames(tools, parts.head[0]?.text === 'tool' ? (parts.head[1]?.text ?? '*') : '*');
  const inLog = inside(parts.log, caret);
  if (inLog) return shifted(completeLogMessage(inLog.text, caret - inLog.from, names), inLog.from);
  const inWhen = inside(parts.when, caret);
  if (inWhen) {
    const text = line.slice(inWhen.from, Math.max(caret, inWhen.from + inWhen.text.length));
    const found = shifted(completeExpression(text, caret - inWhen.from, names), inWhen.from);
    return found.some((each) => each.label === 'and') ? [...found, ...clauseWords(parts, line, caret)] : found;
  }
  if (inside(parts.hit, caret)) return clauseWords(parts, line, caret);
  return completeHead(parts, line, caret, tools);
}

function inside(clause: LineClause | null, caret: number): LineClause | null {
  return clause && caret > clause.word.to ? { ...clause, from: Math.min(clause.from, caret) } : null;
}

function shifted(found: readonly Completion[], by: number): Completion[] {
  return found.map((each) => ({ ...each, from: each.from + by, to: each.to + by }));
}

function completeHead(parts: LineParts, line: string, caret: number, tools: readonly ToolDefinition[]): Completion[] {
  const behind = parts.head.findIndex((word) => word.from <= caret && caret <= word.to);
  const at = behind < 0 ? parts.head.filter((word) => word.to < caret).length : behind;
  const from = parts.head[behind]?.from ?? caret;
  const typed = line.slice(from, caret);
  const first = parts.head[0]?.text;
  const offer = (labels: readonly string[], kind: Completion['kind']): Completion[] =>
    matching(
      labels.map((label) => ({ label })),
      typed,
    ).map(({ label }) => ({ label, insert: asWord(label, kind), kind, from, to: caret }));
  if (at === 0) return offer(LINE_STARTS, 'word');
  if (at === 1 && first === 'tool') return offer(toolNames(tools), 'value');
  if (at === 1 && first === 'stop_reason') return offer(KNOWN_STOP_REASONS, 'value');
  if (at === 1 && first === 'problem')
    return [...offer(['error', 'warning'], 'word'), ...clauseWords(parts, line, caret)];
  return clauseWords(parts, line, caret);
}

function clauseWords(parts: LineParts, line: string, caret: number): Completion[] {
  let from = caret;
  while (from > 0 && line.charAt(from - 1).trim() !== '') from -= 1;
  const free = (['when', 'hit', 'log'] as const).filter((word) => parts[word] === null).map((label) => ({ label }));
  return matching(free, line.slice(from, caret)).map(({ label }) => ({
    label,
    insert: label,
    kind: 'word',
    from,
    to: caret,
  }));
}

/** A value that holds spaces stands in quotes. */
function asWord(label: string, kind: Completion['kind']): string {
  return kind === 'value' && label.includes(' ') ? quoted(label) : label;
}
