import { type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

let place: HTMLElement | null = null;
const listeners = new Set<() => void>();

function setPlace(element: HTMLElement | null): void {
  place = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The right end of the centre's tab row, where the view that is open puts its own tools. */
export function TabToolsPlace() {
  return <div ref={setPlace} className="flex items-center gap-1" />;
}

/** Draws its children at the right end of the centre's tab row: search, zoom, follow and the like of one view. */
export function TabTools(props: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => place);
  return element ? createPortal(props.children, element) : null;
}
