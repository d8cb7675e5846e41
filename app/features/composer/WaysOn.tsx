import { useTranslations } from 'use-intl';
import type { Command } from '../../../shared/debugger/command-types.ts';
import { partialText } from '../../../shared/debugger/resume-partial.ts';
import type { Branch, SessionState } from '../../../shared/session/state.ts';
import { nodeById } from '../../../shared/session/tree.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';

interface Way {
  label: string;
  note: string;
  command: Command;
  disabledReason?: string | null;
}

/** What can be done after an interruption: each way as a button, with a sentence about what it leads to. */
export function WaysOn({ state, branch }: { state: SessionState; branch: Branch }) {
  const t = useTranslations('lab.waysOn');
  const calls = branch.calls.filter((call) => call.result === null).length;
  const open = branch.calls.length > 0;
  const ways = useWays(state, branch, open);
  return (
    <div className="border-b border-hairline px-4 py-2">
      <p className="mb-2">{open ? t('calls', { calls }) : t('cut')}</p>
      <ul className="grid gap-x-4 gap-y-2 [grid-template-columns:repeat(auto-fit,minmax(220px,1fr))]">
        {ways.map(({ label, note, command, disabledReason }) => (
          <li key={label}>
            <Button onClick={() => void sendCommand(command)} disabledReason={disabledReason}>
              {label}
            </Button>
            <p className="mt-1 text-label text-ink-2">{disabledReason ?? note}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function useWays(state: SessionState, branch: Branch, open: boolean): Way[] {
  const t = useTranslations('lab.waysOn');
  const drop: Way = { label: t('drop'), note: t('dropNote'), command: dropTurn(state, branch) };
  if (open) {
    return [
      { label: t('notRun'), note: t('notRunNote'), command: { type: 'continue', openCalls: 'notRun' } },
      { label: t('run'), note: t('runNote'), command: { type: 'continue', openCalls: 'run' } },
      drop,
    ];
  }
  const disabledReason = partialText(state, branch) === null ? t('noPartial') : null;
  return [
    { label: t('sendAgain'), note: t('sendAgainNote'), command: { type: 'continue' } },
    { label: t('partial'), note: t('partialNote'), command: { type: 'resume-partial' }, disabledReason },
    // A branch that rests at its request has no turn to drop.
    ...(branch.phase === 'ended' ? [drop] : []),
  ];
}

/** Everything behind the request of this turn is left out; the branch then rests there. */
function dropTurn(state: SessionState, branch: Branch): Command {
  const head = nodeById(state, branch.head);
  const base = head?.role === 'assistant' ? head.parent : branch.head;
  return { type: 'edit-history', base, messages: [] };
}
