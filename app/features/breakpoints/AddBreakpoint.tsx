import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BreakpointWhere } from '../../../shared/session/breakpoint-types.ts';
import type { StopName } from '../../../shared/session/events.ts';
import { KNOWN_STOP_REASONS } from '../../../shared/messages/types.ts';
import { configById } from '../../../shared/session/tree.ts';
import { useViewed, useViewedBranch } from '../../store/hooks.ts';
import { toggleBreakpoint } from '../../store/toggle-breakpoint.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';

const KINDS = ['stop', 'tool', 'stop_reason', 'error-result', 'problem'] as const;
type Kind = (typeof KINDS)[number];
const STOPS: readonly StopName[] = ['request', 'response', 'tools', 'results'];

interface Choice {
  kind: Kind;
  stop: StopName;
  tool: string;
  reason: string;
  severity: 'error' | 'warning';
}

/** Chooses what to watch and sets it. */
export function AddBreakpoint() {
  const t = useTranslations('rail.breaks');
  const [choice, setChoice] = useState<Choice>({
    kind: 'tool',
    stop: 'tools',
    tool: '',
    reason: 'tool_use',
    severity: 'error',
  });
  const change = (part: Partial<Choice>): void => setChoice({ ...choice, ...part });
  const where = whereOf(choice);
  return (
    <form
      className="flex flex-col gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (where) void toggleBreakpoint(where).then(() => change({ tool: '' }));
      }}
    >
      <Select
        label={t('kind')}
        look="field"
        items={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={choice.kind}
        onChange={(kind) => change({ kind })}
      />
      <Detail choice={choice} change={change} />
      <Button type="submit" className="self-start" disabledReason={where ? null : t('needsTool')}>
        {t('add')}
      </Button>
    </form>
  );
}

function whereOf(choice: Choice): BreakpointWhere | null {
  switch (choice.kind) {
    case 'stop':
      return { kind: 'stop', stop: choice.stop };
    case 'tool':
      return choice.tool.trim() === '' ? null : { kind: 'tool', name: choice.tool.trim() };
    case 'stop_reason':
      return { kind: 'stop_reason', value: choice.reason };
    case 'error-result':
      return { kind: 'error-result' };
    case 'problem':
      return { kind: 'problem', severity: choice.severity };
  }
}

function Detail({ choice, change }: { choice: Choice; change(part: Partial<Choice>): void }) {
  const t = useTranslations('rail.breaks');
  const mono = <Value extends string>(values: readonly Value[]) =>
    values.map((value) => ({ value, label: value, mono: true }));
  switch (choice.kind) {
    case 'stop':
      return (
        <Select
          label={t('stop')}
          look="field"
          items={mono(STOPS)}
          value={choice.stop}
          onChange={(stop) => change({ stop })}
        />
      );
    case 'tool':
      return <ToolName value={choice.tool} onChange={(tool) => change({ tool })} />;
    case 'stop_reason':
      return (
        <Select
          label={t('stopReason')}
          look="field"
          items={mono(KNOWN_STOP_REASONS)}
          value={choice.reason}
          onChange={(reason) => change({ reason })}
        />
      );
    case 'problem':
      return (
        <Select
          label={t('severity')}
          look="field"
          items={(['error', 'warning'] as const).map((value) => ({ value, label: t(`atProblem.${value}`) }))}
          value={choice.severity}
          onChange={(severity) => change({ severity })}
        />
      );
    default:
      return null;
  }
}

/** A glob; the tools of the request stand below as one-click choices. */
function ToolName(props: { value: string; onChange(value: string): void }) {
  const t = useTranslations('rail.breaks');
  const state = useViewed();
  const branch = useViewedBranch();
  const tools = state && branch ? (configById(state, branch.config).body.tools ?? []) : [];
  const names = tools.flatMap((tool) => (typeof tool.name === 'string' ? [tool.name] : []));
  return (
    <>
      <TextField label={t('tool')} placeholder={t('tool')} value={props.value} onChange={props.onChange} mono />
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {names.map((name) => (
          <Button key={name} small onClick={() => props.onChange(name)}>
            <span className="mono text-tag">{name}</span>
          </Button>
        ))}
      </div>
    </>
  );
}
