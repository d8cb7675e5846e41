import type { ContentBlock, Message, ToolDefinition } from '../../messages/types.ts';
import type { Guess } from '../import-types.ts';
import type { TurnDraft } from '../transcript.ts';

/** A request of any model API, said in the words of the Messages API. */
export interface ReadRequest {
  messages: Message[];
  system: string | ContentBlock[] | null;
  tools: ToolDefinition[] | null;
  model: string | null;
  /** Other keys of the body (`max_tokens`, `thinking`, …), as they were sent. */
  settings: Record<string, unknown>;
  guesses?: Guess[];
  synthetic?: string[];
  rawInput?: [id: string, raw: string][];
}

/** An answer of any model API. */
export interface ReadAnswer {
  content: ContentBlock[];
  turn: TurnDraft;
  rawInput?: [id: string, raw: string][];
  /** The stream broke off or reported an error; the content is what had arrived. */
  problem?: string;
}

/** One model API: how its requests, answers and streams are told and read. */
export interface ModelApi {
  id: string;
  /** Whether a URL is one of its endpoints that answer with a message. */
  answersAt(url: string): boolean;
  /** How sure a value is a request body of it: 0 to 1. */
  isRequest(value: unknown): number;
  isMessageList(value: unknown): number;
  isResponse(value: unknown): number;
  /** How sure a value is one event of its stream. */
  isEvent(value: unknown): number;
  /** Whether an event begins a new stream, seen from the one before it. */
  isStart(event: Record<string, unknown>, before: Record<string, unknown>): boolean;
  readRequest(body: Record<string, unknown>): ReadRequest;
  readMessageList(list: unknown[]): ReadRequest;
  readResponse(body: Record<string, unknown>): ReadAnswer | null;
  /** The answer that a list of stream events builds up; null when there is none. */
  readEvents(events: readonly Record<string, unknown>[]): ReadAnswer | null;
}
