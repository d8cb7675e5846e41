import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';

const OPEN_AFTER_MS = 350;

/** A short note beside a control, shown on hover and on keyboard focus. The child must take a ref and props. */
export function Tooltip(props: {
  text: ReactNode;
  keys?: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger delay={OPEN_AFTER_MS} closeOnClick render={props.children} />
      <Base.Portal>
        <Base.Positioner side={props.side ?? 'bottom'} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="flex max-w-72 items-baseline gap-2 rounded-control border-[1.5px] border-ink bg-paper px-2.5 py-1.5 text-label text-ink">
            <span>{props.text}</span>
            {props.keys && <Kbd>{props.keys}</Kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Neighbouring tooltips open at once after the first one. Wraps the page. */
export function TooltipGroup(props: { children: ReactNode }) {
  return <Base.Provider>{props.children}</Base.Provider>;
}
