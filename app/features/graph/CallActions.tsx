import { useTranslations } from 'use-intl';
import type { RowControl } from '../../../shared/view/graph-types.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';

/** What a person decides about a call: whether it may run, or what became of one that a crash interrupted. */
export function CallActions(props: { control: RowControl; name: string }) {
  const t = useTranslations('graph');
  const { call, state } = props.control;
  const decide = (decision: 'allow' | 'deny') => () => void sendCommand({ type: 'set-call', call, decision });
  if (state === 'in-doubt') {
    return (
      <div className="g-actions">
        <Button small look="solid" onClick={decide('allow')}>
          {t('runAgain')}
        </Button>
        <Button small onClick={() => void sendCommand({ type: 'set-call', call, source: 'typed', decision: 'allow' })}>
          {t('type')}
        </Button>
        <Button
          small
          onClick={() =>
            void sendCommand({ type: 'edit-result', call, result: { content: t('lostError'), is_error: true } })
          }
        >
          {t('asError')}
        </Button>
      </div>
    );
  }
  return (
    <div className="g-actions g-actions-half">
      <Button look="solid" onClick={decide('allow')}>
        {t('allow')}
      </Button>
      <Button onClick={decide('deny')}>{t('deny')}</Button>
    </div>
  );
}
