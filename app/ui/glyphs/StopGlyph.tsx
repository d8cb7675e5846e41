import type { StopReason } from '../../../shared/messages/types.ts';
import { stopColor, stopShape } from './stop-shapes.ts';

/** The silhouette of a stop_reason at 12, 14, 16 or 18 px, in its colour (`inherit`: in the text's). */
export function StopGlyph(props: {
  reason: StopReason;
  size?: 12 | 14 | 16 | 18;
  inherit?: boolean;
  className?: string;
}) {
  const { size = 16 } = props;
  const shape = stopShape(props.reason);
  const color = props.inherit ? 'currentColor' : stopColor(props.reason);
  return (
    <svg width={size} height={size} viewBox="0 0 18 18" aria-hidden className={props.className}>
      {shape.fill && <path d={shape.fill} fill={color} fillRule="evenodd" />}
      {shape.ring && <circle cx={9} cy={9} r={shape.ring[0]} fill="none" stroke={color} strokeWidth={shape.ring[1]} />}
      {shape.core && <circle cx={9} cy={9} r={shape.core} fill={color} />}
    </svg>
  );
}
