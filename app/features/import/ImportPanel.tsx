import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { takeBrought, useBrought } from '../../store/brought-files.ts';
import { Button } from '../../ui/Button.tsx';
import { SeverityGlyph } from '../../ui/glyphs/SeverityGlyph.tsx';
import { ImportReport } from './ImportReport.tsx';
import { startImport } from './import-run.ts';
import { setImport, useImport } from './import-store.ts';
import { ReadingProgress } from './ReadingProgress.tsx';
import { StartForm } from './StartForm.tsx';

/** Bringing saved conversations in: what to bring, how far it is read, and what became of it. */
export function ImportPanel() {
  const state = useImport((data) => data.state);
  useBroughtFiles();
  switch (state.kind) {
    case 'idle':
      return <StartForm />;
    case 'reading':
      return <ReadingProgress progress={state.progress} />;
    case 'failed':
      return <Failed message={state.message} />;
    case 'done':
      return <ImportReport state={state} />;
  }
}

/** Takes what was chosen, dropped or pasted anywhere on the page. */
function useBroughtFiles(): void {
  const brought = useBrought((data) => data.brought);
  useEffect(() => {
    const taken = brought && takeBrought();
    if (taken) void startImport(taken);
  }, [brought]);
}

function Failed({ message }: { message: string }) {
  const t = useTranslations('import');
  return (
    <div className="flex flex-col gap-3 p-4">
      <div role="alert" className="flex flex-col gap-1.5">
        <p className="flex items-center gap-2 font-semibold">
          <SeverityGlyph severity="error" />
          {t('failedTitle')}
        </p>
        <p className="break-words">{message}</p>
      </div>
      <Button onClick={() => setImport({ kind: 'idle' })}>{t('another')}</Button>
    </div>
  );
}
