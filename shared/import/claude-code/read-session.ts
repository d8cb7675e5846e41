import { isRecord } from '../../messages/blocks.ts';
import { oneLine } from '../conversation.ts';
import type { ImportedConversation, RecordRef } from '../import-types.ts';
import { baseName } from '../importer.ts';
import type { AgentLink, ImporterOutput } from '../importer.ts';
import type { FileSink } from '../sink.ts';
import { readTime } from '../time.ts';
import { stringAt } from '../transcript.ts';
import { agentCalls, callOfAgent, inlineAgents, joined, linksOf, progressRow, promptOf } from './agents.ts';
import { buildConversation } from './build.ts';
import type { CcEvent } from './line-items.ts';
import { RowIndex, isSaid, segmentsOf } from './graph.ts';
import type { Segment } from './graph.ts';
import { META_TYPES, readRow } from './rows.ts';
import type { CcRow } from './rows.ts';

interface ProgressAgent {
  toolUseId: string | null;
  rows: CcRow[];
}

/** Collects the rows of one session file, in their order, and makes conversations of them. */
export class SessionReader {
  readonly #index = new RowIndex();
  readonly #progress = new Map<string, ProgressAgent>();
  readonly #others: (RecordRef & { kind: string })[] = [];
  readonly #queued: CcEvent[] = [];
  #titles: { kind: string; text: string; leaf: string | null }[] = [];
  #count = 0;
  #previous: string | null = null;

  constructor(
    readonly format: string,
    readonly file: string,
    readonly sink: FileSink,
  ) {}

  /** Takes a record; every one is accounted for. */
  add(value: unknown, ref: RecordRef): void {
    const type = isRecord(value) ? value.type : undefined;
    if (!isRecord(value) || typeof type !== 'string')
      return this.sink.drop(ref, 'unknown-record', 'The record is no row of a session: it has no type.');
    const index = this.#count;
    this.#count += 1;
    const row = readRow(value, index, ref, this.#previous);
    if (row) return this.#row(row, value);
    this.#readTitle(value, type);
    if (type === 'queue-operation') this.#readQueued(value, index, ref);
    if (META_TYPES.has(type)) return this.sink.count(type, 'meta');
    this.sink.count(type, 'unknown');
    this.#others.push({ ...ref, kind: type });
  }

  #row(row: CcRow, value: Record<string, unknown>): void {
    if (!this.#index.add(row)) {
      this.sink.count(`copy of ${row.type}`, 'meta');
      return;
    }
    if (isSaid(row)) this.#previous = row.uuid;
    const progress = row.type === 'progress' ? progressRow(value, row.index, row.ref) : null;
    if (progress) this.#addProgress(progress);
    this.sink.count(row.subtype ?? row.type, isSaid(row) || progress ? 'message' : 'meta');
  }

  #addProgress({ agentId, toolUseId, row }: { agentId: string; toolUseId: string | null; row: CcRow }): void {
    const known = this.#progress.get(agentId);
    if (known) known.rows.push(row);
    else this.#progress.set(agentId, { toolUseId, rows: [row] });
  }

  /** What a person typed while the agent worked may exist nowhere else. */
  #readQueued(value: Record<string, unknown>, index: number, ref: RecordRef): void {
    const text = stringAt(value, 'content');
    if (text === null || value.operation !== 'enqueue') return;
    this.#queued.push({ kind: 'queued', index, at: readTime(value.timestamp), text: oneLine(text), ref });
  }

  #readTitle(value: Record<string, unknown>, type: string): void {
    const text = stringAt(value, 'customTitle', 'aiTitle', 'summary', 'title');
    if (text !== null) this.#titles.push({ kind: type, text, leaf: stringAt(value, 'leafUuid') });
  }

  /** A title that a person gave, else one that a model gave; a summary only if it is of a row of this file. */
  #title(): string | null {
    const custom =
      this.#titles.findLast(({ kind }) => kind === 'custom-title') ??
      this.#titles.findLast(({ kind }) => kind === 'ai-title');
    const summary = this.#titles.findLast(({ leaf }) => leaf !== null && this.#index.byUuid.has(leaf));
    return (custom ?? summary)?.text ?? null;
  }

  result(): ImporterOutput {
    const { rows } = this.#index;
    const saidSide = rows.filter((row) => isSaid(row) && row.side).length;
    const allSide = saidSide > 0 && saidSide === rows.filter(isSaid).length;
    const segments = segmentsOf(allSide ? rows : rows.filter((row) => !row.side), this.#index);
    const links = linksOf(rows);
    if (allSide) return { conversations: this.#agentFile(segments), links };
    const main = sessionsOf(segments).map((own, index) => this.#session(own, index));
    const conversations = [...main, ...this.#agents(main, rows, links)];
    const [first] = conversations;
    if (first && this.#others.length > 0) first.others = this.#others;
    return { conversations, links: [...links, ...this.#progressLinks()] };
  }

  #session(segments: readonly Segment[], index: number): ImportedConversation {
    const id =
      segments.at(-1)?.leaf.session ?? (index === 0 ? baseName(this.file) : `${baseName(this.file)}#${index + 1}`);
    return buildConversation(segments, {
      id,
      title: index === 0 ? this.#title() : null,
      events: index === 0 ? this.#queued : [],
      format: this.format,
      file: this.file,
    });
  }

  /** A file that holds nothing but one sub-agent. */
  #agentFile(segments: readonly Segment[]): ImportedConversation[] {
    return inlineAgents(segments).map(({ segments: own, agentId, prompt }) => {
      const session = own[0]?.leaf.session ?? null;
      const head = { title: null, format: this.format, file: this.file, agent: { id: agentId, session, prompt } };
      return buildConversation([joined(own)], {
        ...head,
        id: agentId === null ? baseName(this.file) : `agent-${agentId}`,
      });
    });
  }

  #agents(
    main: readonly ImportedConversation[],
    rows: readonly CcRow[],
    links: readonly AgentLink[],
  ): ImportedConversation[] {
    const calls = agentCalls(rows);
    const used = new Set<string>();
    const agents: ImportedConversation[] = [];
    const owner = (toolUseId: string | null) => ownerOf(toolUseId, [...main, ...agents]) ?? main[0];
    const side = inlineAgents(
      segmentsOf(
        rows.filter((row) => row.side),
        this.#index,
      ),
    );
    for (const [number, agent] of side.entries()) {
      const toolUseId = callOfAgent(agent, calls, links, used);
      if (toolUseId !== null) used.add(toolUseId);
      const above = owner(toolUseId);
      agents.push(
        buildConversation([joined(agent.segments)], {
          id: `${above?.id ?? baseName(this.file)}/agent-${agent.agentId ?? number + 1}`,
          title: null,
          format: this.format,
          file: this.file,
          parent: above ? { conversation: above.id, toolUseId } : null,
          agent: { id: agent.agentId, session: above?.id ?? null, prompt: agent.prompt },
        }),
      );
    }
    for (const [agentId, progress] of this.#progress) {
      if (side.some((agent) => agent.agentId === agentId)) continue;
      agents.push(this.#progressAgent(agentId, progress, owner(progress.toolUseId)));
    }
    return agents;
  }

  #progressAgent(
    agentId: string,
    { toolUseId, rows }: ProgressAgent,
    above: ImportedConversation | undefined,
  ): ImportedConversation {
    const index = new RowIndex();
    let previous: string | null = null;
    for (const row of rows) {
      row.parent = previous;
      if (index.add(row)) previous = row.uuid;
    }
    return buildConversation(segmentsOf(index.rows, index), {
      id: `${above?.id ?? baseName(this.file)}/agent-${agentId}`,
      title: null,
      format: this.format,
      file: this.file,
      parent: above ? { conversation: above.id, toolUseId } : null,
      agent: { id: agentId, session: above?.id ?? null, prompt: promptOf(index.rows), copy: true },
    });
  }

  #progressLinks(): AgentLink[] {
    return [...this.#progress].flatMap(([agentId, { toolUseId }]) =>
      toolUseId === null ? [] : [{ agentId, toolUseId }],
    );
  }
}

/** The conversation in which a call stands. */
export function ownerOf(
  toolUseId: string | null,
  conversations: readonly ImportedConversation[],
): ImportedConversation | undefined {
  if (toolUseId === null) return undefined;
  const holds = (messages: ImportedConversation['messages']) =>
    messages.some(
      ({ content }) =>
        Array.isArray(content) && content.some((block) => block.type === 'tool_use' && block.id === toolUseId),
    );
  return conversations.find(
    ({ messages, branches }) => holds(messages) || branches.some((branch) => holds(branch.messages)),
  );
}

/** Trees that share a session id are one session: a compaction or a cleared context begins a new tree. */
function sessionsOf(segments: readonly Segment[]): Segment[][] {
  const groups: { ids: Set<string>; segments: Segment[] }[] = [];
  for (const segment of segments) {
    const ids = new Set(segment.main.flatMap((row) => row.session ?? []));
    const same = groups.filter(
      (group) => ids.size === 0 || group.ids.size === 0 || [...ids].some((id) => group.ids.has(id)),
    );
    const merged = {
      ids: new Set([...ids, ...same.flatMap((group) => [...group.ids])]),
      segments: [...same.flatMap((group) => group.segments), segment],
    };
    const at = same[0] ? groups.indexOf(same[0]) : groups.length;
    for (const group of same) groups.splice(groups.indexOf(group), 1);
    groups.splice(Math.min(at, groups.length), 0, merged);
  }
  return groups.map((group) => group.segments);
}
