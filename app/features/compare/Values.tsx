import { useTranslations } from 'use-intl';
import type { FieldTable } from '../../../shared/view/inspect-fields.ts';
import { FieldsSide } from './FieldsSide.tsx';
import { FoldButton } from './FoldButton.tsx';
import { useFold } from './opened.ts';
import type { Column } from './TextSide.tsx';

/** The first values of a table; the rest when asked for. */
export function Values({ table, column, id }: { table: FieldTable; column: Column; id: string }) {
  const few = 4;
  const t = useTranslations('compare.list');
  const [open, toggle] = useFold(`${id} values`);
  const hidden = table.fields.length - few;
  const fields = open ? table.fields : table.fields.slice(0, few);
  return (
    <>
      <FieldsSide
        table={{
          fields: fields.map((field) => ({ ...field, change: 'same' })),
          edited: 0,
          more: open ? table.more : 0,
        }}
        column={column}
        id={id}
        plain
      />
      {hidden > 0 && (
        <FoldButton open={open} onToggle={toggle} text={t('moreFields', { count: hidden + table.more })} />
      )}
    </>
  );
}
