import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from './IconButton.tsx';
import { classNames } from './class-names.ts';

/** A modal window with a title, closed by Escape, by its cross or by a press outside. */
export function Dialog(props: {
  open: boolean;
  onClose(): void;
  title: string;
  /** Keeps the title for screen readers only: the window begins with its own field. */
  bare?: boolean;
  wide?: boolean;
  children: ReactNode;
}) {
  const t = useTranslations('common');
  return (
    <Base.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-[color-mix(in_srgb,var(--ink)_22%,transparent)]" />
        <Base.Popup
          className={classNames(
            'fixed top-[12vh] left-1/2 z-40 flex max-h-[76vh] -translate-x-1/2 flex-col rounded-control border-[1.5px] border-ink bg-paper outline-none transition-opacity duration-(--appear) data-starting-style:opacity-0 data-ending-style:opacity-0',
            props.wide ? 'w-[min(52rem,92vw)]' : 'w-[min(36rem,92vw)]',
          )}
        >
          {props.bare ? (
            <Base.Title className="sr-only-live">{props.title}</Base.Title>
          ) : (
            <div className="flex h-11 shrink-0 items-center justify-between border-b border-hairline pr-2 pl-4">
              <Base.Title className="text-title font-semibold">{props.title}</Base.Title>
              <IconButton label={t('close')} icon={<X size={16} aria-hidden />} onClick={props.onClose} />
            </div>
          )}
          <div className="flex min-h-0 flex-1 flex-col overflow-auto">{props.children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
