import { classNames } from './class-names.ts';

/** Several lines of text; grows with its content up to `mostLines`. */
export function TextArea(props: {
  label: string;
  value: string;
  onChange(value: string): void;
  rows?: number;
  mostLines?: number;
  mono?: boolean;
  invalid?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  /** Id of the element that explains the field or its fault. */
  describedBy?: string;
}) {
  const lines = props.value.split('\n').length;
  return (
    <textarea
      aria-label={props.label}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      value={props.value}
      rows={Math.min(props.mostLines ?? 16, Math.max(props.rows ?? 3, lines))}
      readOnly={props.readOnly}
      placeholder={props.placeholder}
      spellCheck={false}
      onChange={(event) => props.onChange(event.target.value)}
      className={classNames(
        'block max-h-[26rem] w-full resize-y [field-sizing:content] rounded-control border-[length:var(--control-line)] bg-paper px-2.5 py-1.5',
        props.mono ? 'whitespace-pre' : 'field-text',
        props.invalid ? 'border-error' : 'border-control',
        props.readOnly && 'border-hairline bg-transparent text-ink-2',
      )}
    />
  );
}
