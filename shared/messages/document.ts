import { isRecord } from './blocks.ts';
import type { Path } from './edits.ts';

/** The forms in which a request comes as a file. */
export type DocumentForm = 'messages' | 'request' | 'recorded';

export interface LintDocument {
  form: DocumentForm;
  /** Body or messages array. */
  request: unknown;
  originalResponse: unknown;
  provenance: unknown;
  /** Where the request stands in the document. */
  at: Path;
}

/** What a document has to be, for a sentence. */
export const ACCEPTED_FORMS =
  'a messages array, a request body {"model": …, "messages": […]}, or {"request": {…}, "original_response"?: {…}, "provenance"?: {…}}';

/** Keys that only a request has beside or without `messages`. */
const REQUEST_KEYS = ['model', 'max_tokens', 'tools', 'system', 'tool_choice', 'thinking'];

/**
 * Reads the form of a parsed document; a sentence where it is none of the three. A list is taken for messages if its
 * entries look like messages, so that a log of other records is not judged as a broken conversation.
 */
export function readDocument(document: unknown): LintDocument | { problem: string } {
  const none = { originalResponse: undefined, provenance: undefined };
  if (Array.isArray(document)) {
    if (document.length > 0 && !document.some((item) => isRecord(item) && ('role' in item || 'content' in item))) {
      return { problem: 'This is a list, but not of messages: no entry has a role or content.' };
    }
    return { form: 'messages', request: document, ...none, at: [] };
  }
  if (!isRecord(document)) return { problem: `This is ${document === null ? 'null' : `a ${typeof document}`}.` };
  if (isRecord(document['request']) && (isRequest(document['request']) || !isRequest(document))) {
    if (!isRequest(document['request'])) return { problem: '"request" holds no request body: it has no messages.' };
    const { request, original_response: originalResponse, provenance } = document;
    return { form: 'recorded', request, originalResponse, provenance, at: ['request'] };
  }
  if (document['type'] === 'message' && document['role'] === 'assistant') {
    return { problem: 'This is a response of the API, not a request.' };
  }
  return isRequest(document)
    ? { form: 'request', request: document, ...none, at: [] }
    : { problem: 'This object has no messages.' };
}

function isRequest(value: Record<string, unknown>): boolean {
  return 'messages' in value || REQUEST_KEYS.filter((key) => key in value).length >= 2;
}
