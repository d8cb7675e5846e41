import { useTranslations } from 'use-intl';
import type { MadeUp } from '../../../shared/session/what-if-types.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { nodeById } from '../../../shared/session/tree.ts';
import { rich } from '../../i18n/rich.tsx';
import { select } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';

/** Says of an answer that nothing was sent for it, and leads to the one it stands for. */
export function MadeUpNote({ view, madeUp }: { view: PathView; madeUp: MadeUp }) {
  const t = useTranslations('lab.whatIf');
  const { of, what } = madeUp;
  const original = nodeById(view.state, of);
  const show = (): void => select(original ? { kind: 'node', node: of } : { kind: 'attempt', request: of });
  return (
    <div className="flex items-start gap-3 border-t border-hairline bg-sunk px-4 py-3">
      <p className="min-w-0 flex-1">
        <b className="font-semibold">{t('madeUp')}</b>{' '}
        {what.kind === 'stop_reason'
          ? t.rich('madeUpReason', { ...rich, reason: what.stop_reason ?? 'null' })
          : t('madeUpFault', { fault: t(`faults.${what.fault}`) })}
      </p>
      <Button small onClick={show}>
        {t('showOriginal')}
      </Button>
    </div>
  );
}
