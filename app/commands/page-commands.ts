import { translator } from '../i18n/translator.ts';
import { beginImport } from '../store/brought-files.ts';
import { copyLink } from '../store/copy-link.ts';
import { nextLanguage } from '../store/language.ts';
import { openDialog, openRail, toggleDrawer, toggleRail } from '../store/layout.ts';
import { toggleNotify } from '../store/notify.ts';
import { setFollow, setList, useSelection } from '../store/selection.ts';
import { setCursor } from '../store/session-actions.ts';
import { useSession } from '../store/session-store.ts';
import { changeSettings, THEMES, useSettings } from '../store/settings.ts';
import type { CommandGroup, CommandId, PageCommand } from './command-types.ts';
import { intent } from './intents.ts';

const never = (): null => null;

function always(id: CommandId, group: CommandGroup, keys: readonly string[], run: () => void): PageCommand {
  return { id, group, keys, run, refusal: never };
}

/** What is looked at, and the page itself. */
export const PAGE_COMMANDS: readonly PageCommand[] = [
  searching('search', ['/']),
  searching('nextHit', ['F3']),
  searching('lastHit', ['Shift+F3']),
  { id: 'returnToNow', group: 'look', keys: ['Escape'], run: () => setCursor(null), refusal: isNow },
  always('follow', 'look', [], () => setFollow(!useSelection.getState().follow)),
  always('list', 'look', ['l'], () => setList(!useSelection.getState().list)),
  always('problems', 'look', [], () => toggleDrawer('problems')),
  always('console', 'look', [], () => toggleDrawer('console')),
  always('tokens', 'look', [], () => toggleDrawer('tokens')),
  always('limits', 'look', [], () => toggleDrawer('limits')),
  always('sessions', 'page', [], () => toggleRail('sessions')),
  always('import', 'page', [], beginImport),
  always('setup', 'page', [], () => toggleRail('setup')),
  always('breakpoints', 'page', [], () => toggleRail('breakpoints')),
  always('newSession', 'page', [], () => {
    openRail('sessions');
    openDialog('request');
  }),
  always('share', 'page', [], () => void copyLink()),
  always('presenter', 'page', [], () => changeSettings({ presenter: !useSettings.getState().presenter })),
  always('notify', 'page', [], () => void toggleNotify()),
  always('themeNext', 'page', [], nextTheme),
  always('languageNext', 'page', [], () => void nextLanguage()),
  always('palette', 'page', ['Mod+k'], () => openDialog('palette')),
  always('keys', 'page', ['?'], () => openDialog('keys')),
];

/** The search answers for itself once it is loaded. */
function searching(id: 'search' | 'nextHit' | 'lastHit', keys: readonly string[]): PageCommand {
  return { id, group: 'look', keys, run: () => intent(id)?.run(), refusal: () => (intent(id) ? null : noSearch()) };
}

function noSearch(): string {
  return translator('state')('noSearch');
}

function isNow(): string | null {
  return useSession.getState().cursor === null ? translator('state')('alreadyNow') : null;
}

function nextTheme(): void {
  const at = THEMES.indexOf(useSettings.getState().theme);
  changeSettings({ theme: THEMES[(at + 1) % THEMES.length] ?? 'system' });
}
