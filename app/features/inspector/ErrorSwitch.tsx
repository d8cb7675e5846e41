import { useTranslations } from 'use-intl';
import type { DraftHandle } from './use-draft.ts';

/** The flag that tells the model its tool failed. Part of the draft, so it takes effect with Apply edit. */
export function ErrorSwitch({ draft, tool, disabled }: { draft: DraftHandle; tool: string; disabled: boolean }) {
  const t = useTranslations('inspector.pair');
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        aria-label={t('isErrorOf', { name: tool })}
        disabled={disabled}
        checked={draft.isError}
        onChange={(event) => draft.change({ isError: event.target.checked })}
        className="size-4 accent-ink"
      />
      <span className="mono text-code">{t('isErrorOf', { name: tool })}</span>
      <span className="text-ink-2">{t('isErrorNote')}</span>
    </label>
  );
}
