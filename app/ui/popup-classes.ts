/** What opens over the page: paper with an ink edge, no shadow. */
export const POPUP =
  'min-w-[max(var(--anchor-width),9rem)] max-w-[24rem] rounded-control border-[1.5px] border-ink bg-paper text-ink outline-none transition-opacity duration-(--quick) data-starting-style:opacity-0 data-ending-style:opacity-0';
export const POPUP_ITEM =
  'flex min-h-7 cursor-default items-start gap-2 px-3 py-1 text-body outline-none select-none data-highlighted:bg-sunk data-disabled:text-ink-3';
