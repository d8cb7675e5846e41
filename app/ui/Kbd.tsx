/** The name of a key, as text. */
export function Kbd(props: { children: string; quiet?: boolean }) {
  const tone = props.quiet ? '' : 'text-ink-2';
  return <kbd className={`mono text-tag font-semibold ${tone}`}>{props.children}</kbd>;
}
