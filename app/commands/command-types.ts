import type { EnglishMessages } from '../i18n/messages.ts';

export type CommandGroup = keyof EnglishMessages['commands']['groups'];

/** Ids are the keys of the words in `i18n/<language>/commands.ts`. */
export type CommandId =
  | 'continue'
  | 'pause'
  | 'step'
  | 'stepTurn'
  | 'stepInto'
  | 'stepOut'
  | 'stepBack'
  | 'restart'
  | 'stop'
  | 'runToHere'
  | 'runOpenCalls'
  | 'fork'
  | 'continueLive'
  | 'edit'
  | 'breakpoint'
  | 'undo'
  | 'redo'
  | 'search'
  | 'nextHit'
  | 'lastHit'
  | 'returnToNow'
  | 'play'
  | 'nextTurn'
  | 'previousTurn'
  | 'nextProblem'
  | 'previousProblem'
  | 'nextBreakpoint'
  | 'previousBreakpoint'
  | 'follow'
  | 'list'
  | 'problems'
  | 'console'
  | 'tokens'
  | 'limits'
  | 'sessions'
  | 'import'
  | 'setup'
  | 'breakpoints'
  | 'newSession'
  | 'share'
  | 'presenter'
  | 'notify'
  | 'themeNext'
  | 'languageNext'
  | 'palette'
  | 'keys';

/** One thing the page can do, whatever it is asked by: toolbar, key, palette or menu. */
export interface PageCommand {
  id: CommandId;
  group: CommandGroup;
  /** Names as `keyName` makes them, first one shown: `s`, `Shift+F11`, `Mod+k`. */
  keys: readonly string[];
  run(): void;
  /** Why it cannot act now, in the language of the page; null = it can. */
  refusal(): string | null;
}
