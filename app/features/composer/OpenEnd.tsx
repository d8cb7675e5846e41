import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Branch } from '../../../shared/session/state.ts';
import { rich } from '../../i18n/rich.tsx';
import { useAllowed, useNewestBranch, useReplaying } from '../../store/hooks.ts';
import { raisedTo } from '../../store/raise-limit.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';

/**
 * The ways on after an end that asks for a decision: a limit that must be raised, calls that nobody answered.
 * Draws nothing otherwise.
 */
export function OpenEnd() {
  const branch = useNewestBranch();
  const replaying = useReplaying();
  if (!branch || replaying || branch.phase !== 'ended') return null;
  if (branch.limit) return <LimitEnd key={`${branch.id} ${branch.runs}`} limit={branch.limit} />;
  return branch.calls.length > 0 ? <CallsEnd calls={branch.calls.length} /> : null;
}

const ROW = 'flex flex-wrap items-center gap-2 border-b border-hairline px-4 py-2';

function LimitEnd({ limit }: { limit: NonNullable<Branch['limit']> }) {
  const t = useTranslations('drawer.limitsTab');
  const [to, setTo] = useState(() => String(raisedTo(limit)));
  const value = Number(to);
  const problem = Number.isSafeInteger(value) && value > limit.value ? null : t('higher', { value: limit.value });
  const raise = (): void => void sendCommand({ type: 'raise-limit', limit: limit.limit, to: value });
  return (
    <form
      className={ROW}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) raise();
      }}
    >
      <span className="mr-2">
        {t.rich('ended', { ...rich, name: t(`names.${limit.limit}`), value: limit.value, at: limit.at })}
      </span>
      <Button look="solid" type="submit" disabledReason={problem}>
        {t('raise')}
      </Button>
      <label className="flex items-center gap-2">
        {t('raiseTo')}
        <TextField label={t('newLimit')} value={to} onChange={setTo} invalid={problem !== null} mono className="w-28" />
      </label>
      <span>{t('thenContinue')}</span>
    </form>
  );
}

function CallsEnd({ calls }: { calls: number }) {
  const t = useTranslations('commands');
  const allowed = useAllowed();
  if (allowed?.continue) return null;
  return (
    <div className={ROW}>
      <span className="mr-2">{t('openCallsText', { calls })}</span>
      <Button onClick={() => void sendCommand({ type: 'continue', openCalls: 'notRun' })}>{t('answerNotRun')}</Button>
      <Button onClick={() => void sendCommand({ type: 'continue', openCalls: 'run' })}>{t('runOpenCalls')}</Button>
    </div>
  );
}
