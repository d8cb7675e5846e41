import { useTranslations } from 'use-intl';
import type { CommandId } from '../../commands/command-types.ts';
import { ToolButton } from './ToolButton.tsx';

const BUTTONS: readonly CommandId[] = ['continue', 'pause', 'step', 'stepTurn', 'stepInto', 'stepOut'];
const AFTER_GAP: readonly CommandId[] = ['restart', 'stop'];

/** The eight debug buttons. One that cannot act now stays, greyed, and says why. */
export function DebugToolbar() {
  const t = useTranslations('commands');
  return (
    <div
      role="toolbar"
      aria-label={t('toolbar')}
      className="flex h-12 w-full shrink-0 items-stretch border-r border-hairline narrow:h-auto narrow:w-auto"
    >
      {BUTTONS.map((id) => (
        <ToolButton key={id} id={id} />
      ))}
      <span aria-hidden className="w-px bg-hairline" />
      {AFTER_GAP.map((id) => (
        <ToolButton key={id} id={id} />
      ))}
    </div>
  );
}
