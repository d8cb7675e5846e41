/** One broken request, what lint has to say about it and what fix has to make of it. */
export interface BrokenCase {
  title: string;
  request: unknown;
  /** Model to judge for, where it is not the request's. */
  model?: string;
  apiVersion?: string;
  originalResponse?: unknown;
  provenance?: unknown;
  /** All errors, in the order of the report. */
  errors: readonly { rule: string; path: string; ids?: readonly string[] }[];
  /** Warnings that have to be among the report. */
  warnings?: readonly { rule: string; path: string }[];
  /** Part of what the API says first. */
  api?: string;
  /** Messages after the fix; `'*'` as a text stands for any text. */
  messages?: readonly unknown[];
  /** Settings after the fix, beside those of the request. */
  settings?: Record<string, unknown>;
  /** Settings that are gone after the fix. */
  removed?: readonly string[];
  /** Texts that are not there any more after the fix. */
  loses?: readonly string[];
  /** Texts that are still somewhere in the messages. */
  keeps?: readonly string[];
  /** Calls may get other ids. */
  newIds?: true;
  /** No safe repair: the document comes back with its errors. */
  unfixable?: true;
}
