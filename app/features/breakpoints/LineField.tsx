import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { completeBreakpointLine } from '../../../shared/debugger/breakpoint-line-complete.ts';
import { parseBreakpointLine } from '../../../shared/debugger/breakpoint-line.ts';
import { saveBreakpoint } from '../../store/toggle-breakpoint.ts';
import { ExpressionField } from './ExpressionField.tsx';
import { useTools } from './use-tools.ts';

/** A whole breakpoint in one line; Enter sets it. */
export function LineField() {
  const t = useTranslations('rail.breaks');
  const tools = useTools();
  const [line, setLine] = useState('');
  const read = line.trim() === '' ? null : parseBreakpointLine(line);
  const submit = async (): Promise<void> => {
    if (read?.ok && (await saveBreakpoint({ id: crypto.randomUUID(), ...read.breakpoint }))) setLine('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ExpressionField
        label={t('line')}
        value={line}
        onChange={setLine}
        error={read && !read.ok ? read.error : null}
        complete={(text, caret) => completeBreakpointLine(text, caret, tools)}
        placeholder="tool * when input.amount > 100"
        note={t('lineNote')}
      />
    </form>
  );
}
