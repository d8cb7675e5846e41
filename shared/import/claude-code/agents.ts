import type { RecordRef } from '../import-types.ts';
import type { AgentLink } from '../importer.ts';
import { readTime } from '../time.ts';
import { safeBlocks, safeText } from '../safe-blocks.ts';
import { recordAt, stringAt } from '../transcript.ts';
import type { Segment } from './graph.ts';
import { readMessage } from './rows.ts';
import type { CcRow } from './rows.ts';

/** A call that opens a sub-agent. */
export interface AgentCall {
  toolUseId: string;
  prompt: string;
  /** Row index of the call. */
  at: number;
}

/** Calls of the Task or Agent tool in a list of rows. */
export function agentCalls(rows: readonly CcRow[]): AgentCall[] {
  return rows.flatMap((row) =>
    (row.message?.role === 'assistant' ? safeBlocks(row.message.content) : []).flatMap((block) => {
      if (block.type !== 'tool_use' || typeof block.id !== 'string') return [];
      const prompt = stringAt(block.input, 'prompt');
      if (prompt === null || (block.name !== 'Task' && block.name !== 'Agent')) return [];
      return [{ toolUseId: block.id, prompt, at: row.index }];
    }),
  );
}

/** Which agent answered which call, as result rows say it. */
export function linksOf(rows: readonly CcRow[]): AgentLink[] {
  return rows.flatMap((row) => {
    if (row.message?.role !== 'user') return [];
    const results = safeBlocks(row.message.content).filter((block) => block.type === 'tool_result');
    return results.flatMap((block) => {
      const agentId = row.resultAgent ?? agentIdIn(block.content);
      return agentId === null || typeof block.tool_use_id !== 'string'
        ? []
        : [{ agentId, toolUseId: block.tool_use_id }];
    });
  });
}

/** Results tell `agentId: a2271d1 (…)` in their text. */
function agentIdIn(content: unknown): string | null {
  const text = safeText(content);
  const at = text.lastIndexOf('agentId: ');
  return at === -1 ? null : (/^[\w-]{4,64}/.exec(text.slice(at + 9, at + 80))?.[0] ?? null);
}

/** First words given to a sub-agent. */
export function promptOf(rows: readonly CcRow[]): string | null {
  const first = rows.find((row) => row.message !== null);
  return first?.message?.role === 'user' ? safeText(first.message.content) : null;
}

/** Rows of one sub-agent that stand in the session's own file. */
export interface InlineAgent {
  segments: Segment[];
  agentId: string | null;
  prompt: string | null;
  at: number;
}

/**
 * Sorts the trees of side rows to agents: by their agent id, else each tree is one; a tree that does not begin with a
 * prompt goes on with the agent before it (its parent row is missing).
 */
export function inlineAgents(segments: readonly Segment[]): InlineAgent[] {
  const agents: InlineAgent[] = [];
  const ordered = segments.toSorted((left, right) => (left.rows[0]?.index ?? 0) - (right.rows[0]?.index ?? 0));
  for (const segment of ordered) {
    const agentId = segment.main.find((row) => row.agentId !== null)?.agentId ?? null;
    const prompt = promptOf(segment.main);
    const before = agents.at(-1);
    const known =
      agentId === null ? (prompt === null ? before : undefined) : agents.find((agent) => agent.agentId === agentId);
    if (known) known.segments.push(segment);
    else agents.push({ segments: [segment], agentId, prompt, at: segment.rows[0]?.index ?? 0 });
  }
  return agents;
}

/** One tree of several: rows of an agent whose links between them are missing. */
export function joined(segments: readonly Segment[]): Segment {
  const [first] = segments;
  if (!first || segments.length === 1) return first as Segment;
  const rows = segments.flatMap((segment) => segment.rows);
  const leaf = segments.map((segment) => segment.leaf).reduce((last, each) => (each.index > last.index ? each : last));
  return {
    rows,
    leaf,
    main: segments.flatMap((segment) => segment.main),
    branches: segments.flatMap((segment) => segment.branches),
  };
}

/** The call that opened an agent: the one its results name, else the one with its prompt, else the last one before it. */
export function callOfAgent(
  agent: Pick<InlineAgent, 'agentId' | 'prompt' | 'at'>,
  calls: readonly AgentCall[],
  links: readonly AgentLink[],
  used: ReadonlySet<string>,
): string | null {
  const named = agent.agentId === null ? undefined : links.find((link) => link.agentId === agent.agentId);
  if (named) return named.toolUseId;
  const free = calls.filter((call) => !used.has(call.toolUseId));
  const same = free.find((call) => call.prompt.trim() === agent.prompt?.trim());
  return (same ?? free.findLast((call) => call.at < agent.at))?.toolUseId ?? null;
}

/** A message of a sub-agent that a `progress` row carries (until 2.1.81); null for other progress. */
export function progressRow(
  value: Record<string, unknown>,
  index: number,
  ref: RecordRef,
): { agentId: string; toolUseId: string | null; row: CcRow } | null {
  const data = recordAt(value, 'data');
  const inner = recordAt(data, 'message');
  const agentId = stringAt(data, 'agentId');
  if (data?.type !== 'agent_progress' || !inner || agentId === null) return null;
  if (inner.type !== 'user' && inner.type !== 'assistant') return null;
  const message = readMessage(inner, inner.type);
  if (!message) return null;
  const row: CcRow = {
    index,
    type: inner.type,
    subtype: null,
    uuid: stringAt(inner, 'uuid') ?? `progress-${index}`,
    parent: null,
    logicalParent: null,
    session: stringAt(value, 'sessionId'),
    at: readTime(inner.timestamp ?? value.timestamp),
    side: true,
    meta: false,
    team: false,
    agentId,
    resultAgent: null,
    message,
    fake: message.model === '<synthetic>',
    ref,
    text: null,
  };
  return { agentId, toolUseId: stringAt(value, 'parentToolUseID'), row };
}
