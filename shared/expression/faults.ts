/**
 * What can be wrong with an expression, in English. `{word}` is the word it is about. The page has the same keys in
 * its other languages.
 */
export const EXPRESSION_FAULTS = {
  missingEnd: 'A value is missing at the end.',
  missingBefore: 'A value is missing before "{word}".',
  valueExpected: 'A value is expected here, not "{word}".',
  notPart: '"{word}" is not part of an expression.',
  useEquals: '"{word}" is not part of an expression. Compare with ==.',
  useAnd: '"{word}" is not part of an expression. Write and.',
  useOr: '"{word}" is not part of an expression. Write or.',
  useNot: '"{word}" is not part of an expression. Write not.',
  notNext: '"{word}" does not follow here. Join conditions with and / or.',
  tooDeep: 'The brackets are nested too deeply.',
  tooLong: 'An expression has at most {word} characters.',
  inAfterNot: 'After a value, not is followed by in.',
  noBracket: 'A closing ) is missing.',
  badList: 'Items of a list are separated by commas and closed by ].',
  afterDot: 'A name is missing after the dot.',
  inSquare: 'In [ ] stands a number or a "name".',
  noSquare: 'A closing ] is missing.',
  noQuote: 'This text has no closing {word}.',
  hugeNumber: '{word} is too large a number.',
  unknownName: 'There is no name "{word}" here.',
} as const;

export type ExpressionFault = keyof typeof EXPRESSION_FAULTS;

/** A place in a text: UTF-16 offsets, end exclusive. */
export interface TextPlace {
  from: number;
  to: number;
}

/** What is wrong with an expression, and where: for a squiggle under it. */
export interface ExpressionError extends TextPlace {
  code: ExpressionFault;
  /** The word that the sentence names; empty when it names none. */
  word: string;
  /** The sentence in English. */
  message: string;
}

/** A fault at a place, with its English sentence. */
export function expressionError(code: ExpressionFault, { from, to }: TextPlace, word = ''): ExpressionError {
  return { code, word, message: EXPRESSION_FAULTS[code].replace('{word}', () => word), from, to };
}
