import { useTranslations } from 'use-intl';
import { toolNames } from '../../../shared/debugger/known-names.ts';
import { KNOWN_STOP_REASONS, type ToolDefinition } from '../../../shared/messages/types.ts';
import type { StopName } from '../../../shared/session/events.ts';
import { Button } from '../../ui/Button.tsx';
import { Labelled } from '../../ui/PanelSection.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { FormValues } from './form-values.ts';

const STOPS: readonly StopName[] = ['request', 'response', 'tools', 'results'];

interface FieldProps {
  values: FormValues;
  change(part: Partial<FormValues>): void;
  tools: readonly ToolDefinition[];
  /** The field cannot stay as it is. */
  invalid: boolean;
}

/** The fields that belong to the chosen kind. */
export function WhereFields(props: FieldProps) {
  const { values, change, invalid } = props;
  const t = useTranslations('rail.breaks');
  switch (values.kind) {
    case 'stop':
      return (
        <Labelled label={t('stop')}>
          <Select
            label={t('stop')}
            look="field"
            items={STOPS.map((value) => ({ value, label: value, mono: true }))}
            value={values.stop}
            onChange={(stop) => change({ stop })}
          />
        </Labelled>
      );
    case 'tool':
      return <ToolField {...props} />;
    case 'stop_reason':
      return <ReasonField {...props} />;
    case 'tokens':
      return (
        <Line
          label={t('overTokens')}
          value={values.tokens}
          example="50000"
          invalid={invalid}
          onChange={(tokens) => change({ tokens })}
        />
      );
    case 'cost':
      return (
        <Line
          label={t('overCost')}
          value={values.cost}
          example="0.25"
          invalid={invalid}
          onChange={(cost) => change({ cost })}
        />
      );
    case 'same-call':
      return (
        <Line
          label={t('times')}
          value={values.times}
          example="2"
          invalid={invalid}
          onChange={(times) => change({ times })}
        />
      );
    case 'text':
      return (
        <Line
          label={t('contains')}
          value={values.contains}
          note={t('containsNote')}
          invalid={invalid}
          onChange={(contains) => change({ contains })}
        />
      );
    case 'problem':
      return (
        <Labelled label={t('severity')}>
          <Select
            label={t('severity')}
            look="field"
            items={(['error', 'warning'] as const).map((value) => ({ value, label: t(`atProblem.${value}`) }))}
            value={values.severity}
            onChange={(severity) => change({ severity })}
          />
        </Labelled>
      );
    case 'error-result':
      return null;
  }
}

function Line(props: {
  label: string;
  value: string;
  onChange(value: string): void;
  invalid: boolean;
  example?: string;
  note?: string;
}) {
  return (
    <Labelled label={props.label}>
      <TextField
        label={props.label}
        value={props.value}
        onChange={props.onChange}
        invalid={props.invalid}
        mono
        {...(props.example === undefined ? {} : { placeholder: props.example })}
      />
      {props.note && <p className="text-label leading-[1.4] text-ink-2">{props.note}</p>}
    </Labelled>
  );
}

/** A glob; the tools of the request stand below as one-click choices. */
function ToolField({ values, change, tools, invalid }: FieldProps) {
  const t = useTranslations('rail.breaks');
  return (
    <Labelled label={t('tool')}>
      <TextField
        label={t('tool')}
        placeholder="process_*"
        value={values.tool}
        onChange={(tool) => change({ tool })}
        invalid={invalid}
        mono
      />
      <Choices names={toolNames(tools)} onChoose={(tool) => change({ tool })} />
    </Labelled>
  );
}

/** Any text: the API may send reasons that nobody knows yet. */
function ReasonField({ values, change, invalid }: FieldProps) {
  const t = useTranslations('rail.breaks');
  return (
    <Labelled label={t('stopReason')} mono>
      <TextField
        label={t('stopReason')}
        value={values.reason}
        onChange={(reason) => change({ reason })}
        invalid={invalid}
        mono
      />
      <Choices names={KNOWN_STOP_REASONS} onChoose={(reason) => change({ reason })} />
    </Labelled>
  );
}

function Choices(props: { names: readonly string[]; onChoose(name: string): void }) {
  return (
    <div className="mt-0.5 flex flex-wrap gap-1.5 empty:hidden">
      {props.names.map((name) => (
        <Button key={name} small onClick={() => props.onChoose(name)}>
          <span className="mono text-tag font-medium">{name}</span>
        </Button>
      ))}
    </div>
  );
}
