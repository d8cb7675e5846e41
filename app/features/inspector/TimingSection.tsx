import { useTranslations } from 'use-intl';
import type { Pair, PathView } from '../../../shared/view/inspect-pairs.ts';
import { type TimingBar, timingBars, timingOf, type PairTiming } from '../../../shared/view/inspect-timing.ts';
import { Section } from './Section.tsx';
import { useDuration } from './use-duration.ts';

const COLORS = { written: 'var(--assistant)', run: 'var(--tool)', held: 'var(--now)' } as const;

/** How long the call was written, run and held, on one axis. Nothing for a history that was typed or imported. */
export function TimingSection({ view, pair }: { view: PathView; pair: Pair }) {
  const t = useTranslations('inspector.timing');
  const timing = timingOf(view, pair);
  if (timing === null) return null;
  return (
    <Section title={t('title')}>
      <dl>
        {timingBars(timing).map((bar) => (
          <TimingRow key={bar.part} bar={bar} timing={timing} />
        ))}
      </dl>
    </Section>
  );
}

function TimingRow({ bar, timing }: { bar: TimingBar; timing: PairTiming }) {
  const t = useTranslations('inspector.timing');
  const duration = useDuration();
  const paused = bar.part === 'held' && timing.paused;
  const words = bar.ms === null ? '–' : paused ? t('paused') : duration(bar.ms, bar.part !== 'written');
  // The words stand beside the bar, on whichever side has room.
  const before = bar.from > 0.5;
  const inside = !before && bar.to > 0.8;
  return (
    <div className="flex items-center gap-3 border-t border-hairline first:border-t-0">
      <dt className="w-[92px] shrink-0 text-ink-2">{t(bar.part)}</dt>
      <dd className="relative h-[22px] min-w-0 flex-1">
        {bar.ms !== null && (
          <span
            className="absolute top-[6px] h-[10px] min-w-0.5"
            style={{
              left: `${bar.from * 100}%`,
              width: `${(bar.to - bar.from) * 100}%`,
              background: COLORS[bar.part],
              outline: bar.part === 'held' ? '1px solid var(--now-edge)' : undefined,
              outlineOffset: -1,
            }}
          />
        )}
        <span
          className="mono absolute top-[3px] text-code font-semibold whitespace-nowrap"
          style={
            before
              ? { right: `${(1 - bar.from) * 100}%`, paddingRight: 6 }
              : inside
                ? { right: `${(1 - bar.to) * 100}%`, padding: '0 6px', background: 'var(--face)' }
                : { left: `${bar.to * 100}%`, paddingLeft: 6 }
          }
        >
          {words}
        </span>
      </dd>
    </div>
  );
}
