import type { Message } from '../messages/types.ts';
import { importFiles } from './import-files.ts';
import type { ImportResult, ImportedConversation } from './import-types.ts';
import { bytesSource } from './source.ts';

/** One conversation of a transcript in a form that `lint` takes. */
export interface LintableConversation {
  id: string;
  title: string;
  /** The exact request body where the source has one, else the bare messages. */
  request: { messages: Message[]; [key: string]: unknown } | Message[];
  /** Model of the conversation: for the rules that depend on it, when the messages are bare. */
  model: string | null;
}

export interface LintableTranscript {
  format: string;
  conversations: LintableConversation[];
  dropped: ImportResult['dropped'];
}

/**
 * Reads any importable transcript for the linter; null when the text holds no conversation. What import had to make
 * up or repair is already in the messages, so that a finding is a fault of the transcript and not of its format.
 */
export async function importForLint(text: string, name = 'transcript'): Promise<LintableTranscript | null> {
  const { conversations, dropped } = await importFiles([bytesSource(name, new TextEncoder().encode(text))]);
  const [first] = conversations;
  return first ? { format: first.format, conversations: conversations.map(lintable), dropped } : null;
}

function lintable({ id, title, model, system, tools, settings, messages }: ImportedConversation): LintableConversation {
  if (typeof settings?.max_tokens !== 'number' || model === null) return { id, title, request: messages, model };
  const body = {
    ...settings,
    model,
    ...(system === null ? {} : { system }),
    ...(tools === null ? {} : { tools }),
    messages,
  };
  return { id, title, request: body, model };
}
