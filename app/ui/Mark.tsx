/** Loupe's mark: a lens that holds one period of the loop's square wave. */
export function Mark(props: { size?: number }) {
  const { size = 30 } = props;
  return (
    <svg width={size} height={size} viewBox="0 0 30 30" fill="none" stroke="currentColor" aria-hidden>
      <circle cx={14} cy={14} r={10.6} strokeWidth={2.6} />
      <path d="M21.6 21.6 27.4 27.4" strokeWidth={3.6} />
      <path d="M6.2 11.2H10.4V16.8H14.6V11.2H18V14H21.8" strokeWidth={1.9} />
    </svg>
  );
}
