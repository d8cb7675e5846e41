import { pairHue, shortId } from './pair-hue.ts';

/** The four-character id of a call and its result, in the hue of the pair. `lit` fills it. */
export function IdTag(props: {
  id: string;
  /** Place among the calls of one message, from 0. */ index: number;
  lit?: boolean;
}) {
  const hue = pairHue(props.index);
  return (
    <span
      title={props.id}
      className="mono inline-flex h-[18px] shrink-0 items-center rounded-tag border px-1 text-tag font-semibold"
      style={
        props.lit ? { background: hue, borderColor: hue, color: 'var(--on-fill)' } : { borderColor: hue, color: hue }
      }
    >
      {shortId(props.id)}
    </span>
  );
}
