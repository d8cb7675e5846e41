import type { ImportedConversation } from '../import/import-types.ts';
import { sessionEvents } from '../import/to-events.ts';
import type { RequestSettings } from '../messages/types.ts';
import { EventLog } from '../session/log.ts';

const DEFAULT_MAX_TOKENS = 4096;

/**
 * An imported conversation as an event log of its own, as though Loupe had recorded it. Its settings are those of the
 * transcript, all of them: an export runs nothing, so nothing waits in a quarantine.
 *
 * @param model used where the transcript names none
 */
export function conversationLog(conversation: ImportedConversation, model: string): EventLog {
  const body = bodyOf(conversation, model);
  return EventLog.of(sessionEvents(conversation, { model, now: newestMoment(conversation), body }));
}

function bodyOf({ settings = {}, system, tools, model: own }: ImportedConversation, model: string): RequestSettings {
  const body: RequestSettings = {
    model: own ?? model,
    max_tokens: typeof settings.max_tokens === 'number' ? settings.max_tokens : DEFAULT_MAX_TOKENS,
  };
  if (system !== null && system.length > 0) body.system = system;
  if (tools !== null && tools.length > 0) body.tools = tools;
  const { max_tokens: _set, model: _own, messages: _messages, ...others } = settings;
  return { ...body, ...others };
}

/** The same file gives the same log: its newest moment stands for the time of the import. */
function newestMoment({ turns, branches }: ImportedConversation): number {
  const all = [turns, ...branches.map((branch) => branch.turns)].flat();
  return all.reduce((newest, { startedAt, durationMs }) => Math.max(newest, (startedAt ?? 0) + (durationMs ?? 0)), 0);
}
