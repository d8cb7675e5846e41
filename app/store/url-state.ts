import { type CompareData, decodeSide, encodeSide } from './compare.ts';
import type { CentreTab, InspectorTab, Selection } from './selection.ts';

export type DrawerTab = 'problems' | 'console' | 'tokens' | 'limits';

/** Everything shown that has a link. Missing parts are null: the page then chooses. */
export interface UrlState {
  session: string | null;
  branch: string | null;
  selection: Selection | null;
  inspectorTab: InspectorTab | null;
  centreTab: CentreTab | null;
  drawer: DrawerTab | null;
  /** seq of the event looked at; null = now. */
  cursor: number | null;
  list: boolean;
  /** What the view `Compare` shows; null while it is not open. */
  compare: CompareData | null;
}

export const EMPTY_URL: UrlState = {
  session: null,
  branch: null,
  selection: null,
  inspectorTab: null,
  centreTab: null,
  drawer: null,
  cursor: null,
  list: false,
  compare: null,
};

/** Version of the fragment. A new one must go on reading the older ones. */
const URL_VERSION = '1';
const INSPECTOR_TABS: readonly InspectorTab[] = ['pretty', 'json', 'request', 'stream', 'diff'];
const CENTRE_TABS: readonly CentreTab[] = ['graph', 'compare'];
const DRAWER_TABS: readonly DrawerTab[] = ['problems', 'console', 'tokens', 'limits'];

/** The fragment (without `#`) for what is shown; empty when nothing is. Pure, the inverse of `decodeUrl`. */
export function encodeUrl(state: UrlState): string {
  if (!state.session) return '';
  const parts = new URLSearchParams({ v: URL_VERSION, session: state.session });
  const add = (name: string, value: string | null): void => {
    if (value !== null) parts.set(name, value);
  };
  add('branch', state.branch);
  add('at', state.cursor === null ? null : String(state.cursor));
  add('select', state.selection && encodeSelection(state.selection));
  add('tab', state.inspectorTab);
  add('view', state.centreTab);
  add('drawer', state.drawer);
  add('list', state.list ? '1' : null);
  if (state.centreTab === 'compare' && state.compare) encodeCompare(state.compare, state.session, add);
  return parts.toString();
}

/** Reads a fragment, with or without `#`. What is unknown or damaged is left out; never throws. */
export function decodeUrl(fragment: string): UrlState {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const session = parts.get('session');
  if (parts.get('v') !== URL_VERSION || !session) return EMPTY_URL;
  return {
    session,
    branch: parts.get('branch') || null,
    selection: decodeSelection(parts.get('select') ?? ''),
    inspectorTab: oneOf(INSPECTOR_TABS, parts.get('tab')),
    centreTab: oneOf(CENTRE_TABS, parts.get('view')),
    drawer: oneOf(DRAWER_TABS, parts.get('drawer')),
    cursor: wholeNumber(parts.get('at')),
    list: parts.get('list') === '1',
    compare: parts.get('view') === 'compare' ? decodeCompare(parts, session) : null,
  };
}

function encodeCompare(compare: CompareData, session: string, add: (name: string, value: string | null) => void): void {
  add('left', encodeSide(compare.left, session));
  add('right', encodeSide(compare.right, session));
  add('compare', compare.mode === 'sides' ? null : compare.mode);
  add('request', compare.request === null ? null : String(compare.request));
  add('differs', compare.onlyDifferent ? '1' : null);
}

function decodeCompare(parts: URLSearchParams, session: string): CompareData {
  return {
    mode: parts.get('compare') === 'requests' ? 'requests' : 'sides',
    left: decodeSide(parts.get('left'), session),
    right: decodeSide(parts.get('right'), session),
    request: wholeNumber(parts.get('request')),
    onlyDifferent: parts.get('differs') === '1',
  };
}

function encodeSelection(selection: Selection): string {
  switch (selection.kind) {
    case 'node':
      return selection.block === undefined ? `node:${selection.node}` : `node:${selection.node}:${selection.block}`;
    case 'call':
      return `call:${selection.call}`;
    case 'attempt':
      return `attempt:${selection.request}`;
    default:
      return selection.kind;
  }
}

function decodeSelection(text: string): Selection | null {
  const [kind, id, block] = text.split(':');
  if (kind === 'results' || kind === 'next') return { kind };
  if (!id) return null;
  if (kind === 'call') return { kind, call: id };
  if (kind === 'attempt') return { kind, request: id };
  if (kind !== 'node') return null;
  const index = wholeNumber(block ?? null, 0);
  return index === null ? { kind, node: id } : { kind, node: id, block: index };
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null;
}

function wholeNumber(text: string | null, least = 1): number | null {
  if (text === null || text === '') return null;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= least ? value : null;
}
