import { KNOWN_STOP_REASONS } from '../../../shared/messages/types.ts';
import type { Pill } from '../../store/pill.ts';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';

/** One drawing per state, in the colour of the text: the block is never told apart by its fill alone. */
export function PillIcon({ pill }: { pill: Pill }) {
  if ('reason' in pill && isStopReason(pill.reason)) return <StopGlyph reason={pill.reason} size={18} inherit />;
  return (
    <svg width={18} height={18} viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth={1.9} aria-hidden>
      {shape(pill.kind)}
    </svg>
  );
}

function isStopReason(reason: string): boolean {
  return (KNOWN_STOP_REASONS as readonly string[]).includes(reason);
}

function shape(kind: Pill['kind']) {
  switch (kind) {
    case 'paused':
      return <path d="M4 2.2 15.4 9 4 15.8Z" fill="currentColor" stroke="none" />;
    case 'interrupted':
      return <path d="M2.6 3.2V14.8M6.2 3.2 15.6 9 6.2 14.8Z" fill="currentColor" strokeWidth={2} />;
    case 'running':
      // One period of the loop's square wave.
      return <path d="M0 12.4H3.6V5.6H9V12.4H14.4V5.6H18" />;
    case 'waiting':
      return <path d="M3.4 2.6H14.6M3.4 15.4H14.6M4.8 2.6C4.8 8 13.2 10 13.2 15.4M13.2 2.6C13.2 8 4.8 10 4.8 15.4" />;
    case 'pausing':
      return <path d="M5.6 3V15M12.4 3V15" strokeWidth={3} />;
    case 'retrying':
      return <path d="M14.8 9a5.8 5.8 0 1 1-1.9-4.3M15 1.8V5.4H11.4" />;
    case 'stopped':
      return <path d="M2 3.4V14.6M5.2 9H12M9.2 5.8 12.4 9 9.2 12.2M16 3.4V14.6" />;
    case 'failed':
      return <path d="M5.8 1.6H12.2L16.4 5.8V12.2L12.2 16.4H5.8L1.6 12.2V5.8ZM6.2 6.2 11.8 11.8M11.8 6.2 6.2 11.8" />;
    case 'replaying':
      return <path d="M3.6 8H14.4V15.4H3.6ZM5.8 8V5.4a3.2 3.2 0 0 1 6.4 0V8" />;
    default:
      return <circle cx={9} cy={9} r={6.4} />;
  }
}
