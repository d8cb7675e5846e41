import { lazy, Suspense } from 'react';
import { type DialogName, useLayout } from '../store/layout.ts';

/** Windows are fetched when first opened: none of them is part of the first picture. */
const DIALOGS: Record<DialogName, React.LazyExoticComponent<() => React.ReactNode>> = {
  palette: lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette })),
  keys: lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog })),
  request: lazy(async () => ({ default: (await import('../features/sessions/RequestDialog.tsx')).RequestDialog })),
};

/** The window that is open, if one is. */
export function Dialogs() {
  const open = useLayout((layout) => layout.dialog);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <DIALOGS.palette />}
      {open === 'keys' && <DIALOGS.keys />}
      {open === 'request' && <DIALOGS.request />}
    </Suspense>
  );
}
