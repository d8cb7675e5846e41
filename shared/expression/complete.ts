import { type KnownName, memberAt, type ValueType } from './known-names.ts';
import { type Token, tokenize } from './tokens.ts';

/** Something that can stand at the caret: `insert` replaces the text from `from` to `to`. */
export interface Completion {
  label: string;
  insert: string;
  from: number;
  to: number;
  kind: 'name' | 'value' | 'word';
  type?: ValueType;
}

type Draft = Omit<Completion, 'from' | 'to'> & { from?: number };

const LOGIC = ['and', 'or'] as const;
const COMPARE: Record<ValueType, readonly string[]> = {
  number: ['==', '!=', '>', '>=', '<', '<=', 'in'],
  text: ['==', '!=', 'contains', 'glob', 'in'],
  boolean: ['==', '!='],
  object: ['==', '!=', 'contains'],
  list: ['contains', '==', '!='],
  any: ['==', '!=', '>', '>=', '<', '<=', 'contains', 'glob', 'in'],
};
const COMPARISONS = new Set(['==', '!=', '>', '>=', '<', '<=', 'in', 'contains', 'glob', 'equals']);
const LITERALS = new Set(['true', 'false', 'null']);

/**
 * What can stand at the caret of an expression, best first: members behind a dot, values a compared path is known to
 * take, names where a value is due, operators behind one. Works on texts that do not parse yet.
 */
export function completeExpression(text: string, caret: number, names: readonly KnownName[]): Completion[] {
  const { tokens: all, error } = tokenize(text.slice(0, caret));
  const tokens = all.slice(0, -1);
  if (error) return error.code === 'noQuote' ? insideQuotes(text, caret, error.from, tokens, names) : [];
  const last = tokens.at(-1);
  if (last?.kind === 'number' && last.to === caret) return [];
  const typing = last && last.to === caret && (last.kind === 'name' || last.kind === 'keyword') ? last : null;
  const before = typing ? tokens.slice(0, -1) : tokens;
  const from = typing?.from ?? caret;
  return matching(draftsAfter(before, names), typing?.text ?? '').map((draft) => ({ from, to: caret, ...draft }));
}

function draftsAfter(tokens: readonly Token[], names: readonly KnownName[]): Draft[] {
  const last = tokens.at(-1);
  if (last?.kind === 'operator' && last.text === '.') return memberDrafts(tokens.slice(0, -1), names, last.from);
  if (last && endsValue(last)) return operatorDrafts(tokens, names);
  const compared = comparedPath(tokens, names);
  const values = valueDrafts(compared);
  const own = names.map((each): Draft => ({ label: each.name, insert: each.name, kind: 'name', type: each.type }));
  return [...values, ...own, ...(compared ? [] : words(['not']))];
}

function memberDrafts(tokens: readonly Token[], names: readonly KnownName[], dot: number): Draft[] {
  const path = pathAtEnd(tokens);
  const members = (path && memberAt(names, path.name, path.steps)?.members) ?? [];
  return members.flatMap(({ name, type }): Draft[] => {
    if (name === '0') return [];
    const plain = tokenize(name).tokens;
    const fits = plain.length === 2 && plain[0]?.kind === 'name' && plain[0].text === name;
    const kind = 'name' as const;
    return [
      fits
        ? { label: name, insert: name, kind, type }
        : { label: name, insert: `[${quoted(name)}]`, kind, type, from: dot },
    ];
  });
}

function operatorDrafts(tokens: readonly Token[], names: readonly KnownName[]): Draft[] {
  const path = pathAtEnd(tokens);
  const before = path ? tokens[path.start - 1] : tokens.at(-2);
  if (before && COMPARISONS.has(before.text) && before.kind !== 'string') return words(LOGIC);
  const type = (path && memberAt(names, path.name, path.steps)?.type) ?? 'any';
  return words([...COMPARE[type], ...LOGIC]);
}

/** The name whose value stands on the other side of the comparison that ends here. */
function comparedPath(tokens: readonly Token[], names: readonly KnownName[]): KnownName | null {
  let end = tokens.length - 1;
  // In a list the comparison stands in front of its bracket.
  while (end > 0 && (tokens[end]?.text === ',' || tokens[end]?.text === '[' || tokens[end]?.kind === 'string'))
    end -= 1;
  const sign = tokens[end];
  if (!sign || sign.kind === 'string' || !COMPARISONS.has(sign.text)) return null;
  const negated = sign.text === 'in' && tokens[end - 1]?.text === 'not' ? 1 : 0;
  const path = pathAtEnd(tokens.slice(0, end - negated));
  return (path && memberAt(names, path.name, path.steps)) ?? null;
}

function valueDrafts(name: KnownName | null): Draft[] {
  if (name?.type === 'boolean') return words(['true', 'false']);
  return (name?.values ?? []).map((value): Draft => ({ label: quoted(value), insert: quoted(value), kind: 'value' }));
}

function insideQuotes(
  text: string,
  caret: number,
  from: number,
  tokens: readonly Token[],
  names: readonly KnownName[],
): Completion[] {
  const compared = comparedPath(tokens, names);
  const to = text.charAt(caret) === text.charAt(from) ? caret + 1 : caret;
  const drafts = (compared?.values ?? []).map((value): Draft => ({
    label: value,
    insert: quoted(value),
    kind: 'value',
  }));
  return matching(drafts, text.slice(from + 1, caret)).map((draft) => ({ ...draft, from, to }));
}

/** The path that the tokens end with, and the index of its first token. */
function pathAtEnd(tokens: readonly Token[]): { name: string; steps: (string | number)[]; start: number } | null {
  const steps: (string | number)[] = [];
  for (let at = tokens.length - 1; at >= 0;) {
    const token = tokens[at] as Token;
    const inner = tokens[at - 1];
    if (token.text === ']' && token.kind === 'operator') {
      if (tokens[at - 2]?.text !== '[' || inner?.value === undefined) return null;
      steps.unshift(inner.value);
      at -= 3;
      continue;
    }
    if (inner?.text === '.' && inner.kind === 'operator') {
      steps.unshift(token.kind === 'number' ? Number(token.value) : token.text);
      at -= 2;
      continue;
    }
    return token.kind === 'name' ? { name: token.text, steps, start: at } : null;
  }
  return null;
}

function endsValue(token: Token): boolean {
  if (token.kind === 'keyword') return LITERALS.has(token.text);
  if (token.kind === 'operator') return token.text === ')' || token.text === ']';
  return token.kind !== 'end';
}

function words(list: readonly string[]): Draft[] {
  return list.map((word) => ({ label: word, insert: word, kind: 'word' }));
}

/** A text as an expression writes it. */
export function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replaceAll('\r', '\\r');
  return `"${escaped}"`;
}

/** Those that begin with what was typed, then those that hold it; nothing when it is complete already. */
export function matching<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const small = typed.toLowerCase();
  const begins = items.filter((item) => item.label.toLowerCase().startsWith(small));
  const holds = items.filter((item) => !begins.includes(item) && item.label.toLowerCase().includes(small));
  const found = [...begins, ...holds];
  return found.length === 1 && found[0]?.label === typed ? [] : found;
}
