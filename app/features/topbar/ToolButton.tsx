import type { CommandId } from '../../commands/command-types.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useReplaying } from '../../store/hooks.ts';
import { disabledProps } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { ToolIcon } from './ToolIcon.tsx';

/** The key in the corner is drawn from an attribute: as text it would become part of what the button is called. */
const KEY_CORNER =
  'after:mono after:absolute after:top-1 after:right-1.5 after:hidden after:text-tag after:font-semibold after:content-[attr(data-keys)] mid:after:block';

/** One button of the debug toolbar: icon over word, its key in the corner. Step is the one next action, except in the past. */
export function ToolButton({ id }: { id: CommandId }) {
  const { command, label, keys, refusal } = useCommand(id);
  const off = refusal !== null;
  const replaying = useReplaying();
  const step = id === 'step';
  const next = step && !replaying;
  return (
    <Tooltip text={refusal ?? label} {...(keys ? { keys } : {})}>
      <button
        type="button"
        aria-label={label}
        data-keys={off ? undefined : keys}
        {...disabledProps(off, command.run)}
        className={classNames(
          KEY_CORNER,
          'ring-inside relative flex h-full flex-col items-center justify-center gap-1.5 text-label font-medium narrow transition-colors duration-(--quick)',
          'max-narrow:flex-1',
          step ? 'w-13 mid:w-15' : 'w-[34px] mid:w-[52px] wide:w-[55px]',
          tone(next, off, step),
        )}
      >
        <ToolIcon id={id} />
        <span className={step ? 'font-semibold' : 'hidden max-w-full truncate px-0.5 mid:block'}>{label}</span>
      </button>
    </Tooltip>
  );
}

function tone(next: boolean, off: boolean, step: boolean): string {
  if (off) return classNames('cursor-default text-ink-3 [&>svg]:opacity-50', step && 'bg-sunk');
  return next ? 'bg-ink text-on-fill hover:bg-ink-2' : 'text-ink hover:bg-sunk';
}
