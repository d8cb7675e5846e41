import type { ContentBlock, Message, ToolDefinition, Usage } from '../messages/types.ts';

/** Bytes that can be read from anywhere: an open file, a browser `File`, an entry of an archive. */
export interface ImportSource {
  /** File name or path inside the dropped folder; never trusted for anything but its text. */
  readonly name: string;
  /** Length in bytes. */
  readonly size: number;
  /** The bytes from `offset` on, at most `length` of them; fewer only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Where a record stands in its file: 1-based line, byte offset and length. */
export interface RecordRef {
  line: number;
  offset: number;
  length: number;
}

/** An input record that is in no conversation, and why. */
export interface Dropped {
  /** 1-based line of the file; null when it concerns the file as a whole. */
  line: number | null;
  code: string;
  message: string;
  /** Named when more than one file was read. */
  file?: string;
}

/** Something in a conversation that its source does not say; `path` is a plain JSON path into the conversation. */
export interface Guess {
  what:
    | 'stop_reason'
    | 'tool_result'
    | 'tool_use_id'
    | 'tool_name'
    | 'tool_input'
    | 'pairing'
    | 'content'
    | 'order'
    | 'timing'
    | 'usage'
    | 'parent';
  path: string;
  message: string;
}

/** One answer of the model. */
export interface ImportedTurn {
  /** Index into `messages`; null for an answer that is not part of the array (failed, empty). */
  messageIndex: number | null;
  stopReason: string | null;
  /** API field names, in tokens; null when the source does not tell. */
  usage: Usage | null;
  model: string | null;
  /** Milliseconds since the epoch. */
  startedAt: number | null;
  durationMs: number | null;
  /** Message id of the API (`msg_…`), if the source has one. */
  id?: string;
  /** Names of the fields above that were inferred. */
  guessed?: ('stopReason' | 'usage' | 'startedAt' | 'durationMs')[];
}

/** Another line of the same conversation: a rewind, a retry, or what stood before a compaction. */
export interface ImportedBranch {
  id: string;
  why: 'rewind' | 'retry' | 'segment';
  title: string;
  /** How many messages of the main line it shares; 0 for a segment of its own. */
  from: number;
  /** What follows them. */
  messages: Message[];
  /** `messageIndex` counts from the first message of the whole line, shared ones included. */
  turns: ImportedTurn[];
  /** Ids of calls whose result was made up on import. */
  synthetic?: string[];
}

/** Something that happened beside the messages: a retry, a compaction, an interruption, a queued prompt. */
export interface ImportedEvent {
  kind: string;
  /** Number of messages of the main line that stood before it. */
  after: number;
  at: number | null;
  text: string;
  source?: RecordRef;
}

export interface ImportedConversation {
  id: string;
  title: string;
  /** The call that opened it, for a sub-agent; `toolUseId` null when only the session is known. */
  parent: { conversation: string; toolUseId: string | null } | null;
  model: string | null;
  system: string | ContentBlock[] | null;
  tools: ToolDefinition[] | null;
  messages: Message[];
  turns: ImportedTurn[];
  branches: ImportedBranch[];
  /** Format it was read from, and its file. */
  format: string;
  file: string;
  /** Other keys of the request (`max_tokens`, `thinking`, …), when the source has them. */
  settings?: Record<string, unknown>;
  events?: ImportedEvent[];
  guesses?: Guess[];
  /** Ids of calls whose result was made up on import. */
  synthetic?: string[];
  /** Raw text of tool inputs that are no JSON object, by `tool_use` id; their block holds `{}`. */
  rawInput?: [id: string, raw: string][];
  /** Records each message came from, by message index. */
  origins?: RecordRef[][];
  /** For a sub-agent in a file of its own: what is known of who opened it. */
  agent?: {
    id: string | null;
    session: string | null;
    prompt: string | null;
    /** Read off progress rows. */ copy?: boolean;
  };
  /** Records of unknown kinds, kept by their place in the file. */
  others?: (RecordRef & { kind: string })[];
}

/** Sums over everything that was read, branches and sub-agents included; each answer counts once. */
export interface ImportTotals {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheCreationTokens: number;
  /** Distinct client tool calls. */
  toolUses: number;
  /** Those of them that have no result anywhere in the input. */
  orphanToolUses: number;
}

/** What became of the records of one kind. */
export interface KindCount {
  kind: string;
  count: number;
  /** `message`: part of a message · `meta`: read, beside the messages · `unknown`: kept by its place · `dropped`. */
  use: 'message' | 'meta' | 'unknown' | 'dropped';
}

export interface FileReport {
  name: string;
  /** Format id; null when none fits. */
  format: string | null;
  /** 0 to 1; 1 when the format was given. */
  confidence: number;
  /** Other formats the content could be read as. */
  candidates: string[];
  /** Records seen = sum of the counts of `kinds`. */
  records: number;
  kinds: KindCount[];
  /** Things a person should know, with how often they happened. */
  notes: { code: string; message: string; count: number }[];
}

/** What `import` prints (DESIGN §5); `report` is the proof that nothing was lost. */
export interface ImportResult {
  /** Format of the first file that was read; null when nothing was. */
  format: string | null;
  conversations: ImportedConversation[];
  totals: ImportTotals;
  dropped: Dropped[];
  report: { files: FileReport[] };
}
