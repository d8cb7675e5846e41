import { fold } from '../../../shared/view/search-fold.ts';
import type { ShownHit } from '../../store/search.ts';

/** Parts of the page whose text is marked while something is looked for: `data-search-area` names them. */
const AREA = '[data-search-area]';
const INSPECTOR = '[data-search-area="inspector"]';
const SELECTED = '[data-search-area] .g-selected, [data-search-area] .g-turn.g-found';
/** Names of the styles in `search.css`. */
const ALL = 'loupe-found';
const ONE = 'loupe-hit';
/** Elements that stand inside a line of text; every other one ends it. */
const INLINE: ReadonlySet<string> = new Set(['SPAN', 'B', 'STRONG', 'EM', 'I', 'CODE', 'BDI', 'A', 'DEL', 'MARK']);
/** How much around a match is compared to tell it from its likes. */
const AROUND = 32;

/** A stretch of text on the page in one or more text nodes. */
interface Stretch {
  text: string;
  nodes: { node: Text; from: number }[];
}

interface Match {
  range: Range;
  stretch: Stretch;
  at: number;
}

/** The browser can mark text without changing the page (CSS custom highlights). */
export function canHighlight(): boolean {
  return typeof CSS !== 'undefined' && 'highlights' in CSS && typeof Highlight === 'function';
}

/** Takes all marks away. */
export function clearHighlights(): void {
  if (!canHighlight()) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(ONE);
}

/**
 * Marks every match in graph, list and inspector, and the hit in view more strongly. Returns the range of the hit in
 * the inspector, or null while it is not on the page.
 */
export function highlight(needle: string, hit: ShownHit | null): Range | null {
  const matches = [...document.querySelectorAll(AREA)].flatMap((area) => matchesIn(area, needle));
  const inspector = document.querySelector(INSPECTOR);
  const ones = hit === null ? [] : [bestIn(matches, [inspector], hit), bestIn(matches, selectedParts(), hit)];
  const strong = ones.flatMap((match) => (match ? [match.range] : []));
  CSS.highlights.set(
    ALL,
    new Highlight(...matches.map(({ range }) => range).filter((range) => !strong.includes(range))),
  );
  CSS.highlights.set(ONE, new Highlight(...strong));
  return ones[0]?.range ?? null;
}

function selectedParts(): Element[] {
  return [...document.querySelectorAll(SELECTED)];
}

/** The match in these parts whose surroundings are most like those of the hit; the first of equals. */
function bestIn(matches: readonly Match[], parts: readonly (Element | null)[], hit: ShownHit): Match | null {
  const { text } = hit.passage;
  const end = hit.at + hit.needle.length;
  const before = fold(text.slice(Math.max(0, hit.at - AROUND), hit.at));
  const after = fold(text.slice(end, end + AROUND));
  let best: Match | null = null;
  let most = -1;
  for (const match of matches) {
    if (!parts.some((part) => part?.contains(match.range.startContainer))) continue;
    const { stretch, at } = match;
    const likeness =
      sameEnd(stretch.text.slice(0, at), before) + sameStart(stretch.text.slice(at + hit.needle.length), after);
    if (likeness > most) [best, most] = [match, likeness];
  }
  return best;
}

function sameStart(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one[length] === other[length]) length += 1;
  return length;
}

function sameEnd(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one.at(-1 - length) === other.at(-1 - length)) length += 1;
  return length;
}

function matchesIn(area: Element, needle: string): Match[] {
  return stretchesOf(area).flatMap((stretch) => {
    const found: Match[] = [];
    const { text } = stretch;
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      found.push({ range: rangeOf(stretch, at, at + needle.length), stretch, at });
    }
    return found;
  });
}

/** Text nodes joined where they stand in one line; folded. */
function stretchesOf(area: Element): Stretch[] {
  const stretches: Stretch[] = [];
  let lineOf: Element | null = null;
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const line = lineAround(node);
    const last = stretches.at(-1);
    const text = fold((node as Text).data);
    if (last && line === lineOf) {
      last.nodes.push({ node: node as Text, from: last.text.length });
      last.text += text;
    } else stretches.push({ text, nodes: [{ node: node as Text, from: 0 }] });
    lineOf = line;
  }
  return stretches;
}

function lineAround(node: Node): Element | null {
  let element = node.parentElement;
  while (element && INLINE.has(element.tagName) && !element.classList.contains('g-line')) {
    element = element.parentElement;
  }
  return element;
}

function rangeOf(stretch: Stretch, from: number, to: number): Range {
  const range = document.createRange();
  const start = stretch.nodes.findLast((each) => each.from <= from);
  const end = stretch.nodes.findLast((each) => each.from < to);
  if (start) range.setStart(start.node, from - start.from);
  if (end) range.setEnd(end.node, to - end.from);
  return range;
}
