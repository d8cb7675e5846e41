import { useTranslations } from 'use-intl';
import type { ImportProgress } from '../../workers/import-protocol.ts';
import { Button } from '../../ui/Button.tsx';
import { cancelImport } from './import-run.ts';
import { useMegabytes } from './use-megabytes.ts';

/** How far the files are read, in bytes. Reading goes on while the panel is closed. */
export function ReadingProgress({ progress }: { progress: ImportProgress | null }) {
  const t = useTranslations('import');
  const common = useTranslations('common');
  const megabytes = useMegabytes();
  const share = progress && progress.total > 0 ? progress.bytes / progress.total : 0;
  return (
    <div className="flex flex-col gap-3 p-4">
      <p className="truncate font-semibold">{progress ? t('reading', { name: progress.name }) : t('listing')}</p>
      <div
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-2 border-[length:var(--control-line)] border-ink bg-paper"
      >
        <div className="h-full origin-left bg-ink" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="mono text-label text-ink-2">
        {progress && t('bytes', { bytes: megabytes(progress.bytes), total: megabytes(progress.total) })}
        {progress && progress.files > 1 && ` · ${t('ofFiles', { file: progress.file, files: progress.files })}`}
      </p>
      <div>
        <Button onClick={cancelImport}>{common('cancel')}</Button>
      </div>
    </div>
  );
}
