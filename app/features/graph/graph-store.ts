import { create } from 'zustand';
import type { CallId, CallResult } from '../../../shared/session/events.ts';

/** A result as a person has written it in its node, not applied yet. */
export interface ResultDraft {
  text: string;
  isError: boolean;
  /** The result it began from: when what is there differs, someone else changed it. */
  base: CallResult;
}

export interface GraphData {
  /** The session that all this belongs to. */
  session: string | null;
  /** Turns opened (true) or closed (false) by hand, by segment key. */
  opened: ReadonlyMap<string, boolean>;
  drafts: ReadonlyMap<CallId, ResultDraft>;
  /** Node that the keyboard is at. */
  focused: string | null;
  /** Node that takes the focus as soon as it is mounted. */
  pending: string | null;
  /** `tool_use` id of the pair that the selection belongs to. */
  selectedPair: string | null;
  /** Messages found, as `m12` or `m12.3`, and the one in view. */
  hits: ReadonlySet<string>;
  hit: string | null;
}

const EMPTY: GraphData = {
  session: null,
  opened: new Map(),
  drafts: new Map(),
  focused: null,
  pending: null,
  selectedPair: null,
  hits: new Set(),
  hit: null,
};

export const useGraph = create<GraphData>()(() => EMPTY);

/** Another session: what was opened, written and found belongs to the old one. */
export function resetGraph(session: string | null): void {
  if (useGraph.getState().session !== session) useGraph.setState({ ...EMPTY, session });
}

export function setOpened(key: string, open: boolean): void {
  useGraph.setState(({ opened }) => ({ opened: new Map(opened).set(key, open) }));
}

export function putDraft(call: CallId, draft: ResultDraft): void {
  useGraph.setState(({ drafts }) => ({ drafts: new Map(drafts).set(call, draft) }));
}

export function dropDraft(call: CallId): void {
  useGraph.setState(({ drafts }) => {
    if (!drafts.has(call)) return {};
    const next = new Map(drafts);
    next.delete(call);
    return { drafts: next };
  });
}

/** Moves the keyboard's place; `take` also gives it the browser's focus once it is there. */
export function setFocused(focused: string | null, take = false): void {
  useGraph.setState(take ? { focused, pending: focused } : { focused });
}
