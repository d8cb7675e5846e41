import { useTranslations } from 'use-intl';

/** `3 equal values · show`: opens what is folded, and folds it again. */
export function FoldButton(props: { open: boolean; onToggle(): void; text: string }) {
  const t = useTranslations('compare.list');
  return (
    <button
      type="button"
      aria-expanded={props.open}
      onClick={props.onToggle}
      className="ring-inside -mx-1 block max-w-full truncate rounded-control px-1 text-left text-label text-ink-2 hover:bg-sunk hover:text-ink"
    >
      {props.text} · <span className="underline underline-offset-2">{t(props.open ? 'hide' : 'show')}</span>
    </button>
  );
}
