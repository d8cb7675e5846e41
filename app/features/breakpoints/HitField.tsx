import { useId } from 'react';
import { useTranslations } from 'use-intl';
import type { BreakpointError } from '../../../shared/debugger/breakpoint-faults.ts';
import { classNames } from '../../ui/class-names.ts';
import { useFaultText } from './use-words.ts';

const USUAL = ['== 2', '>= 3', '% 2'];

/** Which matches count: a number with a sign, or one of the usual ones from the browser's own list. */
export function HitField(props: { value: string; onChange(value: string): void; error: BreakpointError | null }) {
  const { value, error } = props;
  const t = useTranslations('rail.breaks');
  const faultText = useFaultText();
  const id = useId();
  return (
    <>
      <input
        list={`${id}-list`}
        aria-label={t('hitCondition')}
        aria-invalid={error !== null || undefined}
        aria-describedby={`${id}-note`}
        value={value}
        placeholder="== 2"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onChange(event.target.value)}
        className={classNames(
          'mono h-7 w-full min-w-0 rounded-control border-[length:var(--control-line)] bg-paper px-2 text-code placeholder:text-ink-3',
          error ? 'border-error' : 'border-control',
        )}
      />
      <datalist id={`${id}-list`}>
        {USUAL.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
      <p id={`${id}-note`} className={classNames('text-label leading-[1.4]', error ? 'text-error' : 'text-ink-2')}>
        {error ? faultText(error.code, error.word) : t('hitConditionNote')}
      </p>
    </>
  );
}
