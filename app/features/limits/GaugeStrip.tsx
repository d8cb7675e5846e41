import { useFormatter, useTranslations } from 'use-intl';
import type { Gauge } from '../../store/gauges.ts';
import { useGauges } from '../../store/use-gauges.ts';
import { GaugeBar } from './GaugeBar.tsx';

/** The four main gauges at the right end of the drawer bar. */
export function GaugeStrip() {
  const gauges = useGauges();
  return (
    <div className="ml-auto hidden min-w-0 narrow:flex items-center gap-6 overflow-hidden pr-4 pl-6">
      {gauges.map((gauge) => (
        <GaugeItem key={gauge.name} gauge={gauge} />
      ))}
    </div>
  );
}

function GaugeItem({ gauge }: { gauge: Gauge }) {
  const t = useTranslations('drawer.gauges');
  return (
    <span className="flex shrink-0 items-center gap-2 text-body">
      <span>{t(gauge.name)}</span>
      <GaugeBar gauge={gauge} label={t(gauge.name)} className="hidden w-14 mid:block" />
      <GaugeFigures gauge={gauge} />
    </span>
  );
}

/** `1 / 50`, with its unit where it has one. */
export function GaugeFigures({ gauge }: { gauge: Gauge }) {
  const t = useTranslations('drawer.gauges');
  const none = useTranslations('common')('noLimit');
  const show = useShown(gauge.name);
  const limit = gauge.limit > 0 ? show(gauge.limit, true) : none;
  return <span className="mono text-path tabular">{t('of', { value: show(gauge.value, false), limit })}</span>;
}

function useShown(name: Gauge['name']): (value: number, limit: boolean) => string {
  const format = useFormatter();
  const common = useTranslations('common');
  return (value, limit) => {
    if (name !== 'time') return format.number(value);
    const seconds = value / 1000;
    return common('seconds', { value: limit || seconds >= 100 ? Math.round(seconds) : Math.round(seconds * 10) / 10 });
  };
}
