import { cloneElement, type ComponentType, type ReactElement, type ReactNode, useState } from 'react';

export interface MenuEntry {
  id: string;
  label: string;
  icon?: ReactNode;
  note?: string;
  keys?: string;
  disabledReason?: string | null;
  onSelect(): void;
}

export interface MenuProps {
  /** The button that opens it; must take props and a ref. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
}

const load = async (): Promise<ComponentType<MenuProps>> => (await import('./MenuPopup.tsx')).MenuPopup;

/** A button that opens a list of actions. What opens is fetched when the pointer or the focus comes near. */
export function Menu(props: MenuProps) {
  const [Popup, setPopup] = useState<ComponentType<MenuProps> | null>(null);
  if (Popup) return <Popup {...props} />;
  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => void load().then((loaded) => setPopup(() => loaded)),
  });
}
