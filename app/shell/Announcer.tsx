import { useEffect, useState } from 'react';
import type { Branch } from '../../shared/session/state.ts';
import { branchById } from '../../shared/session/tree.ts';
import { translator } from '../i18n/translator.ts';
import { restSentence } from '../store/rest-sentence.ts';
import { type SessionData, useSession } from '../store/session-store.ts';

/** Says aloud where the loop comes to rest while the page is open; the state it was opened in is not news. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    let last = restOf(useSession.getState());
    return useSession.subscribe((session) => {
      const rest = restOf(session);
      if (rest?.key === last?.key) return;
      const news = rest !== null && rest.branch.id === last?.branch.id;
      last = rest ?? last;
      if (news) setText(restSentence(rest.branch, translator('state')));
    });
  }, []);
  return (
    <div role="log" aria-live="polite" className="sr-only-live">
      {text}
    </div>
  );
}

/** The looked-at branch with a key that changes at each rest; null while it moves. */
function restOf({ newest, homeBranch, sessionId }: SessionData): { key: string; branch: Branch } | null {
  const branch = newest && homeBranch ? branchById(newest, homeBranch) : undefined;
  if (!branch) return null;
  const waiting = branch.calls.filter((call) => call.state === 'asks' || call.state === 'waiting').length;
  const rest = branch.stopped?.seq ?? branch.outcome?.reason ?? (waiting > 0 ? `waiting ${waiting}` : null);
  return rest === null ? null : { key: `${sessionId} ${branch.id} ${branch.runs} ${rest}`, branch };
}
