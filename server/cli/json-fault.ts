import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';

/** Where and why a text is no JSON: `line 3, column 7: comma expected`. */
export function jsonFault(text: string, error: unknown): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const first = errors.toSorted((left, right) => left.offset - right.offset)[0];
  if (!first) return error instanceof Error ? error.message : String(error);
  const before = text.slice(0, first.offset);
  const line = before.split('\n').length;
  const column = first.offset - (before.lastIndexOf('\n') + 1) + 1;
  const words = printParseErrorCode(first.error)
    .replaceAll(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase();
  // Several documents in a row are usually a log with one on each line.
  const log = words === 'end of file expected' ? '; the first value ends here and another begins' : '';
  return `line ${line}, column ${column}: ${words}${log}`;
}
