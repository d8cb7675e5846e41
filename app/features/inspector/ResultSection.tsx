import { useTranslations } from 'use-intl';
import type { CallResult } from '../../../shared/session/events.ts';
import { fieldsOfText } from '../../../shared/view/inspect-fields.ts';
import type { Pair, PathView } from '../../../shared/view/inspect-pairs.ts';
import { setInspectorTab } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { BlockList } from './BlockList.tsx';
import { DraftActions, useEditBlock } from './DraftActions.tsx';
import { ErrorSwitch } from './ErrorSwitch.tsx';
import { ResultText } from './ResultText.tsx';
import { Section } from './Section.tsx';
import { pairName } from './subject-names.ts';
import type { DraftHandle } from './use-draft.ts';

/**
 * What a call returned: fields for a JSON object, else text or blocks. A draft is shown instead of what is there,
 * so the table tells what Apply would change. `lost`: the result is in the log and no longer on the path.
 */
export function ResultSection(props: { view: PathView; pair: Pair; draft: DraftHandle | null; lost?: boolean }) {
  const { view, pair, lost } = props;
  const t = useTranslations('inspector.pair');
  const draft = props.draft?.target.kind === 'result' ? props.draft : null;
  const block = useEditBlock(draft);
  const name = pairName(view, pair);
  const shown = shownResult(pair, draft);
  const table = typeof shown.content === 'string' ? fieldsOfText(shown.content, originalText(pair)) : null;
  const edited = table !== null && table.edited > 0;
  const title = lost ? (
    t('resultExists')
  ) : (
    <>
      {t('resultOf')} <b className="mono font-semibold">{name}</b>
    </>
  );
  return (
    <Section title={title} aside={edited ? t('fieldsEdited', { count: table.edited }) : draft && <EditButton />}>
      {lost && <p className="mb-2 text-ink-2">{t('resultExistsNote')}</p>}
      {typeof shown.content === 'string' ? (
        <ResultText
          text={shown.content}
          before={originalText(pair)}
          label={`${t('resultOf')} ${name}`}
          isError={shown.is_error}
        />
      ) : (
        <BlockList blocks={shown.content} />
      )}
      {draft ? (
        <div className="mt-3">
          <ErrorSwitch draft={draft} tool={name} disabled={block !== null} />
        </div>
      ) : (
        shown.is_error && <ErrorNote />
      )}
      {draft && <DraftActions draft={draft} />}
    </Section>
  );
}

function shownResult(pair: Pair, draft: DraftHandle | null): CallResult {
  const result = pair.result ?? { content: '', is_error: false };
  if (draft === null || !draft.dirty) return result;
  return { content: typeof result.content === 'string' ? draft.text : result.content, is_error: draft.isError };
}

/** What stood there before the first edit by hand: of the open call, or of what its source had returned. */
function originalText(pair: Pair): string | null {
  const call = pair.call;
  if (call === null) return null;
  const original = 'original' in call ? (call.original ?? call.result) : call.result;
  return typeof original?.content === 'string' ? original.content : null;
}

function EditButton() {
  const t = useTranslations('inspector.pair');
  return (
    <Button small onClick={() => setInspectorTab('json')}>
      {t('edit')}
    </Button>
  );
}

function ErrorNote() {
  const t = useTranslations('inspector.pair');
  return (
    <p className="mt-3 flex items-center gap-2 text-error">
      <b className="mono text-code font-semibold">is_error</b> {t('isErrorNote')}
    </p>
  );
}
