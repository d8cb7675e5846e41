import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { IS_MAC } from '../commands/use-command.ts';
import { shownKey } from '../commands/key-names.ts';
import { COMMANDS } from '../commands/registry.ts';
import { openDialog, useLayout } from '../store/layout.ts';
import { openSession } from '../store/load-session.ts';
import { useSessionList } from '../store/session-list.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';

interface Entry {
  id: string;
  label: string;
  /** Why it cannot act, or what it does. */
  note: string | undefined;
  off: boolean;
  keys: string | undefined;
  run(): void;
}

/** Every command and every session by its words. */
export function CommandPalette() {
  const t = useTranslations('commands');
  const open = useLayout((layout) => layout.dialog === 'palette');
  return (
    <Dialog open={open} onClose={() => openDialog(null)} title={t('palette')} bare>
      <PaletteList />
    </Dialog>
  );
}

function PaletteList() {
  const t = useTranslations('commands');
  const [query, setQuery] = useState('');
  const entries = useEntries();
  const shown = useMemo(() => entries.filter((entry) => matches(entry, query)), [entries, query]);
  const choose = (entry: Entry): void => {
    if (entry.off) return;
    openDialog(null);
    // After the dialog has given the focus back, so that what runs may take it.
    setTimeout(entry.run, 0);
  };
  return (
    <Autocomplete.Root
      items={shown}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(entry: Entry) => entry.label}
      filter={null}
      open
      inline
      autoHighlight="always"
    >
      <Autocomplete.Input
        aria-label={t('palette')}
        placeholder={t('palettePlaceholder')}
        className="h-12 w-full shrink-0 border-b border-hairline bg-transparent px-4 text-title outline-none"
      />
      {shown.length === 0 && <p className="px-4 py-3 text-ink-2">{t('paletteEmpty')}</p>}
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto py-1">
        {(entry: Entry) => (
          <Autocomplete.Item
            key={entry.id}
            value={entry}
            aria-disabled={entry.off || undefined}
            onClick={() => choose(entry)}
            className={`flex min-h-9 cursor-default items-center gap-3 px-4 py-1 data-highlighted:bg-sunk ${entry.off ? 'text-ink-3' : ''}`}
          >
            <span className="shrink-0">{entry.label}</span>
            <span className="min-w-0 flex-1 truncate text-label text-ink-2">{entry.note}</span>
            {entry.keys && <Kbd>{entry.keys}</Kbd>}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function matches(entry: Entry, query: string): boolean {
  const text = `${entry.label} ${entry.note ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** What can act stands first; the palette itself is left out. */
function useEntries(): readonly Entry[] {
  const t = useTranslations('commands');
  const about = useTranslations('commands.about');
  const sessions = useSessionList((list) => list.sessions);
  return useMemo(() => {
    const commands = COMMANDS.filter((command) => command.id !== 'palette').map((command): Entry => {
      const refusal = command.refusal();
      const key = command.keys[0];
      const sentence = hasAbout(command.id) ? about(command.id) : undefined;
      return {
        id: command.id,
        label: t(command.id),
        note: refusal ?? sentence,
        off: refusal !== null,
        keys: key && shownKey(key, IS_MAC),
        run: command.run,
      };
    });
    const opens = (sessions ?? []).map((session): Entry => ({
      id: session.id,
      label: session.title,
      note: session.scenario ?? session.model,
      off: false,
      keys: undefined,
      run: () => void openSession(session.id),
    }));
    return [...commands.filter((entry) => !entry.off), ...opens, ...commands.filter((entry) => entry.off)];
  }, [t, about, sessions]);
}

const ABOUT = ['continue', 'pause', 'step', 'stepTurn', 'stepInto', 'stepOut', 'restart', 'stop', 'fork'] as const;

function hasAbout(id: string): id is (typeof ABOUT)[number] {
  return (ABOUT as readonly string[]).includes(id);
}
