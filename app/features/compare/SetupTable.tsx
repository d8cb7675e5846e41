import { useTranslations } from 'use-intl';
import type { ConfigChange } from '../../../shared/view/compare-config.ts';
import { leafFieldsOfValues } from '../../../shared/view/compare-fields.ts';
import { FieldsSide } from './FieldsSide.tsx';
import { type Column, TextSide } from './TextSide.tsx';
import { Values } from './Values.tsx';

/** Settings that differ, A beside B: texts by word, objects value by value. */
export function SetupTable(props: {
  label: string;
  changes: readonly ConfigChange[];
  id: string;
  /** Names of the two columns; A and B without them. */
  heads?: readonly [string, string];
}) {
  const t = useTranslations('compare.config');
  const [headA, headB] = props.heads ?? ['A', 'B'];
  return (
    <table aria-label={props.label} className="w-full table-fixed border-collapse bg-paper">
      <thead>
        <tr className="text-left text-label text-ink-2">
          <th scope="col" className="w-40 py-1 pr-3 font-normal">
            {t('name')}
          </th>
          <th scope="col" className="py-1 pr-3 font-normal">
            {headA}
          </th>
          <th scope="col" className="py-1 font-normal">
            {headB}
          </th>
        </tr>
      </thead>
      <tbody>
        {props.changes.map((change) => (
          <tr key={change.name} className="border-t border-hairline align-top">
            <th scope="row" className="mono truncate py-1 pr-3 text-left text-code font-semibold" title={change.name}>
              {change.name}
            </th>
            {(['a', 'b'] as const).map((column) => (
              <td key={column} className="mono py-1 pr-3 text-code">
                <Value change={change} column={column} id={`${props.id} ${change.name}`} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ change, column, id }: { change: ConfigChange; column: Column; id: string }) {
  const t = useTranslations('compare.config');
  const { before, after } = change;
  const own = column === 'a' ? before : after;
  if (own === undefined) return <span className="text-ink-3">{t('missing')}</span>;
  const both = before !== undefined && after !== undefined;
  const table = both ? leafFieldsOfValues(before, after) : leafFieldsOfValues(own, own);
  if (table && !both) return <Values table={table} column={column} id={id} />;
  if (table) return <FieldsSide table={table} column={column} id={id} />;
  return (
    <TextSide before={both ? text(before) : text(own)} after={both ? text(after) : text(own)} column={column} id={id} />
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
}
