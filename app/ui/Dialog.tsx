import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { classNames } from './class-names.ts';
import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** Keeps the title for screen readers only: the window begins with its own field. */
  bare?: boolean;
  wide?: boolean;
  /** The window itself takes the focus at first, not its first control. */
  focusWindow?: boolean;
  children: ReactNode;
}

/** A modal window with a title, closed by Escape, by its cross or by a press outside. */
export function Dialog(props: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Base.Popup
          ref={popup}
          {...(props.focusWindow ? { initialFocus: popup } : {})}
          className={classNames(
            'fixed top-[12vh] left-1/2 z-40 flex max-h-[76vh] -translate-x-1/2 flex-col rounded-control border-[1.5px] border-ink bg-paper outline-none transition-opacity duration-(--appear) data-starting-style:opacity-0 data-ending-style:opacity-0',
            props.wide ? 'w-[min(52rem,92vw)]' : 'w-[min(36rem,92vw)]',
          )}
        >
          {props.bare ? (
            <Base.Title className="sr-only-live">{props.title}</Base.Title>
          ) : (
            <Base.Title className="flex h-11 shrink-0 items-center border-b border-hairline px-4 text-title font-semibold">
              {props.title}
            </Base.Title>
          )}
          <div className="flex min-h-0 flex-1 flex-col overflow-auto">{props.children}</div>
          {!props.bare && <Cross onClose={props.onClose} />}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Stands last, so that the first field of the window is the first to get the focus. */
function Cross({ onClose }: { onClose(): void }) {
  const t = useTranslations('common');
  return (
    <IconButton
      label={t('close')}
      icon={<X size={16} aria-hidden />}
      onClick={onClose}
      className="absolute top-1.5 right-2"
    />
  );
}
