import { create } from 'zustand';

export interface GraphData {
  /** The session that all this belongs to. */
  session: string | null;
  /** Turns opened (true) or closed (false) by hand, by segment key. */
  opened: ReadonlyMap<string, boolean>;
  /** Node that the keyboard is at. */
  focused: string | null;
  /** Node that takes the focus as soon as it is mounted. */
  pending: string | null;
  /** `tool_use` id of the pair that the selection belongs to. */
  selectedPair: string | null;
}

const EMPTY: GraphData = {
  session: null,
  opened: new Map(),
  focused: null,
  pending: null,
  selectedPair: null,
};

export const useGraph = create<GraphData>()(() => EMPTY);

/** Another session: what was opened and found belongs to the old one. */
export function resetGraph(session: string | null): void {
  if (useGraph.getState().session !== session) useGraph.setState({ ...EMPTY, session });
}

export function setOpened(key: string, open: boolean): void {
  useGraph.setState(({ opened }) => ({ opened: new Map(opened).set(key, open) }));
}

/** Moves the keyboard's place; `take` also gives it the browser's focus once it is there. */
export function setFocused(focused: string | null, take = false): void {
  useGraph.setState(take ? { focused, pending: focused } : { focused });
}
