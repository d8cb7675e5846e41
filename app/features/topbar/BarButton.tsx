import type { ComponentProps, ReactNode } from 'react';

/** A button of the right cluster: icon and word, on a narrow window the icon alone. */
export function BarButton({ icon, label, ...rest }: ComponentProps<'button'> & { icon: ReactNode; label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-control px-1.5 text-tab mid:px-2 font-medium whitespace-nowrap transition-colors duration-(--quick) hover:bg-sunk data-popup-open:bg-sunk"
    >
      {icon}
      <span className="hidden wide:inline">{label}</span>
    </button>
  );
}
