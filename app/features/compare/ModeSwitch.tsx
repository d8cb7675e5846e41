import { type KeyboardEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type CompareMode, useCompare } from '../../store/compare.ts';
import { classNames } from '../../ui/class-names.ts';

const MODES: readonly CompareMode[] = ['sides', 'requests'];

/** Branches against each other, or requests of one branch; a radio group with arrow keys. */
export function ModeSwitch() {
  const t = useTranslations('compare');
  const mode = useCompare((compare) => compare.mode);
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    event.stopPropagation();
    const other = mode === 'sides' ? 'requests' : 'sides';
    useCompare.setState({ mode: other });
    group.current?.querySelector<HTMLElement>(`[data-mode=${other}]`)?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      tabIndex={-1}
      aria-label={t('mode')}
      onKeyDown={move}
      className="flex h-7 rounded-control border-[length:var(--control-line)] border-control bg-paper"
    >
      {MODES.map((value) => (
        <button
          key={value}
          type="button"
          role="radio"
          data-mode={value}
          aria-checked={mode === value}
          tabIndex={mode === value ? 0 : -1}
          title={t(`modeNotes.${value}`)}
          onClick={() => useCompare.setState({ mode: value })}
          className={classNames(
            'ring-inside relative border-l border-hairline px-2.5 text-button before:absolute before:inset-x-0 before:-bottom-px before:h-0.5 before:content-[""] first:border-l-0',
            mode === value ? 'bg-sunk font-semibold before:bg-ink' : 'hover:bg-sunk',
          )}
        >
          {t(`modes.${value}`)}
        </button>
      ))}
    </div>
  );
}
