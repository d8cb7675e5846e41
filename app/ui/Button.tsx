import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './Kbd.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** `solid` is for the one next action; `quiet` has no edge. */
  look?: 'solid' | 'plain' | 'quiet';
  /** 28 px high, or 24. */
  small?: boolean;
  icon?: ReactNode;
  /** A key that does the same, shown behind the text. */
  keys?: string;
  /** Why it cannot act now: shown as tooltip. The button stays focusable, so that the reason can be read. */
  disabledReason?: string | null | undefined;
}

const LOOKS = {
  solid: 'bg-ink text-on-fill border-ink hover:bg-ink-2 hover:border-ink-2',
  plain: 'bg-paper text-ink border-control hover:bg-sunk',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunk',
  off: 'bg-transparent text-ink-3 border-hairline cursor-default',
} as const;

/** A button with words. */
export function Button({ look = 'plain', small, icon, keys, disabledReason, children, ...rest }: ButtonProps) {
  const off = Boolean(disabledReason);
  const button = (
    <button
      type="button"
      {...rest}
      {...disabledProps(off, rest.onClick)}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control border-[length:var(--control-line)] whitespace-nowrap text-button font-semibold transition-colors duration-(--quick)',
        small ? 'h-6 px-2' : 'h-7 px-3',
        off ? LOOKS.off : LOOKS[look],
        rest.className,
      )}
    >
      {icon}
      {children}
      {keys && (
        <span aria-hidden="true" className="contents">
          <Kbd quiet>{keys}</Kbd>
        </span>
      )}
    </button>
  );
  return disabledReason ? <Tooltip text={disabledReason}>{button}</Tooltip> : button;
}

/** `aria-disabled` instead of `disabled`: still focusable, but a click does nothing. */
export function disabledProps(
  off: boolean,
  onClick: ComponentProps<'button'>['onClick'],
): Pick<ComponentProps<'button'>, 'onClick' | 'aria-disabled'> {
  if (!off) return { onClick };
  return { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };
}
