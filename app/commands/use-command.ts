import { useTranslations } from 'use-intl';
import { useLanguage } from '../i18n/translator.ts';
import { useReplay } from '../store/replay-state.ts';
import { useSelection } from '../store/selection.ts';
import { useSession } from '../store/session-store.ts';
import type { CommandId, PageCommand } from './command-types.ts';
import { shownKey } from './key-names.ts';
import { commandById } from './registry.ts';

export interface ShownCommand {
  command: PageCommand;
  label: string;
  /** The first key, as people read it; undefined when it has none. */
  keys: string | undefined;
  refusal: string | null;
}

export const IS_MAC = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);

/** A command with its words and with what speaks against it now; draws anew when any of that changes. */
export function useCommand(id: CommandId): ShownCommand {
  const t = useTranslations('commands');
  useSession((session) => session.newest);
  useSession((session) => session.branch);
  useSession((session) => session.cursor);
  useReplay((replay) => replay.playing);
  useSelection((data) => data.selection);
  useLanguage((language) => language.language);
  const command = commandById(id);
  const key = command.keys[0];
  return {
    command,
    label: t(id),
    keys: key === undefined ? undefined : shownKey(key, IS_MAC),
    refusal: command.refusal(),
  };
}
