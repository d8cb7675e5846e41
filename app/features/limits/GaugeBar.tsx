import type { Gauge } from '../../store/gauges.ts';
import { classNames } from '../../ui/class-names.ts';

/** The used part of a limit as a bar; red once it has tripped. */
export function GaugeBar(props: {
  gauge: Pick<Gauge, 'share' | 'value' | 'limit' | 'tripped'>;
  label: string;
  className?: string;
}) {
  const { gauge } = props;
  return (
    <span
      role="meter"
      aria-label={props.label}
      aria-valuenow={gauge.value}
      aria-valuemin={0}
      aria-valuemax={Math.max(gauge.limit, gauge.value)}
      className={classNames('relative h-[5px] overflow-hidden bg-hairline', props.className)}
    >
      <span
        className={`absolute inset-y-0 left-0 ${gauge.tripped ? 'bg-error' : 'bg-ink'}`}
        style={{ width: `${gauge.share * 100}%`, minWidth: gauge.value > 0 ? 2 : 0 }}
      />
    </span>
  );
}
