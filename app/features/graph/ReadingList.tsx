import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { entryWords, lastEntries } from '../../../shared/view/graph-list.ts';
import type { GraphModel } from '../../../shared/view/graph-types.ts';

const READ = 60;

/** The newest entries in words only, for screen readers, while the picture is shown. */
export function ReadingList(props: { model: GraphModel }) {
  const t = useTranslations('graph');
  const entries = useMemo(() => lastEntries(props.model, READ), [props.model]);
  return (
    <ol className="g-reading" aria-label={t('listName')}>
      {entries.map(({ id, node }) => (
        <li key={id}>{entryWords(node)}</li>
      ))}
    </ol>
  );
}
