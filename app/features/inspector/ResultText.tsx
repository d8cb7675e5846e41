import { useMemo } from 'react';
import { fieldsOfText } from '../../../shared/view/inspect-fields.ts';
import { readJson } from '../../../shared/view/inspect-json-text.ts';
import { FieldRows } from './FieldRows.tsx';
import { lazyPart } from './lazy-part.tsx';
import { TextView } from './TextView.tsx';

const JsonTree = lazyPart(async () => (await import('./JsonTree.tsx')).JsonTree);

/** Larger JSON is shown as text: reading it would be felt. */
const READ_UNITS = 1_000_000;

/** Text of a result by what it is: fields for a JSON object, a tree for a list, else the text. */
export function ResultText(props: { text: string; before?: string | null; label: string; isError: boolean }) {
  const { text, before = null, label, isError } = props;
  const table = useMemo(() => fieldsOfText(text, before), [text, before]);
  const value = useMemo(() => (table === null ? jsonOf(text) : null), [table, text]);
  if (table !== null) return <FieldRows table={table} label={label} />;
  if (value !== null) return <JsonTree value={value} label={label} height={260} />;
  return <TextView text={text} label={label} tone={isError ? 'border-error' : 'border-tool'} />;
}

/** A JSON list or object; null for anything else and for what is too large. */
function jsonOf(text: string): object | null {
  const first = text.trimStart()[0];
  if ((first !== '[' && first !== '{') || text.length > READ_UNITS) return null;
  const verdict = readJson(text);
  return verdict.ok && verdict.value !== null && typeof verdict.value === 'object' ? verdict.value : null;
}
