import { useTranslations } from 'use-intl';
import { holder } from '../../api/transport.ts';
import { openRail } from '../../store/layout.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';

/** Says that no server stands behind this page, so that nobody takes what is played here for HTTP. */
export function SimulatedTag() {
  const t = useTranslations('commands');
  if (holder() !== 'page') return null;
  return (
    <Tooltip text={t('simulatedNote')}>
      <button
        type="button"
        className="shrink-0 rounded-control border border-strong px-1.5 text-label text-ink-2"
        onClick={() => openRail('setup')}
      >
        {t('simulated')}
      </button>
    </Tooltip>
  );
}
