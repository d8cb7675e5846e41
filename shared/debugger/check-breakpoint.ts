import { conditionError, logMessageError } from '../expression/template.ts';
import type { Breakpoint, BreakpointWhere } from '../session/breakpoint-types.ts';
import { type BreakpointError, type BreakpointFault, breakpointError } from './breakpoint-faults.ts';
import { parseHitCondition } from './hit-condition.ts';
import { CONDITION_NAMES } from './known-names.ts';

/** A breakpoint that has no id yet. */
export type BreakpointDraft = Omit<Breakpoint, 'id'>;

/** What is wrong with each part, placed in that part's own text; null where nothing is. */
export interface BreakpointFaults {
  where: BreakpointFault | null;
  condition: BreakpointError | null;
  hitCondition: BreakpointError | null;
  logMessage: BreakpointError | null;
}

/** Checks a breakpoint before it is set: one that cannot be read, or can never hold, would only be silent. */
export function checkBreakpoint({ where, condition, hitCondition, logMessage }: BreakpointDraft): BreakpointFaults {
  return {
    where: whereFault(where),
    condition: isBlank(condition) ? null : conditionError(condition, CONDITION_NAMES),
    hitCondition: isBlank(hitCondition) ? null : hitError(hitCondition),
    logMessage: logMessage === undefined ? null : logMessageError(logMessage, CONDITION_NAMES),
  };
}

/** A hit condition that cannot be read, as a whole. */
export function hitError(text: string): BreakpointError | null {
  if (parseHitCondition(text)) return null;
  return breakpointError('hitCondition', { from: 0, to: text.length }, text.trim());
}

function whereFault(where: BreakpointWhere): BreakpointFault | null {
  switch (where.kind) {
    case 'tool':
      return where.name.trim() === '' ? 'toolName' : null;
    case 'stop_reason':
      return where.value.trim() === '' ? 'reasonMissing' : null;
    case 'text':
      return where.contains === '' ? 'textMissing' : null;
    case 'tokens':
    case 'cost':
      return Number.isFinite(where.over) && where.over >= 0 ? null : 'numberMissing';
    case 'same-call':
      return Number.isSafeInteger(where.times) && where.times >= 2 ? null : 'numberMissing';
    default:
      return null;
  }
}

function isBlank(text: string | undefined): text is undefined | '' {
  return text === undefined || text.trim() === '';
}

/** The breakpoint without parts that say nothing: blank conditions, and the spaces around the others. */
export function tidyBreakpoint(draft: BreakpointDraft): BreakpointDraft {
  const { where, enabled, condition, hitCondition, logMessage } = draft;
  return {
    where,
    enabled,
    ...(isBlank(condition) ? {} : { condition: condition.trim() }),
    ...(isBlank(hitCondition) ? {} : { hitCondition: hitCondition.trim() }),
    ...(isBlank(logMessage) ? {} : { logMessage: logMessage.trim() }),
  };
}
