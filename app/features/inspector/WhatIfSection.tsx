import { useTranslations } from 'use-intl';
import { FAULTS, type WhatIf } from '../../../shared/session/what-if-types.ts';
import { KNOWN_STOP_REASONS, type StopReason } from '../../../shared/messages/types.ts';
import { whatFollows } from '../../../shared/debugger/what-if-follows.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import { rich } from '../../i18n/rich.tsx';
import { sendCommand } from '../../store/send-command.ts';
import { Select, type SelectItem } from '../../ui/Select.tsx';
import { Section } from './Section.tsx';
import { useDuration } from './use-duration.ts';

/** Beside the documented values: the beta one, none at all, and one that nobody knows yet. */
const REASONS: readonly StopReason[] = [...KNOWN_STOP_REASONS, 'compaction', null, 'some_future_reason'];
const CHOICES: readonly WhatIf[] = [
  ...REASONS.map((stop_reason): WhatIf => ({ kind: 'stop_reason', stop_reason })),
  ...FAULTS.map((fault): WhatIf => ({ kind: 'fault', fault })),
];

/**
 * The stop-reason lab: another ending, or a fault, in place of an answer. Each choice says beforehand what the loop
 * will do; picking one makes a new branch and looks at it.
 * @param answer id of the message, or of the attempt that became none
 */
export function WhatIfSection({ view, answer }: { view: PathView; answer: string }) {
  const t = useTranslations('lab.whatIf');
  const items = useItems(view, answer);
  const suppose = (value: string): void => {
    const what = CHOICES[Number(value)];
    if (what) void sendCommand({ type: 'what-if', answer, what });
  };
  return (
    <Section title={t('title')}>
      <p className="mb-2 text-ink-2">{t.rich('about', rich)}</p>
      <Select
        label="What if"
        look="field"
        className="w-full"
        items={items}
        value={null}
        shown={<span className="text-ink-2">{t('choose')}</span>}
        onChange={suppose}
      />
    </Section>
  );
}

/** What can happen to this answer, each with the sentence that tells what follows. */
function useItems(view: PathView, answer: string): SelectItem<string>[] {
  const t = useTranslations('lab.whatIf');
  const duration = useDuration();
  return CHOICES.flatMap((what, index) => {
    const follows = whatFollows(view.state, answer, what);
    if (follows === null || follows.code === 'impossible') return [];
    const { code, calls, most, waitMs } = follows;
    const note = t(`follows.${code}`, { calls, most, wait: duration(waitMs) });
    const isReason = what.kind === 'stop_reason';
    const label = isReason ? (what.stop_reason ?? 'null') : t(`faults.${what.fault}`);
    return [{ value: String(index), label, note, mono: isReason }];
  });
}
