export type Severity = 'error' | 'warning' | 'info';

/** Octagon with cross = error, triangle = warning, ring = note. */
export function SeverityGlyph(props: { severity: Severity; size?: number; className?: string }) {
  const { size = 14, severity } = props;
  return (
    <svg width={size} height={size} viewBox="0 0 14 14" aria-hidden className={props.className}>
      {severity === 'error' && (
        <>
          <path d="M4.1.4H9.9L13.6 4.1V9.9L9.9 13.6H4.1L.4 9.9V4.1Z" fill="var(--error)" />
          <path d="M4.7 4.7 9.3 9.3M9.3 4.7 4.7 9.3" stroke="var(--on-fill)" strokeWidth={1.7} />
        </>
      )}
      {severity === 'warning' && (
        <>
          <path d="M7 .7 13.7 13.1H.3Z" fill="var(--warning)" />
          <path d="M7 4.9V8.8M7 10V11.6" stroke="var(--on-fill)" strokeWidth={1.6} />
        </>
      )}
      {severity === 'info' && (
        <>
          <circle cx={7} cy={7} r={5.9} fill="none" stroke="var(--ink-2)" strokeWidth={1.4} />
          <path d="M7 6.2V10.4M7 3.7V5.2" stroke="var(--ink-2)" strokeWidth={1.5} />
        </>
      )}
    </svg>
  );
}
