import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import type { Message, RequestSettings, ToolUseBlock } from '../messages/types.ts';
import { countedTokens } from '../messages/usage.ts';
import type { Branch, MessageNode, SessionState } from '../session/state.ts';
import { configById, path, toMessage } from '../session/tree.ts';

/** What a tool answered in the recorded run. */
export interface RecordedCall {
  name: string;
  input: unknown;
  content: Message['content'];
  is_error?: true;
}

/** The loop of one branch as data for a program: both languages are written from it. */
export interface Program {
  title: string;
  /** Body of every request without `messages` and `stream`. */
  settings: RequestSettings;
  /** What stood in front of the first answer. */
  messages: Message[];
  /** What was said later, by the number of answers before it. */
  said: [answers: number, messages: Message[]][];
  recorded: RecordedCall[];
  maxTurns: number;
  tokenBudget: number;
  maxRetries: number;
}

/** The program that runs this branch's conversation once more. O(messages). */
export function programOf(state: SessionState, branch: Branch, title: string): Program {
  const { stream: _stream, ...settings } = configById(state, branch.config).body;
  const nodes = path(state, branch.head);
  const first = nodes.findIndex((node) => node.role === 'assistant' && node.origin !== 'first');
  const lead = first < 0 ? nodes : nodes.slice(0, first);
  return {
    title,
    settings,
    messages: lead.map(toMessage),
    ...afterFirst(nodes.slice(lead.length)),
    ...limitsOf(state, nodes),
  };
}

/** Limits that the recorded run kept. Whoever ran an imported one had others: they never stop it before its end. */
function limitsOf(
  { record, tables }: SessionState,
  nodes: readonly MessageNode[],
): Pick<Program, 'maxTurns' | 'tokenBudget' | 'maxRetries'> {
  const { maxTurns, tokenBudget, maxRetries } = record.limits;
  if (record.origin.kind !== 'import') return { maxTurns, tokenBudget, maxRetries };
  const answers = nodes.filter(({ role }) => role === 'assistant').length;
  const used = tables.attempts.reduce((sum, { message }) => sum + countedTokens(message?.usage), 0);
  return { maxTurns: Math.max(maxTurns, answers), tokenBudget: Math.max(tokenBudget, used + 1), maxRetries };
}

function afterFirst(nodes: readonly MessageNode[]): Pick<Program, 'said' | 'recorded'> {
  const said = new Map<number, Message[]>();
  const recorded: RecordedCall[] = [];
  let answers = 0;
  let calls: ToolUseBlock[] = [];
  for (const node of nodes) {
    if (node.role === 'assistant') {
      answers += 1;
      calls = node.stopReason === 'tool_use' ? blocksOf(node.content).filter(isToolUse) : [];
      continue;
    }
    const rest = takeResults(node, calls, recorded);
    if (rest) said.set(answers, [...(said.get(answers) ?? []), rest]);
  }
  return { said: [...said], recorded };
}

/** Moves the results of these calls to the recording; what remains of the message was said. */
function takeResults(node: MessageNode, calls: readonly ToolUseBlock[], recorded: RecordedCall[]): Message | null {
  const message = toMessage(node);
  const rest = blocksOf(node.content).filter((block) => {
    const call = isToolResult(block) ? calls.find(({ id }) => id === block.tool_use_id) : undefined;
    if (!call) return true;
    const { content = '', is_error: failed } = block as { content?: Message['content']; is_error?: boolean };
    recorded.push({ name: call.name, input: call.input, content, ...(failed === true ? { is_error: true } : {}) });
    return false;
  });
  if (rest.length === blocksOf(node.content).length) return message;
  return rest.length > 0 ? { ...message, content: rest } : null;
}
