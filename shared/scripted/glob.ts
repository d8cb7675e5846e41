/**
 * Globs without a regular expression: `*` is any run of characters (line breaks too), `?` one character, `\` takes the
 * next one literally. The pattern must match the whole text; upper and lower case differ.
 *
 * All positions in the pattern that the text read so far could have reached are kept as bits and moved together, one
 * character at a time. The cost is characters × ⌈pattern / 32⌉ words, whatever the pattern: nothing backtracks, so a
 * pattern from a stranger cannot hang the program.
 */
export function globMatches(pattern: string, text: string): boolean {
  const automaton = compile(pattern);
  let state = Uint32Array.from(automaton.start);
  for (const character of text) {
    state = advance(automaton, state, automaton.takes.get(character) ?? automaton.takesAny);
    if (state.every((word) => word === 0)) return false;
  }
  return hasBit(state, automaton.accept);
}

/**
 * Bit i of a state means that the first i literal tokens (characters and `?`) are matched. A star behind token i keeps
 * bit i set for ever.
 */
interface Automaton {
  start: Uint32Array;
  /** Bits that stay: those with a star behind them. */
  stays: Uint32Array;
  /** For each character of the pattern: the bits that this character leads to. */
  takes: Map<string, Uint32Array>;
  /** The bits that a character not in the pattern leads to: those behind a `?`. */
  takesAny: Uint32Array;
  accept: number;
}

type Token = { any: true } | { any: false; character: string };

function compile(pattern: string): Automaton {
  const { tokens, stars } = tokenise(pattern);
  const words = Math.floor(tokens.length / 32) + 1;
  const empty = () => new Uint32Array(words);
  const [start, stays, takesAny] = [empty(), empty(), empty()];
  setBit(start, 0);
  for (const star of stars) setBit(stays, star);
  const takes = new Map<string, Uint32Array>();
  for (const token of tokens) if (!token.any && !takes.has(token.character)) takes.set(token.character, empty());
  tokens.forEach((token, index) => {
    if (!token.any) return setBit(takes.get(token.character)!, index + 1);
    setBit(takesAny, index + 1);
    for (const bits of takes.values()) setBit(bits, index + 1);
  });
  return { start, stays, takes, takesAny, accept: tokens.length };
}

function tokenise(pattern: string): { tokens: Token[]; stars: Set<number> } {
  const tokens: Token[] = [];
  const stars = new Set<number>();
  let literal = false;
  for (const character of pattern) {
    if (!literal && character === '\\') {
      literal = true;
      continue;
    }
    if (!literal && character === '*') stars.add(tokens.length);
    else if (!literal && character === '?') tokens.push({ any: true });
    else tokens.push({ any: false, character });
    literal = false;
  }
  if (literal) tokens.push({ any: false, character: '\\' });
  return { tokens, stars };
}

/** next = (state shifted by one, where the character may lead) or (state, where a star holds it). */
function advance({ stays }: Automaton, state: Uint32Array, leadsTo: Uint32Array): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(state.length);
  let carry = 0;
  for (let word = 0; word < state.length; word += 1) {
    const bits = state[word]!;
    next[word] = (((bits << 1) | carry) & leadsTo[word]!) | (bits & stays[word]!);
    carry = bits >>> 31;
  }
  return next;
}

function setBit(bits: Uint32Array, index: number): void {
  const word = index >>> 5;
  bits[word] = bits[word]! | (1 << (index & 31));
}

function hasBit(bits: Uint32Array, index: number): boolean {
  return ((bits[index >>> 5]! >>> (index & 31)) & 1) === 1;
}
