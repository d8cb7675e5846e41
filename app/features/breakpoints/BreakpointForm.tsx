import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { checkBreakpoint, tidyBreakpoint } from '../../../shared/debugger/check-breakpoint.ts';
import { knownNames } from '../../../shared/debugger/known-names.ts';
import { completeExpression } from '../../../shared/expression/complete.ts';
import { completeLogMessage } from '../../../shared/expression/template.ts';
import type { Breakpoint } from '../../../shared/session/breakpoint-types.ts';
import { saveBreakpoint } from '../../store/toggle-breakpoint.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Labelled } from '../../ui/PanelSection.tsx';
import { Select } from '../../ui/Select.tsx';
import { ExpressionField } from './ExpressionField.tsx';
import { draftOf, EMPTY_FORM, type FormValues, KINDS, valuesOf } from './form-values.ts';
import { HitField } from './HitField.tsx';
import { useTools } from './use-tools.ts';
import { useWhereText } from './use-where-text.ts';
import { useFaultText } from './use-words.ts';
import { WhereFields } from './WhereFields.tsx';

/** Sets a breakpoint of any kind, or changes the one that is edited. */
export function BreakpointForm(props: { edited: Breakpoint | null; onDone(): void }) {
  const { edited } = props;
  const t = useTranslations('rail.breaks');
  const tools = useTools();
  const whereText = useWhereText();
  const faultText = useFaultText();
  const [values, setValues] = useState<FormValues>(edited ? valuesOf(edited) : EMPTY_FORM);
  const [tried, setTried] = useState(false);
  const change = (part: Partial<FormValues>): void => setValues((before) => ({ ...before, ...part }));
  const faults = checkBreakpoint(draftOf(values));
  const names = knownNames(tools, values.kind === 'tool' && values.tool.trim() !== '' ? values.tool.trim() : '*');
  // Why the button does nothing now, in a sentence.
  const whyNot = faults.where
    ? faultText(faults.where, NUMBERS[values.kind] ?? '')
    : faultOf(faults)
      ? t('notNow')
      : null;
  const submit = async (): Promise<void> => {
    setTried(true);
    if (faultOf(faults)) return;
    const saved = await saveBreakpoint({ id: edited?.id ?? crypto.randomUUID(), ...tidyBreakpoint(draftOf(values)) });
    if (!saved) return;
    setTried(false);
    if (!edited) setValues({ ...EMPTY_FORM, kind: values.kind });
    props.onDone();
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {values.fixed ? (
        <p>{whereText(values.fixed)}</p>
      ) : (
        <>
          <Labelled label={t('kind')}>
            <Select
              label={t('kind')}
              look="field"
              items={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              value={values.kind}
              onChange={(kind) => change({ kind })}
            />
          </Labelled>
          <WhereFields values={values} change={change} tools={tools} invalid={tried && faults.where !== null} />
        </>
      )}
      <Labelled label={t('condition')} aside={<Optional />}>
        <ExpressionField
          label={t('condition')}
          value={values.condition}
          onChange={(condition) => change({ condition })}
          error={faults.condition}
          complete={(text, caret) => completeExpression(text, caret, names)}
          placeholder="input.amount > 100"
        />
      </Labelled>
      <Labelled label={t('hitCondition')} aside={<Optional />}>
        <HitField
          value={values.hitCondition}
          onChange={(hitCondition) => change({ hitCondition })}
          error={faults.hitCondition}
        />
      </Labelled>
      <Labelled label={t('logMessage')} aside={<Optional />}>
        <ExpressionField
          label={t('logMessage')}
          value={values.logMessage}
          onChange={(logMessage) => change({ logMessage })}
          error={faults.logMessage}
          complete={(text, caret) => completeLogMessage(text, caret, names)}
          placeholder="{tool}: {input}"
          note={t('logMessageNote')}
        />
      </Labelled>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look={edited ? 'solid' : 'plain'} disabledReason={whyNot}>
          {t(edited ? 'save' : 'add')}
        </Button>
        {edited && <Button onClick={props.onDone}>{t('cancel')}</Button>}
        <Checkbox checked={values.enabled} onChange={(enabled) => change({ enabled })} className="ml-auto">
          {t('enabled')}
        </Checkbox>
      </div>
    </form>
  );
}

type Faults = ReturnType<typeof checkBreakpoint>;

function faultOf({ where, condition, hitCondition, logMessage }: Faults): boolean {
  return where !== null || condition !== null || hitCondition !== null || logMessage !== null;
}

/** What a number of each kind looks like. */
const NUMBERS: Partial<Record<FormValues['kind'], string>> = { tokens: '50000', cost: '0.25', 'same-call': '2' };

function Optional() {
  const t = useTranslations('rail.breaks');
  return (
    <span aria-hidden className="text-label text-ink-2">
      {t('optional')}
    </span>
  );
}
