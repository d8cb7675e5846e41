import { ArrowLeftRight, CornerRightDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { rich } from '../../i18n/rich.tsx';
import { useCompare } from '../../store/compare.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { CompareList } from './CompareList.tsx';
import { LazyTexts } from './LazyTexts.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { closeAll } from './opened.ts';
import { readSession } from './session-logs.ts';
import { RequestsView } from './RequestsView.tsx';
import { SidesContext } from './side-actions.ts';
import { SidePicker } from './SidePicker.tsx';
import { type Side, useComparison, useKeepSides, useSide } from './use-sides.ts';

/** Two branches, of one session or of two, beside each other; or the requests of one, each against the one before. */
export function ComparePanel() {
  return (
    <LazyTexts>
      <Panel />
    </LazyTexts>
  );
}

function Panel() {
  const t = useTranslations('compare');
  const mode = useCompare((compare) => compare.mode);
  useKeepSides();
  return (
    <section aria-label={t('region')} className="flex min-h-0 min-w-0 flex-1 flex-col bg-face">
      {mode === 'sides' ? <Sides /> : <RequestsView />}
    </section>
  );
}

function Sides() {
  const t = useTranslations('compare');
  const { left, right, onlyDifferent } = useCompare();
  const [a, b] = [useSide(left), useSide(right)];
  const comparison = useComparison(a.side, b.side);
  const which = `${left?.session} ${left?.branch} ${right?.session} ${right?.branch}`;
  const [jump, setJump] = useState(0);
  useEffect(closeAll, [which]);
  const swap = (): void => useCompare.setState({ left: right, right: left });
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-hairline px-3 py-1.5">
        <ModeSwitch />
        <SidePicker
          label={t('left')}
          letter="A"
          value={left}
          onChange={(side) => useCompare.setState({ left: side })}
        />
        <IconButton label={t('swap')} icon={<ArrowLeftRight size={15} aria-hidden />} onClick={swap} small />
        <SidePicker
          label={t('right')}
          letter="B"
          value={right}
          onChange={(side) => useCompare.setState({ right: side })}
        />
        <span className="ml-auto flex items-center gap-2">
          <Button
            small
            icon={<CornerRightDown size={14} aria-hidden />}
            disabledReason={comparison?.divergence ? null : t('noDifference')}
            onClick={() => setJump(jump + 1)}
          >
            {t('firstDifference')}
          </Button>
          <Button
            small
            aria-pressed={onlyDifferent}
            className={classNames(onlyDifferent && '!bg-sunk')}
            onClick={() => useCompare.setState({ onlyDifferent: !onlyDifferent })}
          >
            {t('onlyDifferent')}
          </Button>
        </span>
      </div>
      {!comparison && <NotYet a={a} b={b} />}
      {comparison && comparison.divergence === null && (
        <p role="note" className="border-b border-hairline bg-paper px-3 py-2">
          <b className="font-semibold">
            {sameRef(a, b) ? t('sameSide') : t('equal', { count: comparison.equalMessages })}
          </b>{' '}
          <span className="text-ink-2">{t('equalNote')}</span>
        </p>
      )}
      {comparison && (
        <SidesContext value={{ a, b }}>
          <CompareList key={which} comparison={comparison} jump={jump} />
        </SidesContext>
      )}
    </>
  );
}

function sameRef(a: Side, b: Side): boolean {
  return a.ref?.session === b.ref?.session && a.side?.branch.id === b.side?.branch.id;
}

/** Why nothing is shown: there is only one side, or the other is being read, or could not be. */
function NotYet({ a, b }: { a: Side; b: Side }) {
  const t = useTranslations('compare');
  const failed = [a, b].find((side) => side.problem !== null);
  if (failed?.ref) {
    const { session } = failed.ref;
    return (
      <div role="alert" className="flex items-center gap-3 p-4">
        <p>{t('notRead', { reason: failed.problem ?? '' })}</p>
        <Button small onClick={() => void readSession(session)}>
          {t('again')}
        </Button>
      </div>
    );
  }
  if (!b.ref) return <p className="max-w-[60ch] p-4 text-ink-2">{t.rich('alone', rich)}</p>;
  return <p className="p-4 text-ink-2">{t('reading')}</p>;
}
