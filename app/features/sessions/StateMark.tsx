import { KNOWN_STOP_REASONS } from '../../../shared/messages/types.ts';
import type { SessionSummary } from '../../../shared/api/contract.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';

/** Running, waiting, or how it ended, as a small mark; the words stand beside it. */
export function StateMark({ session }: { session: SessionSummary }) {
  const reason = session.outcome?.reason;
  if (session.moving) return <Ring fill="var(--ink)" />;
  if (!reason) return <Ring fill="var(--now)" />;
  if ((KNOWN_STOP_REASONS as readonly string[]).includes(reason)) return <StopGlyph reason={reason} size={12} />;
  if (session.outcome?.status === 'failed') return <SeverityGlyph severity="error" size={12} />;
  return <Ring fill="none" />;
}

function Ring({ fill }: { fill: string }) {
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden>
      <circle cx={6} cy={6} r={4.4} fill={fill} stroke="var(--ink)" strokeWidth={1.4} />
    </svg>
  );
}
