import { useTranslations } from 'use-intl';

/** The flag that tells the model its tool failed; named by its tool, since there is one for each result. */
export function ErrorSwitch(props: {
  tool: string;
  checked: boolean;
  bottom: number;
  onChange(checked: boolean): void;
}) {
  const t = useTranslations('graph');
  return (
    <label className="g-error-switch" style={{ bottom: props.bottom }} title={t('isErrorNote')}>
      <input
        type="checkbox"
        aria-label={t('isErrorOf', { tool: props.tool })}
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      {t('isError')}
    </label>
  );
}
