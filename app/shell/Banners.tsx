import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { isMoving } from '../../shared/session/reduce-support.ts';
import type { Branch } from '../../shared/session/state.ts';
import { retryConnection } from '../store/load-session.ts';
import { sendCommand } from '../store/send-command.ts';
import { viewBranch } from '../store/session-actions.ts';
import { useSession } from '../store/session-store.ts';
import { Button } from '../ui/Button.tsx';
import { SeverityGlyph } from '../ui/glyphs/SeverityGlyph.tsx';

/** Lines under the top bar that concern the whole page: the connection, and runs that go on elsewhere. */
export function Banners() {
  const lost = useSession((session) => session.connection === 'lost');
  return (
    <>
      {lost && <LostBanner />}
      <OtherRuns />
    </>
  );
}

function LostBanner() {
  const t = useTranslations('state');
  const format = useFormatter();
  const nothing = useSession((session) => session.newest === null);
  // When the banner appeared: nothing newer has come in since.
  const [since] = useState(() => Date.now());
  const time = format.dateTime(since, { timeStyle: 'medium' });
  return (
    <div role="alert" className="flex shrink-0 items-center gap-2.5 border-b border-error bg-error-tint px-4 py-1.5">
      <SeverityGlyph severity="error" />
      <span>{nothing ? t('unreachable') : t('lost', { time })}</span>
      <Button small className="ml-auto" onClick={retryConnection}>
        {t('reconnect')}
      </Button>
    </div>
  );
}

const NO_BRANCHES: readonly Branch[] = [];

/** A run on a branch that is not looked at stays in sight, with its own Stop. */
function OtherRuns() {
  const t = useTranslations('state');
  const branches = useSession((session) => session.newest?.record.branches ?? NO_BRANCHES);
  const home = useSession((session) => session.homeBranch);
  const others = branches.filter((branch) => branch.id !== home && !branch.deleted && isMoving(branch));
  return others.map((branch) => (
    <div key={branch.id} className="flex shrink-0 items-center gap-3 border-b border-hairline bg-paper px-4 py-1.5">
      <button type="button" className="underline underline-offset-2" onClick={() => viewBranch(branch.id)}>
        {t('otherRun', { branch: branch.name })}
      </button>
      <Button small onClick={() => void sendCommand({ type: 'terminate' }, branch.id)}>
        {t('stopOther', { branch: branch.name })}
      </Button>
    </div>
  ));
}
