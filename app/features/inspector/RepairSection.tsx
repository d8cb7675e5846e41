import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { repairsOf, type Repair } from '../../../shared/view/inspect-repair.ts';
import type { Pair, PathView } from '../../../shared/view/inspect-pairs.ts';
import { useAllowed, useReplaying } from '../../store/hooks.ts';
import { refusalReason } from '../../store/refusal-text.ts';
import { setInspectorTab } from '../../store/selection.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from './Section.tsx';

/** For a call that history left without its result: the ways to put that right, the safest chosen. */
export function RepairSection({ view, pair }: { view: PathView; pair: Pair }) {
  const t = useTranslations('inspector.repair');
  const group = useId();
  const repairs = repairsOf(view, pair, t('aborted'));
  const [chosen, setChosen] = useState(repairs[0]?.kind ?? 'as-error');
  const reason = useRepairBlock();
  const repair = repairs.find((each) => each.kind === chosen) ?? repairs[0];
  if (repair === undefined) return null;
  const apply = async (): Promise<void> => {
    const done = await sendCommand(repair.command);
    if (done.ok && repair.kind === 'type') setInspectorTab('json');
  };
  return (
    <Section title={t('title')}>
      <div role="radiogroup" aria-label={t('title')} className="flex flex-col gap-2">
        {repairs.map((each) => (
          <label key={each.kind} className="flex items-start gap-2.5">
            <input
              type="radio"
              name={group}
              checked={each.kind === repair.kind}
              onChange={() => setChosen(each.kind)}
              className="mt-px size-4 accent-ink"
            />
            <RepairWords repair={each} />
          </label>
        ))}
      </div>
      <Button className="mt-3" disabledReason={reason} onClick={() => void apply()}>
        {t('apply')}
      </Button>
    </Section>
  );
}

function useRepairBlock(): string | null {
  const t = useTranslations('inspector.edit');
  const allowed = useAllowed();
  const past = useReplaying();
  return past ? t('pastNote') : refusalReason(allowed?.['edit-history']);
}

function RepairWords({ repair }: { repair: Repair }) {
  const t = useTranslations('inspector.repair');
  const [title, note] = {
    'put-back': [t('putBack'), t('putBackNote', { path: repair.path })],
    'as-error': [t('asError'), t('asErrorNote', { flag: 'is_error: true', text: t('aborted') })],
    type: [t('type'), t('typeNote')],
    drop: [t('drop'), t('dropNote')],
  }[repair.kind];
  return (
    <span className="min-w-0">
      <span className="block font-medium">{title}</span>
      <span className="block text-label text-ink-2">{note}</span>
    </span>
  );
}
