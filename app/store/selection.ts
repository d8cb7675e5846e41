import { create } from 'zustand';
import type { CallId, NodeId, RequestId } from '../../shared/session/events.ts';

/** What the inspector shows. Ids only: the objects are looked up in the viewed state. */
export type Selection =
  | { kind: 'node'; node: NodeId; /** Index into the message's content. */ block?: number }
  | { kind: 'call'; call: CallId }
  | { kind: 'attempt'; request: RequestId }
  /** Results that are in and not appended yet. */
  | { kind: 'results' }
  /** The ghost: the request that will be sent next. */
  | { kind: 'next' };

export type CentreTab = 'graph' | 'compare';
export type InspectorTab = 'pretty' | 'json' | 'request' | 'stream' | 'diff';

export interface SelectionData {
  selection: Selection | null;
  /** The `tool_use` id whose pair is lit (pointer or focus on one of the two). */
  hover: string | null;
  /** The graph scrolls along while the loop moves. */
  follow: boolean;
  /** The graph is shown as its list twin. */
  list: boolean;
  inspectorTab: InspectorTab;
  centreTab: CentreTab;
  /** Under 1280 px the inspector lies over the graph and can be closed. */
  inspectorOpen: boolean;
}

export const useSelection = create<SelectionData>()(() => ({
  selection: null,
  hover: null,
  follow: true,
  // A phone gets the list: it reads, where the graph would only be panned.
  list: typeof matchMedia === 'function' && matchMedia('(max-width: 719px)').matches,
  inspectorTab: 'pretty',
  centreTab: 'graph',
  inspectorOpen: typeof matchMedia === 'function' && matchMedia('(min-width: 1280px)').matches,
}));

/** Selects one thing (null = nothing); a click by a person also opens the inspector where it overlays. */
export function select(selection: Selection | null): void {
  useSelection.setState(selection ? { selection, inspectorOpen: true } : { selection });
}

/** Selects what a person works at; a closed inspector stays closed. */
export function lookAt(selection: Selection): void {
  if (!sameSelection(useSelection.getState().selection, selection)) useSelection.setState({ selection });
}

/** Lights the pair of a `tool_use` id; null puts it out. */
export function setHover(toolUseId: string | null): void {
  if (useSelection.getState().hover !== toolUseId) useSelection.setState({ hover: toolUseId });
}

export function setFollow(follow: boolean): void {
  useSelection.setState({ follow });
}

export function setList(list: boolean): void {
  useSelection.setState({ list });
}

export function setInspectorTab(inspectorTab: InspectorTab): void {
  useSelection.setState({ inspectorTab });
}

export function setInspectorOpen(inspectorOpen: boolean): void {
  useSelection.setState({ inspectorOpen });
}

/** Two selections name the same thing. */
export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
