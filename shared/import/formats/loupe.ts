import { isRecord } from '../../messages/blocks.ts';
import { EventLog } from '../../session/log.ts';
import type { SessionEvent } from '../../session/events.ts';
import type { Branch, MessageNode, SessionState } from '../../session/state.ts';
import { attemptById, configById, path, toMessage } from '../../session/tree.ts';
import { upgradeEvent } from '../../session/upgrade.ts';
import { oneLine, titleFrom } from '../conversation.ts';
import { share } from '../detect.ts';
import type { ImportedBranch, ImportedConversation, ImportedTurn } from '../import-types.ts';
import { Ids, baseName } from '../importer.ts';
import type { Importer } from '../importer.ts';

/** Loupe's own event logs (`*.loupe.jsonl`), of this version and all before it. */
export const loupeImporter: Importer = {
  id: 'loupe',
  label: 'Loupe session',
  detect: (sample) =>
    sample.rows.some((row) => isEvent(row) && row.type === 'session-create') ? 0.99 * share(sample.rows, isEvent) : 0,
  async read(input) {
    const ids = new Ids(baseName(input.name));
    const conversations: ImportedConversation[] = [];
    let events: SessionEvent[] = [];
    const close = () => {
      const conversation = conversationOf(events, ids.take(), input.name);
      if (conversation) conversations.push(conversation);
      events = [];
    };
    for await (const { value, ref } of input.rows()) {
      const event = read(value);
      if ('problem' in event) input.sink.drop(ref, 'unreadable-event', event.problem);
      else {
        input.sink.count(event.event.type, 'message');
        if (event.event.type === 'session-create' && events.length > 0) close();
        events.push(event.event);
      }
    }
    const broken = whereBroken(events);
    if (broken) {
      input.sink.tell(null, 'broken-log', broken.message);
      events = events.slice(0, broken.at);
    }
    close();
    return { conversations };
  },
};

function isEvent(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    typeof value.v === 'number' &&
    typeof value.seq === 'number' &&
    typeof value.type === 'string' &&
    typeof value.branch === 'string'
  );
}

function read(value: unknown): { event: SessionEvent } | { problem: string } {
  const upgraded = upgradeEvent(value);
  return upgraded.ok ? { event: upgraded.event } : { problem: upgraded.message };
}

/** The first event that does not fit the ones before it; what stands before it can still be shown. */
function whereBroken(events: readonly SessionEvent[]): { at: number; message: string } | null {
  const log = new EventLog();
  for (const [at, event] of events.entries()) {
    try {
      log.push(event);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return {
        at,
        message: `Event ${event.seq} does not fit the session (${why}); the ${at} events before it were read.`,
      };
    }
  }
  return null;
}

function conversationOf(events: readonly SessionEvent[], id: string, file: string): ImportedConversation | null {
  if (events.length === 0) return null;
  const state = EventLog.of(events).newest;
  const [first, ...others] = state.record.branches.filter((branch) => !branch.deleted);
  if (!first) return null;
  const line = path(state, first.head);
  const { body } = configById(state, first.config);
  const { model, system, tools, ...settings } = body;
  return {
    id,
    title: oneLine(state.record.title) || (titleFrom(line.map(toMessage)) ?? id),
    parent: null,
    model,
    system: system ?? null,
    tools: tools ?? null,
    messages: line.map(toMessage),
    turns: turnsOf(state, line),
    branches: others.map((branch) => branchOf(state, branch, line)),
    format: 'loupe',
    file,
    settings,
  };
}

function branchOf(state: SessionState, branch: Branch, main: readonly MessageNode[]): ImportedBranch {
  const line = path(state, branch.head);
  let from = 0;
  while (from < line.length && line[from] === main[from]) from += 1;
  const turns = turnsOf(state, line).filter((turn) => (turn.messageIndex ?? 0) >= from);
  return { id: branch.id, why: 'rewind', title: branch.name, from, messages: line.slice(from).map(toMessage), turns };
}

function turnsOf(state: SessionState, line: readonly MessageNode[]): ImportedTurn[] {
  return line.flatMap((node, messageIndex) => {
    if (node.role !== 'assistant') return [];
    const attempt = attemptById(state, node.request);
    return [
      {
        messageIndex,
        stopReason: node.stopReason ?? attempt?.message?.stop_reason ?? null,
        usage: attempt?.message?.usage ?? null,
        model: attempt?.message?.model ?? null,
        startedAt: attempt?.startedAt ?? null,
        durationMs: attempt ? attempt.endedAt - attempt.startedAt : null,
        ...(attempt?.message?.id ? { id: attempt.message.id } : {}),
      },
    ];
  });
}
