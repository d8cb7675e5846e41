import { useTranslations } from 'use-intl';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Labelled } from '../../ui/PanelSection.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { UNSET } from './config-draft.ts';
import type { ConfigEditing } from './use-config-draft.ts';

const THINKING = ['adaptive', 'enabled', 'disabled'];
const CHOICES = ['auto', 'any', 'tool', 'none'];

/** The other fields of the body. API names stay as they are. */
export function Parameters({ editing }: { editing: ConfigEditing }) {
  const t = useTranslations('rail.config');
  const { draft, change } = editing;
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        <Labelled label={t('model')} mono>
          <TextField label={t('modelField')} value={draft.model} onChange={(model) => change({ model })} mono />
        </Labelled>
        <Labelled label={t('maxTokens')} mono>
          <TextField
            label={t('maxTokens')}
            value={draft.maxTokens}
            onChange={(maxTokens) => change({ maxTokens })}
            mono
          />
        </Labelled>
      </div>
      <Thinking editing={editing} />
      <Choice editing={editing} />
      <Labelled label={t('endpoint')}>
        <Select
          label={t('endpoint')}
          look="field"
          items={(['scripted', 'live'] as const).map((value) => ({ value, label: t(`endpoints.${value}`) }))}
          value={draft.endpoint}
          onChange={(endpoint) => change({ endpoint })}
        />
      </Labelled>
      <Labelled label={t('other')}>
        <TextArea label={t('other')} value={draft.other} onChange={(other) => change({ other })} rows={2} mono />
        <p className="text-label text-ink-2">{t('otherHint')}</p>
      </Labelled>
    </>
  );
}

function Thinking({ editing }: { editing: ConfigEditing }) {
  const t = useTranslations('rail.config');
  const { thinking } = editing.draft;
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <Labelled label={t('thinking')} mono>
        <TypeSelect
          label={t('thinking')}
          types={THINKING}
          value={thinking.type}
          onChange={(type) => editing.change({ thinking: { type, budget: type === 'enabled' ? thinking.budget : '' } })}
        />
      </Labelled>
      {thinking.type === 'enabled' && (
        <Labelled label={t('thinkingBudget')} mono>
          <TextField
            label={t('thinkingBudget')}
            value={thinking.budget}
            onChange={(budget) => editing.change({ thinking: { ...thinking, budget } })}
            mono
          />
        </Labelled>
      )}
    </div>
  );
}

function Choice({ editing }: { editing: ConfigEditing }) {
  const t = useTranslations('rail.config');
  const choice = editing.draft.toolChoice;
  const change = (part: Partial<typeof choice>): void => editing.change({ toolChoice: { ...choice, ...part } });
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        <Labelled label={t('toolChoice')} mono>
          <TypeSelect
            label={t('toolChoice')}
            types={CHOICES}
            value={choice.type}
            onChange={(type) => change({ type })}
          />
        </Labelled>
        {choice.type === 'tool' && (
          <Labelled label={t('toolName')}>
            <TextField label={t('toolName')} value={choice.name} onChange={(name) => change({ name })} mono />
          </Labelled>
        )}
      </div>
      {choice.type !== UNSET && choice.type !== 'none' && (
        <Checkbox checked={choice.parallelOff} onChange={(parallelOff) => change({ parallelOff })}>
          <code className="mono text-code">{t('parallelOff')}</code>
        </Checkbox>
      )}
    </>
  );
}

/** One of the API's `type` values, or "not sent". A value this page does not know stays in the list. */
function TypeSelect(props: { label: string; types: string[]; value: string; onChange(value: string): void }) {
  const t = useTranslations('rail.config');
  const types = new Set([...props.types, props.value].filter((type) => type !== UNSET));
  const items = [...types].map((value) => ({ value, label: value, mono: true }));
  return (
    <Select
      label={props.label}
      look="field"
      items={[{ value: UNSET, label: t('unset') }, ...items]}
      value={props.value}
      onChange={props.onChange}
    />
  );
}
