import { EXPRESSION_FAULTS, type ExpressionFault, type TextPlace } from '../expression/faults.ts';

/** What can be wrong with a breakpoint beside its expressions, in English; `{word}` is the word it is about. */
export const BREAKPOINT_FAULTS = {
  what: 'Begin with what to stop at: tool, request, response, tools, results, stop_reason, error, tokens, cost, same call, problem or text.',
  unknownWhat:
    '"{word}" is nothing to stop at. Begin with tool, request, response, tools, results, stop_reason, error, tokens, cost, same call, problem or text.',
  toolName: 'A tool’s name is missing; * stands for any characters.',
  reasonMissing: 'A stop_reason is missing, such as max_tokens.',
  numberMissing: 'A number is missing, such as {word}.',
  textMissing: 'A text to look for is missing.',
  notStop: '"{word}" is no stop. The stops are request, response, tools and results.',
  notSeverity: '"{word}" is no severity. Write error or warning.',
  tooMuch: '"{word}" does not follow here. Go on with when, hit or log.',
  conditionMissing: 'A condition is missing after when.',
  hitMissing: 'A count is missing after hit, such as == 2.',
  hitCondition: '"{word}" is no hit condition. Write a number, or == 2, >= 3, < 5, % 2.',
  logMissing: 'A message is missing after log.',
  twice: '"{word}" stands here twice.',
} as const;

export type BreakpointFault = keyof typeof BREAKPOINT_FAULTS;

/** What is wrong with a breakpoint, or with an expression in it, and where. */
export interface BreakpointError extends TextPlace {
  code: BreakpointFault | ExpressionFault;
  word: string;
  /** The sentence in English. */
  message: string;
}

/** A fault at a place, with its English sentence. */
export function breakpointError(code: BreakpointFault, { from, to }: TextPlace, word = ''): BreakpointError {
  return { code, word, message: faultSentence(code, word), from, to };
}

/** The English sentence of a fault. */
export function faultSentence(code: BreakpointFault | ExpressionFault, word: string): string {
  const all: Record<string, string> = { ...EXPRESSION_FAULTS, ...BREAKPOINT_FAULTS };
  return (all[code] ?? '').replace('{word}', () => word);
}
