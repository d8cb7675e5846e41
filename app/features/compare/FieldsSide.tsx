import { useTranslations } from 'use-intl';
import type { Field, FieldTable } from '../../../shared/view/inspect-fields.ts';
import { FoldButton } from './FoldButton.tsx';
import { useFold } from './opened.ts';
import { type Column, TextSide } from './TextSide.tsx';

/** One side of a table of values: first what differs, then what is equal, folded. */
export function FieldsSide(props: {
  table: FieldTable;
  column: Column;
  id: string;
  /** Nothing is compared: all values are shown. */
  plain?: boolean;
}) {
  const t = useTranslations('compare.list');
  const { table, column } = props;
  const [opened, toggle] = useFold(`${props.id} fields`);
  const open = opened || props.plain === true;
  const differing = table.fields.filter((field) => field.change !== 'same');
  const equal = table.fields.filter((field) => field.change === 'same');
  return (
    <>
      {differing.map((field, index) => (
        <Value key={`${index} ${field.key}`} field={field} column={column} id={props.id} />
      ))}
      {equal.length > 0 && !props.plain && (
        <FoldButton open={open} onToggle={toggle} text={t('equalFields', { count: equal.length })} />
      )}
      {open &&
        equal.map((field, index) => (
          <Value key={`${index} ${field.key}`} field={field} column={column} id={props.id} />
        ))}
      {table.more > 0 && <p className="text-ink-2">{t('moreFields', { count: table.more })}</p>}
    </>
  );
}

/** Longer texts are compared by word. */
const LONG_TEXT = 48;

/** `status: "shipped"` as this side has it; a dash where it does not. */
function Value({ field, column, id }: { field: Field; column: Column; id: string }) {
  const missing = field.change === (column === 'a' ? 'added' : 'removed');
  const text = missing ? '—' : column === 'a' ? (field.was ?? field.text) : field.text;
  const differs = field.change !== 'same' && !missing;
  const Mark = column === 'a' ? 'span' : 'ins';
  const byWord = field.change === 'changed' && Math.max(field.text.length, field.was?.length ?? 0) > LONG_TEXT;
  return (
    <div className="[overflow-wrap:anywhere]">
      <span className="text-ink-2">{field.key}: </span>
      {byWord ? (
        <TextSide before={plain(field.was ?? '')} after={plain(field.text)} column={column} id={`${id} ${field.key}`} />
      ) : differs ? (
        <Mark className={`px-0.5 font-semibold no-underline ${column === 'b' ? 'bg-edited' : 'bg-sunk'}`}>{text}</Mark>
      ) : (
        <span className={missing ? 'text-ink-3' : ''}>{text}</span>
      )}
    </div>
  );
}

/** The text that a JSON string stands for, with its line breaks; what is cut stays as written. */
function plain(source: string): string {
  if (!source.startsWith('"')) return source;
  try {
    return String(JSON.parse(source));
  } catch {
    return source;
  }
}
