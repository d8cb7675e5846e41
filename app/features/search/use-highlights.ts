import { useEffect } from 'react';
import { useSearch } from '../../store/search.ts';
import { canHighlight, clearHighlights, highlight } from './highlight.ts';

/** Marks what is looked for on the page, and again whenever graph, list or inspector draw something else. */
export function useHighlights(needle: string | null): void {
  const current = useSearch((search) => search.current);
  useEffect(() => {
    if (needle === null || !canHighlight()) return;
    const hit = current?.needle === needle ? current : null;
    let scrolled = hit === null;
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      const range = highlight(needle, hit);
      if (!range || scrolled) return;
      scrolled = true;
      range.startContainer.parentElement?.scrollIntoView({ block: 'nearest' });
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(draw);
    };
    const observer = new MutationObserver(later);
    for (const area of document.querySelectorAll('[data-search-area]')) {
      observer.observe(area, { childList: true, subtree: true, characterData: true });
    }
    later();
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearHighlights();
    };
  }, [needle, current]);
}
