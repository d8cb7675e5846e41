import { blocksOf } from '../../messages/blocks.ts';
import type { Message } from '../../messages/types.ts';

/**
 * What breaks the firm rules of a history: a call that is not answered in the next user message (the last answer may
 * wait), a result without a call, anything in front of the results, an id used twice. Neighbouring answers are one.
 */
export function unpaired(messages: readonly Message[]): string[] {
  const problems: string[] = [];
  const seen = new Set<unknown>();
  let calls: unknown[] = [];
  messages.forEach((message, index) => {
    const blocks = blocksOf(message.content);
    if (message.role === 'assistant') {
      if (messages[index - 1]?.role !== 'assistant') calls = [];
      const own = blocks.filter((block) => block.type === 'tool_use').map((block) => block.id);
      for (const id of own) if (seen.has(id)) problems.push(`${index}: ${String(id)} is used twice`);
      for (const id of own) seen.add(id);
      calls.push(...own);
      return;
    }
    const results = blocks.map((block) => (block.type === 'tool_result' ? block.tool_use_id : null));
    if (calls.some((id, at) => results[at] !== id))
      problems.push(`${index}: not all of ${calls.join(' ')} are answered first`);
    for (const id of results)
      if (id !== null && !calls.includes(id)) problems.push(`${index}: ${String(id)} answers no call`);
    calls = [];
  });
  return problems;
}
