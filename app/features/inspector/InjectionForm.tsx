import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Injection } from '../../../shared/session/events.ts';
import { Button } from '../../ui/Button.tsx';

const FIELD = 'h-7 w-full rounded-control border-[length:var(--control-line)] border-control bg-paper px-2 text-body';
const MOST_MS = 3_600_000;

/** What stands in place of a result, to be worded: the text of an error, the length of a delay. */
export function InjectionForm({ injection, onChange }: { injection: Injection; onChange(injection: Injection): void }) {
  const t = useTranslations('inspector.source.injection');
  const [text, setText] = useState(injection.kind === 'error' ? injection.text : '');
  const [ms, setMs] = useState(injection.kind === 'delay' ? injection.ms : 0);
  if (injection.kind === 'timeout') return null;
  const same = injection.kind === 'error' ? injection.text === text : injection.ms === ms;
  return (
    <form
      className="mt-2 flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(injection.kind === 'error' ? { kind: 'error', text } : { kind: 'delay', ms });
      }}
    >
      {injection.kind === 'error' ? (
        <input
          className={FIELD}
          aria-label={t('text')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <input
          className={FIELD}
          type="number"
          min={0}
          max={MOST_MS}
          aria-label={t('ms')}
          value={ms}
          onChange={(event) => setMs(Math.min(MOST_MS, Math.max(0, Math.round(event.target.valueAsNumber || 0))))}
        />
      )}
      <Button type="submit" disabledReason={same ? t('unchanged') : null}>
        {t('apply')}
      </Button>
    </form>
  );
}
