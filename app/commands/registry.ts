import type { CommandId, PageCommand } from './command-types.ts';
import { EDIT_COMMANDS } from './edit-commands.ts';
import { PAGE_COMMANDS } from './page-commands.ts';
import { RUN_COMMANDS } from './run-commands.ts';
import { TIME_COMMANDS } from './time-commands.ts';

/** Everything the page can be told to do: toolbar, keys, palette and menus all read this one list. */
export const COMMANDS: readonly PageCommand[] = [...RUN_COMMANDS, ...EDIT_COMMANDS, ...TIME_COMMANDS, ...PAGE_COMMANDS];

const BY_ID = new Map(COMMANDS.map((command) => [command.id, command]));
const BY_KEY = new Map(COMMANDS.flatMap((command) => command.keys.map((key) => [key, command] as const)));

/** The command with this id. */
export function commandById(id: CommandId): PageCommand {
  const command = BY_ID.get(id);
  if (!command) throw new Error(`no command is registered as ${id}`);
  return command;
}

export function commandByKey(key: string): PageCommand | undefined {
  return BY_KEY.get(key);
}

/** Runs a command if it can act now. Returns the reason when it cannot. */
export function runCommand(id: CommandId): string | null {
  const command = commandById(id);
  const refusal = command.refusal();
  if (refusal === null) command.run();
  return refusal;
}
