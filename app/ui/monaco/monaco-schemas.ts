import { messageSchema, messagesSchema, resultBlocksSchema } from '../../../shared/view/inspect-json-schema.ts';
import type { EditorSchema } from './editor-types.ts';

/** The models' addresses end in these, and Monaco picks the schema by the end of the address. */
export function modelName(schema: EditorSchema): string {
  return schema === null ? 'text.json' : `${schema}.json`;
}

/** They complete and explain; what is wrong is said by the linter, in the words of the API. */
export const SCHEMAS = [
  { uri: 'inmemory://schema/message', fileMatch: ['*/message.json'], schema: messageSchema() },
  { uri: 'inmemory://schema/messages', fileMatch: ['*/messages.json'], schema: messagesSchema() },
  { uri: 'inmemory://schema/blocks', fileMatch: ['*/blocks.json'], schema: resultBlocksSchema() },
];
