import { useTranslations } from 'use-intl';
import { fieldsOfValue } from '../../../shared/view/inspect-fields.ts';
import { prettyJson } from '../../../shared/view/inspect-json-text.ts';
import type { Pair, PathView } from '../../../shared/view/inspect-pairs.ts';
import { setInspectorTab } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { DraftActions } from './DraftActions.tsx';
import { FieldRows } from './FieldRows.tsx';
import { Section } from './Section.tsx';
import { pairName } from './subject-names.ts';
import { TextView } from './TextView.tsx';
import type { DraftHandle } from './use-draft.ts';

/** What the model asked for, and beside it what a person made of it before the call ran. */
export function InputSection(props: { view: PathView; pair: Pair; draft: DraftHandle | null }) {
  const { view, pair } = props;
  const t = useTranslations('inspector');
  const draft = props.draft?.target.kind === 'input' ? props.draft : null;
  const name = pairName(view, pair);
  const label = `${t('pair.inputOf')} ${name}`;
  const raw = pair.call !== null && 'rawInput' in pair.call ? pair.call.rawInput : undefined;
  const executed = pair.call?.inputEdited === true ? pair.call.input : undefined;
  const current = executed ?? pair.input;
  const shown = draft?.dirty === true ? valueOf(draft.text, current) : current;
  const table = raw === undefined ? fieldsOfValue(shown, pair.input) : null;
  return (
    <Section
      title={
        <>
          {t('pair.inputOf')} <b className="mono font-semibold">{name}</b>
        </>
      }
      aside={
        table !== null && table.edited > 0
          ? t('pair.fieldsEdited', { count: table.edited })
          : draft && (
              <Button small onClick={() => setInspectorTab('json')}>
                {t('pair.edit')}
              </Button>
            )
      }
    >
      {table !== null ? (
        <FieldRows table={table} label={label} />
      ) : (
        <TextView text={raw ?? prettyJson(JSON.stringify(shown) ?? '') ?? JSON.stringify(shown) ?? ''} label={label} />
      )}
      {raw !== undefined && <p className="mt-2 text-ink-2">{t('attempt.rawInput')}</p>}
      {executed !== undefined && <p className="mt-2 text-ink-2">{t('head.inputEdited')}</p>}
      {draft && <DraftActions draft={draft} />}
    </Section>
  );
}

/** A draft that is no JSON yet shows the last value that was. */
function valueOf(text: string, fallback: unknown): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return fallback;
  }
}
