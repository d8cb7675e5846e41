import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Branch, SessionState } from '../../../shared/session/state.ts';
import { attemptById } from '../../../shared/session/tree.ts';
import { rich } from '../../i18n/rich.tsx';
import { useAllowed, useNewestBranch, useReplaying } from '../../store/hooks.ts';
import { raisedTo } from '../../store/raise-limit.ts';
import { sendCommand } from '../../store/send-command.ts';
import { useSession } from '../../store/session-store.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';

/**
 * The ways on after an end that asks for a decision: a limit that must be raised, calls that nobody answered, an
 * answer that broke off.
 * Draws nothing otherwise.
 */
export function OpenEnd() {
  const state = useSession((session) => session.newest);
  const branch = useNewestBranch();
  const replaying = useReplaying();
  const allowed = useAllowed();
  if (!state || !branch || replaying) return null;
  if (branch.limit) return <LimitEnd key={`${branch.id} ${branch.runs}`} limit={branch.limit} />;
  if (allowed?.continue !== null || !needsChoice(state, branch)) return null;
  return (
    <Suspense fallback={null}>
      <WaysOn state={state} branch={branch} />
    </Suspense>
  );
}

const WaysOn = lazy(async () => ({ default: (await import('./WaysOn.tsx')).WaysOn }));

/** Ended with calls that nobody answered, or at rest where an answer broke off. */
function needsChoice(state: SessionState, branch: Branch): boolean {
  if (branch.phase === 'ended' && branch.calls.length > 0) return true;
  if (branch.phase !== 'ended' && branch.phase !== 'request') return false;
  const last = attemptById(state, branch.lastAttempt);
  return last !== undefined && last.error !== null && last.message !== null;
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
