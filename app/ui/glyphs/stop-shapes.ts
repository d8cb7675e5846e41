import { KNOWN_STOP_REASONS, type KnownStopReason, type StopReason } from '../../../shared/messages/types.ts';

/** One silhouette per stop_reason in a box of 18, so that none is told apart by colour alone. */
export interface StopShape {
  /** Filled parts, even-odd. */
  fill?: string;
  /** A ring around the middle: radius and line width. */
  ring?: [radius: number, width: number];
  /** A disc in the middle. */
  core?: number;
}

const SHAPES: Record<KnownStopReason, StopShape> = {
  // Home plate pointing right: on to the tools.
  tool_use: { fill: 'M2 3.6H11L16.8 9 11 14.4H2Z' },
  // A disc split in two halves.
  pause_turn: { fill: 'M7.9 1.6a7.45 7.45 0 0 0 0 14.8Z M10.1 1.6a7.45 7.45 0 0 1 0 14.8Z' },
  // Bullseye.
  end_turn: { ring: [7, 1.9], core: 3.7 },
  // A square whose right edge is torn off.
  max_tokens: { fill: 'M2 2.4H13.6L11.6 5 15.8 7.3 12 10 16 12.7 12.6 15.6H2Z' },
  // Diamond.
  stop_sequence: { fill: 'M9 1 17 9 9 17 1 9Z' },
  // Octagon with a bar cut out.
  refusal: { fill: 'M5.6 1H12.4L17 5.6V12.4L12.4 17H5.6L1 12.4V5.6Z M4.6 7.6V10.4H13.4V7.6Z' },
  // Open vessel, the filling rises over the rim.
  model_context_window_exceeded: { fill: 'M1.4 6H3.5V14.5H14.5V6H16.6V16.6H1.4Z M5.3 1.6H12.7V12.7H5.3Z' },
};
/** Null, cut off, or a value this version does not know: an empty ring, beside the raw word. */
const UNKNOWN: StopShape = { ring: [6.6, 1.9] };

function isKnown(reason: StopReason): reason is KnownStopReason {
  return (KNOWN_STOP_REASONS as readonly (string | null)[]).includes(reason);
}

export function stopShape(reason: StopReason): StopShape {
  return isKnown(reason) ? SHAPES[reason] : UNKNOWN;
}

/** CSS colour of a stop_reason; ink for null and unknown values. */
export function stopColor(reason: StopReason): string {
  return isKnown(reason) ? `var(--stop-${reason.replaceAll('_', '-')})` : 'var(--stop-unknown)';
}
