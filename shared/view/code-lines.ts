import type { PhaseName } from '../session/events.ts';

/** A program as text, and which of its lines the loop is at in each phase. */
export interface CodeText {
  text: string;
  /** One entry per line: the phase whose work the line does, null for everything that is not the loop. */
  phases: (PhaseName | null)[];
  /** 1-based numbers of the first and last line of the loop itself. */
  loop: readonly [first: number, last: number];
}

/** Collects the lines of a program together with what they do. */
export class CodeLines {
  readonly #lines: string[] = [];
  readonly #phases: (PhaseName | null)[] = [];
  #first = 1;
  #last = 1;

  /** Lines beside the loop. A text of several lines is cut at its line breaks. */
  add(...texts: readonly string[]): this {
    return this.#push(null, texts);
  }

  /** Lines at which the loop stands in this phase. */
  at(phase: PhaseName, ...texts: readonly string[]): this {
    return this.#push(phase, texts);
  }

  /** Everything that `write` adds is the loop itself. */
  loop(write: (lines: this) => void): this {
    this.#first = this.#lines.length + 1;
    write(this);
    this.#last = this.#lines.length;
    return this;
  }

  done(): CodeText {
    return { text: `${this.#lines.join('\n')}\n`, phases: this.#phases, loop: [this.#first, this.#last] };
  }

  #push(phase: PhaseName | null, texts: readonly string[]): this {
    for (const line of texts.flatMap((text) => text.split('\n'))) {
      this.#lines.push(line);
      this.#phases.push(phase);
    }
    return this;
  }
}

/** A text for a comment on one line, in any language: no line break of any kind, no end of a block comment. */
export function commentText(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim();
  return line.length > 100 ? `${line.slice(0, 99).trimEnd()}…` : line;
}
