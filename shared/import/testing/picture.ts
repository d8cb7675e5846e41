import { pathText } from '../../testing/path-text.ts';
import { blocksOf } from '../../messages/blocks.ts';
import type { ImportResult, ImportedConversation, ImportedTurn } from '../import-types.ts';

/** An import as text that people can check: conversations, messages, turns, what was guessed and dropped. */
export function picture(result: ImportResult): string {
  const { totals } = result;
  const lines = [
    `format ${result.format ?? 'none'}`,
    `tokens in ${totals.inputTokens} read ${totals.cacheReadTokens} written ${totals.cacheCreationTokens} out ${totals.outputTokens}, calls ${totals.toolUses} open ${totals.orphanToolUses}`,
    ...result.conversations.flatMap(conversationLines),
    ...result.dropped.map(
      ({ file, line, code, message }) => `dropped ${file ?? ''}:${line ?? '-'} ${code}: ${message}`,
    ),
    ...result.report.files.map(({ name, format, kinds }) => {
      const counts = kinds.map(({ kind, count, use }) => `${kind} ${count} ${use}`);
      return `file ${name} as ${format ?? 'nothing'}: ${counts.join(', ')}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function conversationLines(conversation: ImportedConversation): string[] {
  const { parent, system, tools, branches, events = [], guesses = [] } = conversation;
  return [
    '',
    `conversation ${conversation.id} "${conversation.title}" model ${conversation.model ?? '-'}`,
    ...(parent ? [`  opened by ${parent.conversation} ${parent.toolUseId ?? '(no call known)'}`] : []),
    ...(system === null ? [] : [`  system ${typeof system === 'string' ? JSON.stringify(system) : pathText(system)}`]),
    ...(tools === null ? [] : [`  tools ${tools.map((tool) => tool.name ?? tool.type).join(', ')}`]),
    ...conversation.messages.map(
      (message, index) => `  ${index} ${message.role} ${pathText(blocksOf(message.content))}`,
    ),
    ...conversation.turns.map((turn) => `  ${turnLine(turn)}`),
    ...branches.flatMap((branch) => [
      `  branch ${branch.id} ${branch.why} from ${branch.from} "${branch.title}"`,
      ...branch.messages.map(
        (message, index) => `    ${branch.from + index} ${message.role} ${pathText(blocksOf(message.content))}`,
      ),
      ...branch.turns.map((turn) => `    ${turnLine(turn)}`),
    ]),
    ...events.map((event) => `  event ${event.kind} after ${event.after}: ${event.text}`),
    ...guesses.map((guess) => `  guessed ${guess.what} at ${guess.path}: ${guess.message}`),
    ...(conversation.rawInput ?? []).map(([id, raw]) => `  raw input of ${id}: ${raw}`),
    ...(conversation.others ?? []).map(({ kind, line }) => `  other ${kind} in line ${line}`),
  ];
}

function turnLine({ messageIndex, stopReason, usage, model, startedAt, durationMs, guessed }: ImportedTurn): string {
  const tokens = usage
    ? `${usage.input_tokens ?? '-'}+${usage.cache_read_input_tokens ?? 0}+${usage.cache_creation_input_tokens ?? 0}>${usage.output_tokens ?? '-'}`
    : 'no usage';
  const time =
    startedAt === null
      ? ''
      : ` at ${new Date(startedAt).toISOString()}${durationMs === null ? '' : ` for ${durationMs} ms`}`;
  const marks = guessed && guessed.length > 0 ? ` (guessed ${guessed.join(', ')})` : '';
  return `turn of ${messageIndex ?? 'no message'}: ${stopReason ?? '-'} ${tokens} ${model ?? '-'}${time}${marks}`;
}
