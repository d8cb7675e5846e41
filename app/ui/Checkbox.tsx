import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** A box with its words beside it. */
export function Checkbox(props: {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ReactNode;
  /** Accessible name, when it differs from the words. */
  label?: string;
  className?: string;
}) {
  const id = useId();
  return (
    <label htmlFor={id} className={`flex min-h-7 min-w-0 cursor-default items-center gap-2 ${props.className ?? ''}`}>
      <Base.Root
        id={id}
        aria-label={props.label}
        checked={props.checked}
        onCheckedChange={(checked) => props.onChange(checked)}
        className="flex size-4 shrink-0 items-center justify-center rounded-tag border-[length:var(--control-line)] border-control bg-paper data-checked:border-ink data-checked:bg-ink"
      >
        <Base.Indicator className="text-on-fill">
          <Check size={12} strokeWidth={3} aria-hidden />
        </Base.Indicator>
      </Base.Root>
      <span className="min-w-0">{props.children}</span>
    </label>
  );
}
