import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useViewed, useViewedBranch } from '../../store/hooks.ts';
import { type LimitRow, limitRows } from '../../store/limit-rows.ts';
import { sendCommand } from '../../store/send-command.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { GaugeBar } from './GaugeBar.tsx';

/** Every safety valve: what is used, what is allowed, what a run that trips it ends with. */
export function LimitsTab() {
  const state = useViewed();
  const branch = useViewedBranch();
  if (!state || !branch) return null;
  const rows = limitRows(state, branch, state.record.at);
  return (
    <div className="grid h-full grid-cols-[repeat(auto-fill,minmax(25rem,1fr))] content-start gap-x-10 overflow-y-auto px-4 py-2">
      {rows.map((row) => (
        <Row key={row.name} row={row} />
      ))}
    </div>
  );
}

function Row({ row }: { row: LimitRow }) {
  const t = useTranslations('drawer.limitsTab');
  const label = t(`names.${row.name}`);
  return (
    <div className="flex min-h-10 items-center gap-3 border-b border-hairline py-1.5">
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 truncate">
          {row.tripped && <SeverityGlyph severity="error" />}
          {label}
        </span>
        {row.reason && <span className="mono block truncate text-tag text-ink-2">{row.reason}</span>}
      </span>
      <Used row={row} label={label} />
      <LimitField key={row.limit} row={row} label={label} />
    </div>
  );
}

function Used({ row, label }: { row: LimitRow; label: string }) {
  const format = useFormatter();
  if (row.used === null) return null;
  const share = row.limit > 0 ? Math.min(1, row.used / row.limit) : 0;
  const gauge = { share, value: row.used, limit: row.limit, tripped: row.tripped };
  return (
    <>
      <span className="mono text-path tabular">{format.number(row.used)}</span>
      <GaugeBar gauge={gauge} label={label} className="w-14 shrink-0" />
    </>
  );
}

/** The figure itself: Enter or the button applies it; an unusable one says what is needed. */
function LimitField({ row, label }: { row: LimitRow; label: string }) {
  const t = useTranslations('drawer.limitsTab');
  const format = useFormatter();
  const [text, setText] = useState(() => format.number(row.limit));
  const value = Number(text.replaceAll(/[\s,_]/g, ''));
  const usable = text.trim() !== '' && Number.isSafeInteger(value) && value >= 0;
  const changed = usable && value !== row.limit;
  const apply = (): void => void sendCommand({ type: 'edit-limits', limits: { [row.name]: value } });
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (changed) apply();
      }}
    >
      <TextField
        label={t('edit', { name: label })}
        value={text}
        onChange={setText}
        invalid={!usable}
        mono
        className="w-28"
      />
      <span className="w-16">
        {(changed || !usable) && (
          <Button type="submit" disabledReason={usable ? null : t('whole')}>
            {t('apply')}
          </Button>
        )}
      </span>
    </form>
  );
}
