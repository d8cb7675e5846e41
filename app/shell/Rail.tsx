import { CircleDot, FileInput, Keyboard, Menu as Lines, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { beginImport } from '../store/brought-files.ts';
import { openDialog, type RailPanel, toggleRail, useLayout } from '../store/layout.ts';
import { useSession } from '../store/session-store.ts';
import { classNames } from '../ui/class-names.ts';

/** The left edge: what the session is made of. Each item opens its panel beside it. */
export function Rail() {
  const t = useTranslations('rail');
  const breakpoints = useSession((session) => session.newest?.record.breakpoints.length ?? 0);
  return (
    <nav
      aria-label={t('label')}
      className="hidden w-16 shrink-0 flex-col narrow:flex border-r border-strong bg-face py-2"
    >
      <RailItem panel="sessions" label={t('sessions')} icon={<Lines size={18} aria-hidden />} />
      <ImportItem />
      <RailItem panel="setup" label={t('setup')} icon={<SlidersHorizontal size={18} aria-hidden />} />
      <RailItem
        panel="breakpoints"
        label={t('breakpoints')}
        icon={<CircleDot size={18} aria-hidden />}
        badge={breakpoints > 0 ? breakpoints : null}
      />
      <button type="button" onClick={() => openDialog('keys')} className={`${ITEM} mt-auto`}>
        <Keyboard size={18} aria-hidden />
        {t('keys')}
      </button>
    </nav>
  );
}

/** Opens the browser's window for files, and the panel in which they are reported. */
function ImportItem() {
  const t = useTranslations('rail');
  const open = useLayout((layout) => layout.rail === 'import');
  return (
    <button type="button" aria-expanded={open} onClick={beginImport} className={classNames(ITEM, open && OPEN)}>
      <FileInput size={18} aria-hidden />
      {t('import')}
    </button>
  );
}

const ITEM =
  'ring-inside relative flex h-14 w-full shrink-0 flex-col items-center justify-center gap-1.5 text-label font-medium narrower text-ink-2 transition-colors duration-(--quick) hover:text-ink';

const OPEN = 'font-semibold !text-ink before:absolute before:inset-y-2 before:left-0 before:w-[3px] before:bg-ink';

function RailItem(props: { panel: RailPanel; label: string; icon: ReactNode; badge?: number | null }) {
  const open = useLayout((layout) => layout.rail === props.panel);
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => toggleRail(props.panel)}
      className={classNames(ITEM, open && OPEN)}
    >
      <span className="relative">
        {props.icon}
        {props.badge && (
          <span
            data-count={props.badge}
            className="mono absolute after:content-[attr(data-count)] -top-2 left-3.5 min-w-4 rounded-tag bg-ink px-1 text-center text-tag font-semibold text-on-fill"
          />
        )}
      </span>
      {props.label}
    </button>
  );
}
