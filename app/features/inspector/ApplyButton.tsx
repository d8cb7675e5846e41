import { useTranslations } from 'use-intl';
import { shownKey } from '../../commands/key-names.ts';
import { IS_MAC } from '../../commands/use-command.ts';
import { Button } from '../../ui/Button.tsx';

/** The button that carries an edit out. The key beside its word is no part of its name. */
export function ApplyButton(props: { ready: boolean; disabledReason: string | null; onClick(): void }) {
  const t = useTranslations('inspector.edit');
  return (
    <Button look={props.ready ? 'solid' : 'plain'} disabledReason={props.disabledReason} onClick={props.onClick}>
      {t('apply')}
      <span aria-hidden className="mono text-tag font-semibold">
        {shownKey('Mod', IS_MAC)} ↵
      </span>
    </Button>
  );
}
