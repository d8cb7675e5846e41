import { useTranslations } from 'use-intl';
import type { DraftHandle } from './use-draft.ts';

/** The flag that tells the model its tool failed. Part of the draft, so it takes effect with Apply edit. */
export function ErrorSwitch({ draft, disabled }: { draft: DraftHandle; disabled: boolean }) {
  const t = useTranslations('inspector.pair');
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        aria-label="is_error"
        disabled={disabled}
        checked={draft.isError}
        onChange={(event) => draft.change({ isError: event.target.checked })}
        className="size-4 accent-ink"
      />
      <span className="mono text-code">is_error</span>
      <span className="text-ink-2">{t('isErrorNote')}</span>
    </label>
  );
}
