import { type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { textOf } from '../../../shared/messages/blocks.ts';
import type { Branch, SessionState } from '../../../shared/session/state.ts';
import { nodeById } from '../../../shared/session/tree.ts';
import { useAllowed, useReplaying, useViewed, useViewedBranch } from '../../store/hooks.ts';
import { refusalReason } from '../../store/refusal-text.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { OpenEnd } from './OpenEnd.tsx';

const MOST_LINES = 6;

/** Where a person speaks to the model: at the first request, while a request is composed, and after an end. */
export function Composer() {
  const t = useTranslations('rail.composer');
  const past = useTranslations('state')('past');
  const viewed = useViewed();
  const branch = useViewedBranch();
  const allowed = useAllowed();
  const replaying = useReplaying();
  const [text, setText] = useState('');
  const refusal = replaying
    ? past
    : allowed?.say?.code === 'not-at-request'
      ? t('notNow')
      : refusalReason(allowed?.say);
  const first = viewed && branch ? firstQuestion(viewed, branch) : null;
  const empty = useTranslations('state')('refusal.empty-text');

  const send = async (): Promise<void> => {
    if (refusal !== null || text.trim() === '') return;
    const result = await sendCommand({ type: 'say', text });
    if (result.ok) setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className="shrink-0 border-t border-strong bg-face">
      <OpenEnd />
      <div className="flex items-end gap-2 px-4 py-2">
        <span id="composer-hint" className="sr-only-live">
          {refusal ?? hint(first, branch, t)}
        </span>
        <textarea
          aria-label={t('label')}
          aria-describedby="composer-hint"
          rows={Math.min(MOST_LINES, text.split('\n').length)}
          value={text}
          readOnly={refusal !== null}
          aria-disabled={refusal !== null}
          placeholder={refusal ?? (first === null ? t('placeholder') : `${t('first')}: ${first}`)}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-7 min-w-0 flex-1 resize-none rounded-control border-[length:var(--control-line)] border-control bg-paper px-2.5 py-[3px] field-text aria-disabled:border-hairline aria-disabled:bg-transparent"
        />
        <Button onClick={() => void send()} disabledReason={refusal ?? (text.trim() === '' ? empty : null)}>
          {t('send')}
        </Button>
      </div>
    </div>
  );
}

function hint(
  first: string | null,
  branch: Branch | null,
  t: ReturnType<typeof useTranslations<'rail.composer'>>,
): string {
  if (first !== null) return t('first');
  return branch?.phase === 'request' ? t('joins') : t('opens');
}

/** The question a session begins with, while it can still be changed in place; null afterwards. */
function firstQuestion(state: SessionState, branch: Branch): string | null {
  const node = nodeById(state, branch.head);
  const atFirst = branch.phase === 'request' && node?.role === 'user' && node.turn === 0;
  return atFirst ? textOf(node.content) : null;
}
