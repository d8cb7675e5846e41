import { create } from 'zustand';

/** Folded places that a person opened, by id: kept here, since rows out of view are not drawn. */
export const useOpened = create<{ opened: ReadonlySet<string> }>()(() => ({ opened: new Set() }));

export function toggleOpened(id: string): void {
  useOpened.setState(({ opened }) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    return { opened: next };
  });
}

/** Another comparison begins with everything folded. */
export function closeAll(): void {
  useOpened.setState({ opened: new Set() });
}

/** Whether this place is open, and how to turn that round. */
export function useFold(id: string): [open: boolean, toggle: () => void] {
  return [useOpened(({ opened }) => opened.has(id)), () => toggleOpened(id)];
}
