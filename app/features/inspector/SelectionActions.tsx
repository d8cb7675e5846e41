import type { CommandId } from '../../commands/command-types.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useSelection } from '../../store/selection.ts';
import { Button } from '../../ui/Button.tsx';

const ACTIONS: readonly CommandId[] = ['runToHere', 'breakpoint'];

/** What can be done with the place of the selection in the loop. */
export function SelectionActions() {
  const selected = useSelection((data) => data.selection !== null);
  if (!selected) return null;
  return (
    <div className="flex flex-wrap gap-2 border-t border-hairline px-4 py-3">
      {ACTIONS.map((id) => (
        <Action key={id} id={id} />
      ))}
    </div>
  );
}

function Action({ id }: { id: CommandId }) {
  const { command, label, keys, refusal } = useCommand(id);
  return (
    <Button onClick={command.run} disabledReason={refusal} {...(keys === undefined ? {} : { keys })}>
      {label}
    </Button>
  );
}
