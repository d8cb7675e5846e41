import { diffLines, diffWordsWithSpace, type ChangeObject } from 'diff';

export interface TextPiece {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** One line of the comparison. A changed line is a `removed` and an `added` one with their pieces marked. */
export interface LineChange {
  kind: 'same' | 'added' | 'removed';
  pieces: TextPiece[];
}

export interface TextDiff {
  lines: LineChange[];
  /** True when the texts differ too much to compare: then all of one is removed and all of the other added. */
  gaveUp: boolean;
}

/** Myers' algorithm takes time in the square of this number; beyond it the answer would help nobody. */
const MOST_EDITS = 1500;
const MOST_WORD_UNITS = 4000;

/** Compares two texts by line, and by word inside a line that was replaced by one other line. */
export function diffText(before: string, after: string): TextDiff {
  const changes = diffLines(before, after, { maxEditLength: MOST_EDITS });
  if (changes === undefined) {
    return { lines: [...whole('removed', before), ...whole('added', after)], gaveUp: true };
  }
  const lines: LineChange[] = [];
  for (let index = 0; index < changes.length; index++) {
    const change = changes[index] as ChangeObject<string>;
    const next = changes[index + 1];
    const pair = change.removed && next?.added && change.count === 1 && next.count === 1;
    if (pair && change.value.length + next.value.length < MOST_WORD_UNITS) {
      lines.push(...diffWords(change.value, next.value));
      index++;
    } else lines.push(...whole(kindOf(change), change.value));
  }
  return { lines, gaveUp: false };
}

function kindOf(change: ChangeObject<string>): TextPiece['kind'] {
  if (change.added) return 'added';
  return change.removed ? 'removed' : 'same';
}

function whole(kind: TextPiece['kind'], text: string): LineChange[] {
  if (text === '') return [];
  const body = text.endsWith('\n') ? text.slice(0, -1) : text;
  return body.split('\n').map((line) => ({ kind, pieces: [{ kind, text: line }] }));
}

function diffWords(before: string, after: string): LineChange[] {
  const pieces = diffWordsWithSpace(trimEnd(before), trimEnd(after)).map((change): TextPiece => ({
    kind: kindOf(change),
    text: change.value,
  }));
  return [
    { kind: 'removed', pieces: pieces.filter((piece) => piece.kind !== 'added') },
    { kind: 'added', pieces: pieces.filter((piece) => piece.kind !== 'removed') },
  ];
}

function trimEnd(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
