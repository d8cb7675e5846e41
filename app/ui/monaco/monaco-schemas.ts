import type { EditorSchema } from './editor-types.ts';

/** The models' addresses end in these, and Monaco picks the schema by the end of the address. */
export function modelName(schema: EditorSchema): string {
  return schema === null ? 'text.json' : `${schema}.json`;
}

interface JsonSchemaEntry {
  uri: string;
  fileMatch: string[];
  schema: unknown;
}

export const SCHEMAS: JsonSchemaEntry[] = [];
