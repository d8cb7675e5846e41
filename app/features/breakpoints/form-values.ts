import type { BreakpointDraft } from '../../../shared/debugger/check-breakpoint.ts';
import type { Breakpoint, BreakpointWhere } from '../../../shared/session/breakpoint-types.ts';
import type { StopName } from '../../../shared/session/events.ts';

/** What a person can choose to stop at. */
export const KINDS = [
  'tool',
  'stop',
  'stop_reason',
  'error-result',
  'text',
  'same-call',
  'tokens',
  'cost',
  'problem',
] as const;
export type Kind = (typeof KINDS)[number];

/** The form as it is filled in: texts stay as they were typed. */
export interface FormValues {
  kind: Kind;
  /** Watches something that the form has no fields for ("Run to here"); only the rest is edited. */
  fixed: BreakpointWhere | null;
  stop: StopName;
  tool: string;
  reason: string;
  tokens: string;
  cost: string;
  times: string;
  severity: 'error' | 'warning';
  contains: string;
  condition: string;
  hitCondition: string;
  logMessage: string;
  enabled: boolean;
}

export const EMPTY_FORM: FormValues = {
  kind: 'tool',
  fixed: null,
  stop: 'tools',
  tool: '',
  reason: 'tool_use',
  tokens: '',
  cost: '',
  times: '2',
  severity: 'error',
  contains: '',
  condition: '',
  hitCondition: '',
  logMessage: '',
  enabled: true,
};

/** The form of a breakpoint that is there. */
export function valuesOf({ where, condition, hitCondition, logMessage, enabled }: Breakpoint): FormValues {
  const rest = { condition: condition ?? '', hitCondition: hitCondition ?? '', logMessage: logMessage ?? '', enabled };
  return { ...EMPTY_FORM, ...whereValues(where), ...rest };
}

function whereValues(where: BreakpointWhere): Partial<FormValues> {
  const { kind } = where;
  switch (kind) {
    case 'stop':
      return { kind, stop: where.stop };
    case 'tool':
      return { kind, tool: where.name };
    case 'stop_reason':
      return { kind, reason: where.value };
    case 'error-result':
      return { kind };
    case 'tokens':
      return { kind, tokens: String(where.over) };
    case 'cost':
      return { kind, cost: String(where.over) };
    case 'same-call':
      return { kind, times: String(where.times) };
    case 'problem':
      return { kind, severity: where.severity };
    case 'text':
      return { kind, contains: where.contains };
    case 'node':
    case 'place':
      return { fixed: where };
  }
}

/** The breakpoint that a form describes; `checkBreakpoint` says what is wrong with it. */
export function draftOf(values: FormValues): BreakpointDraft {
  const { condition, hitCondition, logMessage, enabled } = values;
  return { where: values.fixed ?? whereOf(values), condition, hitCondition, logMessage, enabled };
}

function whereOf(values: FormValues): BreakpointWhere {
  const { kind } = values;
  switch (kind) {
    case 'stop':
      return { kind, stop: values.stop };
    case 'tool':
      return { kind, name: values.tool.trim() };
    case 'stop_reason':
      return { kind, value: values.reason.trim() };
    case 'error-result':
      return { kind };
    case 'tokens':
      return { kind, over: numberIn(values.tokens) };
    case 'cost':
      return { kind, over: numberIn(values.cost) };
    case 'same-call':
      return { kind, times: numberIn(values.times) };
    case 'problem':
      return { kind, severity: values.severity };
    case 'text':
      return { kind, contains: values.contains };
  }
}

/** `50,000`, `50 000` and `$0.25` are numbers to a person; NaN when it is none. */
function numberIn(text: string): number {
  const bare = text.replaceAll(',', '').replaceAll(' ', '').replaceAll('_', '').replace('$', '');
  return bare === '' ? Number.NaN : Number(bare);
}
