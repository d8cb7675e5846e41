import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

function takeFocus(input: HTMLInputElement | null): void {
  input?.select();
}

/** One line of text. `label` is the accessible name; a visible label, if any, stands beside it. */
export function TextField(props: {
  label: string;
  value: string;
  onChange(value: string): void;
  type?: 'text' | 'password' | 'search' | 'url';
  placeholder?: string;
  invalid?: boolean;
  mono?: boolean;
  readOnly?: boolean;
  icon?: ReactNode;
  className?: string;
  autoComplete?: string;
  /** Takes the focus, with its text selected, when it appears. */
  focused?: boolean;
}) {
  const search = props.type === 'search';
  return (
    <span
      className={classNames(
        'flex h-7 min-w-0 items-center gap-1.5 rounded-control border-[length:var(--control-line)] bg-paper px-2 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink',
        props.invalid ? 'border-error' : 'border-control',
        props.className,
      )}
    >
      {props.icon}
      <input
        ref={props.focused ? takeFocus : undefined}
        type={search ? 'search' : (props.type ?? 'text')}
        aria-label={props.label}
        aria-invalid={props.invalid || undefined}
        value={props.value}
        readOnly={props.readOnly}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? 'off'}
        spellCheck={false}
        onChange={(event) => props.onChange(event.target.value)}
        className={classNames(
          'min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden',
          props.mono ? 'mono text-code' : 'text-body',
        )}
      />
    </span>
  );
}
