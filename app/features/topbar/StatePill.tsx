import { useTranslations } from 'use-intl';
import { usePill } from '../../store/use-pill.ts';
import { useNewestBranch } from '../../store/hooks.ts';
import { setCursor } from '../../store/session-actions.ts';
import type { Pill } from '../../store/pill.ts';
import { PillIcon } from './PillIcon.tsx';
import { PillText } from './PillText.tsx';

const FILL: Record<Pill['kind'], string> = {
  none: 'bg-face text-ink-2',
  paused: 'bg-now text-now-text',
  interrupted: 'bg-now text-now-text',
  waiting: 'bg-now text-now-text',
  running: 'bg-paper text-ink',
  pausing: 'bg-paper text-ink',
  retrying: 'bg-paper text-warning',
  done: 'bg-stop-end-turn text-on-fill',
  stopped: 'bg-ink text-on-fill',
  failed: 'bg-error text-on-fill',
  replaying: 'hatch bg-face text-ink',
};

/**
 * Where the loop stands, in words. The page's first `status`; it does not speak by itself, because the
 * announcer says the same at greater length.
 */
export function StatePill() {
  const pill = usePill();
  return (
    <div
      className={`relative flex h-11 w-full max-w-[26rem] min-w-[190px] shrink-0 grow items-stretch narrow:h-auto narrow:w-auto narrow:grow-0 mid:min-w-[238px] wide:min-w-[252px] overflow-hidden border-r border-hairline transition-colors duration-(--travel) ${FILL[pill.kind]}`}
    >
      {pill.kind === 'running' && <span className="loupe-running absolute inset-x-0 bottom-0 h-[3px] bg-ink" />}
      <div
        role="status"
        aria-live="off"
        className="flex min-w-0 flex-1 items-center gap-2 px-3 text-state mid:gap-2.5 mid:px-4 font-semibold"
      >
        <PillIcon pill={pill} />
        <span className="truncate [&_code]:text-[0.84em] [&_code]:font-semibold">
          <PillText pill={pill} />
        </span>
      </div>
      {pill.kind === 'replaying' && <LiveChip />}
    </div>
  );
}

/** A run goes on while one looks at the past: this leads back to it. */
function LiveChip() {
  const t = useTranslations('state');
  const branch = useNewestBranch();
  return (
    <button
      type="button"
      onClick={() => setCursor(null)}
      className="my-auto mr-3 h-6 shrink-0 rounded-tag bg-now px-2 text-label font-semibold text-now-text hover:bg-now-edge"
    >
      {t('liveChip', { turn: branch ? branch.turn : 0 })}
    </button>
  );
}
