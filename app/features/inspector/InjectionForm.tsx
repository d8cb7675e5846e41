import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Injection } from '../../../shared/session/events.ts';
import type { OpenCall } from '../../../shared/session/state.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from './SegmentedControl.tsx';

const FIELD = 'h-7 w-full rounded-control border-[length:var(--control-line)] border-control bg-paper px-2 text-body';
const MOST_MS = 3_600_000;

/** What a person puts in place of a result: an error, a late answer, or none at all. */
export function InjectionForm({ call, onDone }: { call: OpenCall; onDone(): void }) {
  const t = useTranslations('inspector.source.injection');
  const [kind, setKind] = useState<Injection['kind']>(call.injection?.kind ?? 'error');
  const [text, setText] = useState(call.injection?.kind === 'error' ? call.injection.text : t('defaultError'));
  const [ms, setMs] = useState(call.injection?.kind === 'delay' ? call.injection.ms : 3000);
  const inject = async (): Promise<void> => {
    const injection: Injection = kind === 'error' ? { kind, text } : kind === 'delay' ? { kind, ms } : { kind };
    const result = await sendCommand(commandOf(call, injection));
    if (result.ok) onDone();
  };
  // A result that is in can only be exchanged for another one: nothing is left to delay.
  const kinds = call.result === null ? (['error', 'delay', 'timeout'] as const) : (['error'] as const);
  return (
    <div className="mt-2 flex flex-col gap-2">
      {kinds.length > 1 && (
        <SegmentedControl<Injection['kind']>
          label={t('kind')}
          value={kind}
          onChange={setKind}
          segments={kinds.map((value) => ({ value, label: t(value) }))}
        />
      )}
      {kind === 'error' && (
        <input
          className={FIELD}
          aria-label={t('text')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {kind === 'delay' && (
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
      <Button className="self-start" onClick={() => void inject()}>
        {t('apply')}
      </Button>
    </div>
  );
}

function commandOf(call: OpenCall, injection: Injection): Parameters<typeof sendCommand>[0] {
  if (call.result !== null && injection.kind === 'error') {
    return { type: 'edit-result', call: call.id, result: { content: injection.text, is_error: true } };
  }
  // A delayed result is still the script's own; an error or silence replaces it.
  const source = injection.kind === 'delay' ? 'scripted' : 'injected';
  return { type: 'set-call', call: call.id, source, injection };
}
