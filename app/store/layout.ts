import { create } from 'zustand';
import type { DrawerTab } from './url-state.ts';

export type RailPanel = 'sessions' | 'import' | 'setup' | 'breakpoints';
export type DialogName = 'palette' | 'keys' | 'request';

/** Which parts of the workbench are open. */
export interface Layout {
  /** Panel beside the rail; null = closed. */
  rail: RailPanel | null;
  /** Open drawer tab; null = only the bar shows. */
  drawer: DrawerTab | null;
  dialog: DialogName | null;
}

export const useLayout = create<Layout>()(() => ({ rail: null, drawer: null, dialog: null }));

/** Opens a rail panel; the one that is open closes. */
export function toggleRail(panel: RailPanel): void {
  useLayout.setState(({ rail }) => ({ rail: rail === panel ? null : panel }));
}

export function openRail(rail: RailPanel | null): void {
  useLayout.setState({ rail });
}

/** Opens a drawer tab; the one that is open closes. */
export function toggleDrawer(tab: DrawerTab): void {
  useLayout.setState(({ drawer }) => ({ drawer: drawer === tab ? null : tab }));
}

export function openDrawer(drawer: DrawerTab | null): void {
  useLayout.setState({ drawer });
}

export function openDialog(dialog: DialogName | null): void {
  useLayout.setState({ dialog });
}
