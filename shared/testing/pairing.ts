import { blocksOf, isToolResult, toolUsesOf } from '../messages/blocks.ts';
import type { Message } from '../messages/types.ts';

/**
 * The firm rules of calls and results (messages-api R15 to R18, R21): each call is answered once, in the very next
 * user message, in front of everything else there; nothing else is answered. Returns what is broken.
 */
export function brokenPairs(messages: readonly Message[]): string[] {
  const broken: string[] = [];
  const seen = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const asked = message.role === 'assistant' ? toolUsesOf(message).map((call) => call.id) : [];
    for (const id of asked) {
      if (seen.has(id)) broken.push(`messages.${index}: ${id} is used twice`);
      seen.add(id);
    }
    if (asked.length === 0) continue;
    const next = messages[index + 1];
    const behind = next?.role === 'user' ? blocksOf(next.content).slice(0, asked.length) : [];
    const answered = behind.flatMap((block) => (isToolResult(block) ? [block.tool_use_id] : []));
    if (answered.join(' ') !== asked.join(' '))
      broken.push(`messages.${index}: ${asked.join(' ')}, answered ${answered.join(' ')}`);
  }
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1];
    const asked = before?.role === 'assistant' ? toolUsesOf(before).map((call) => call.id) : [];
    const results = blocksOf(message.content).flatMap((block) => (isToolResult(block) ? [block.tool_use_id] : []));
    if (new Set(results).size !== results.length) broken.push(`messages.${index}: a call is answered twice`);
    for (const id of results) if (!asked.includes(id)) broken.push(`messages.${index}: ${id} answers no call`);
  }
  return broken;
}
