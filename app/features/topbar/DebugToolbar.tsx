import { useTranslations } from 'use-intl';
import type { CommandId } from '../../commands/command-types.ts';
import { ToolButton } from './ToolButton.tsx';

const BUTTONS: readonly CommandId[] = ['continue', 'pause', 'step', 'stepTurn', 'stepInto', 'stepOut'];
const AFTER_GAP: readonly CommandId[] = ['restart', 'stop'];

/** The eight debug buttons. One that cannot act now stays, greyed, and says why. */
export function DebugToolbar() {
  const t = useTranslations('commands');
  return (
    <div role="toolbar" aria-label={t('toolbar')} className="flex shrink-0 items-stretch border-r border-hairline">
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
