import { useTranslations } from 'use-intl';
import type { CommandGroup, PageCommand } from '../commands/command-types.ts';
import { IS_MAC } from '../commands/use-command.ts';
import { shownKey } from '../commands/key-names.ts';
import { COMMANDS } from '../commands/registry.ts';
import { openDialog, useLayout } from '../store/layout.ts';
import { Dialog } from '../ui/Dialog.tsx';

const GROUPS: readonly CommandGroup[] = ['run', 'edit', 'look', 'page'];

/** All keys on one sheet, made from the same list that listens to them. */
export function KeysDialog() {
  const t = useTranslations('commands');
  const open = useLayout((layout) => layout.dialog === 'keys');
  return (
    <Dialog open={open} onClose={() => openDialog(null)} title={t('keysTitle')} wide focusWindow>
      <p className="px-4 pt-3 text-ink-2">{t('keysNote')}</p>
      <div className="grid gap-x-10 gap-y-5 p-4 narrow:grid-cols-2">
        {GROUPS.map((group) => (
          <Group key={group} group={group} />
        ))}
      </div>
    </Dialog>
  );
}

function Group({ group }: { group: CommandGroup }) {
  const t = useTranslations('commands');
  const commands = COMMANDS.filter((command) => command.group === group && command.keys.length > 0);
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t(`groups.${group}`)}</h3>
      <dl className="border-t border-hairline">
        {commands.map((command) => (
          <Row key={command.id} command={command} />
        ))}
      </dl>
    </section>
  );
}

function Row({ command }: { command: PageCommand }) {
  const t = useTranslations('commands');
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-b border-hairline">
      <dt>{t(command.id)}</dt>
      <dd className="flex shrink-0 gap-1.5">
        {command.keys.map((key) => (
          <kbd key={key} className="mono rounded-tag border border-strong px-1.5 py-0.5 text-tag font-semibold">
            {shownKey(key, IS_MAC)}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
