import { Check, CircleDashed, CircleHelp, Hand, Keyboard, LoaderCircle, Minus, Scissors, X } from 'lucide-react';
import type { Mark } from '../../../shared/view/graph-types.ts';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';

const ICONS: Record<Exclude<Mark, 'error'>, typeof Check> = {
  ok: Check,
  denied: X,
  cut: Scissors,
  asks: Hand,
  waiting: Keyboard,
  queued: CircleDashed,
  running: LoaderCircle,
  'in-doubt': CircleHelp,
  'not-run': Minus,
  unknown: CircleHelp,
  server: Minus,
};

/** The state of a call as a shape; the word stands beside. */
export function MarkGlyph(props: { mark: Mark; size?: number }) {
  const { mark, size = 13 } = props;
  if (mark === 'error') return <SeverityGlyph severity="error" size={size} />;
  const Icon = ICONS[mark];
  return <Icon size={size} strokeWidth={2.4} aria-hidden className={mark === 'running' ? 'g-turning' : undefined} />;
}
