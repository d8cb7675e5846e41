import { useTranslations } from 'use-intl';
import type { Field, FieldTable } from '../../../shared/view/inspect-fields.ts';

/** The members of a JSON object, one per line; what an edit changed is marked and says what it was. */
export function FieldRows(props: { table: FieldTable; label: string }) {
  const t = useTranslations('inspector');
  if (props.table.fields.length === 0) return <p className="mono text-code text-ink-2">{'{}'}</p>;
  return (
    <table className="w-full table-fixed border-collapse" aria-label={props.label}>
      <tbody>
        {props.table.fields.map((field, index) => (
          <FieldRow key={`${index} ${field.key}`} field={field} />
        ))}
      </tbody>
      {props.table.more > 0 && (
        <tfoot>
          <tr className="border-t border-hairline">
            <td colSpan={2} className="py-1 text-ink-2">
              {t('moreFields', { count: props.table.more })}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function FieldRow({ field }: { field: Field }) {
  const t = useTranslations('inspector.pair');
  const edited = field.change !== 'same';
  return (
    <tr className={`border-t border-hairline align-baseline ${edited ? 'bg-edited' : ''}`}>
      <th
        scope="row"
        className="mono w-[104px] truncate py-1 pr-3 text-left text-code font-normal text-ink-2"
        title={field.key}
      >
        {field.key}
      </th>
      <td className={`mono py-1 text-code [overflow-wrap:anywhere] ${edited ? 'font-semibold' : ''}`}>
        {field.change === 'removed' ? <del>{field.text}</del> : field.text}
        {edited && (
          <span className="ml-3 font-normal">
            {field.change === 'changed' && `${t('was')} ${field.was}`}
            {field.change === 'added' && t('wasNothing')}
            {field.change === 'removed' && t('removed')}
          </span>
        )}
      </td>
    </tr>
  );
}
