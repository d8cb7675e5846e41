import type { ComponentProps, ReactNode } from 'react';
import { disabledProps } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'children'> {
  /** The accessible name, also shown as tooltip. */
  label: string;
  icon: ReactNode;
  keys?: string;
  disabledReason?: string | null | undefined;
  /** For switches: draws the pressed state and sets `aria-pressed`. */
  pressed?: boolean;
  small?: boolean;
  side?: 'top' | 'bottom' | 'left' | 'right';
}

/** A square button that shows an icon only; its name is the tooltip. */
export function IconButton({ label, icon, keys, disabledReason, pressed, small, side, ...rest }: IconButtonProps) {
  const off = Boolean(disabledReason);
  return (
    <Tooltip
      text={disabledReason ? `${label}: ${disabledReason}` : label}
      {...(keys ? { keys } : {})}
      side={side ?? 'bottom'}
    >
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        {...rest}
        {...disabledProps(off, rest.onClick)}
        className={classNames(
          'inline-flex shrink-0 items-center justify-center rounded-control transition-colors duration-(--quick)',
          small ? 'size-6' : 'size-8',
          off ? 'cursor-default text-ink-3 [&>svg]:opacity-50' : 'text-ink hover:bg-sunk',
          pressed && 'bg-sunk',
          rest.className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
