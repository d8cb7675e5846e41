import type { Dropped, FileReport, Guess, ImportResult, ImportTotals, ImportedConversation } from './import-types.ts';
import { importerById } from './registry.ts';
import { toSession } from './to-session.ts';
import { totalsOf } from './totals.ts';

/** Guesses of one conversation that are told one by one; the rest are counted. */
const SHOWN_GUESSES = 50;

/** One conversation of an import, without its messages. */
export interface ConversationSummary extends ImportTotals {
  /** Its place in the import. */
  index: number;
  id: string;
  title: string;
  /** Place of the conversation whose call opened it; null for one of its own. */
  parent: number | null;
  /** The call that opened it, when it is known. */
  toolUseId: string | null;
  format: string;
  file: string;
  model: string | null;
  messages: number;
  turns: number;
  branches: number;
  /** Milliseconds since the epoch; null when the source tells no time. */
  startedAt: number | null;
  guesses: Guess[];
  guessCount: number;
  /** Results that were made up, because the source has none. */
  synthetic: number;
  /** Thinking without a signature, which no API takes back. */
  unsignedThinking: number;
  /** Things that would reach out and wait for consent. */
  quarantined: number;
}

/** What an import brought, for people: `ImportResult` without the messages. */
export interface ImportReport {
  conversations: ConversationSummary[];
  files: (FileReport & { label: string | null })[];
  totals: ImportTotals;
  /** Sums over the conversations alone; larger than `totals` where they hold copies of the same answers. */
  sums: ImportTotals;
  dropped: Dropped[];
}

/** Sums an import up, and every conversation of it. */
export function reportOf(result: ImportResult): ImportReport {
  const places = new Map(result.conversations.map(({ id }, index) => [id, index]));
  const conversations = result.conversations.map((conversation, index) => summaryOf(conversation, index, places));
  return {
    conversations,
    files: result.report.files.map((file) => ({ ...file, label: labelOf(file.format) })),
    totals: result.totals,
    sums: sumOf(conversations),
    dropped: result.dropped,
  };
}

function labelOf(format: string | null): string | null {
  return format === null ? null : (importerById(format)?.label ?? format);
}

function summaryOf(
  conversation: ImportedConversation,
  index: number,
  places: ReadonlyMap<string, number>,
): ConversationSummary {
  const {
    id,
    title,
    parent,
    format,
    file,
    model,
    messages,
    turns,
    branches,
    guesses = [],
    synthetic = [],
  } = conversation;
  const { quarantine, unsignedThinking } = toSession(conversation, '');
  const above = parent ? places.get(parent.conversation) : undefined;
  const starts = turns.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]));
  return {
    ...ownTotals(conversation),
    index,
    id,
    title,
    parent: above === undefined || above === index ? null : above,
    toolUseId: parent?.toolUseId ?? null,
    format,
    file,
    model,
    messages: messages.length,
    turns: turns.length,
    branches: branches.length,
    startedAt: starts.length === 0 ? null : starts.reduce((least, each) => Math.min(least, each)),
    guesses: guesses.slice(0, SHOWN_GUESSES),
    guessCount: guesses.length,
    synthetic: synthetic.length,
    unsignedThinking,
    quarantined: quarantine.length,
  };
}

/** Its own figures: the calls of its parent are none of its own. */
function ownTotals(conversation: ImportedConversation): ImportTotals {
  return totalsOf([{ ...conversation, parent: null }]);
}

function sumOf(parts: readonly ImportTotals[]): ImportTotals {
  const sum = (key: keyof ImportTotals): number => parts.reduce((total, part) => total + part[key], 0);
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cacheReadTokens: sum('cacheReadTokens'),
    cacheCreationTokens: sum('cacheCreationTokens'),
    toolUses: sum('toolUses'),
    orphanToolUses: sum('orphanToolUses'),
  };
}
