import { FolderOpen, FileInput } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { bringText, chooseFiles } from '../../store/brought-files.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

/** Three ways to bring something: files, a folder, pasted text. The fourth is to drop it anywhere. */
export function StartForm() {
  const t = useTranslations('import');
  const [text, setText] = useState('');
  const empty = text.trim() === '';
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="flex flex-col gap-1.5">
        <h3 className="font-semibold">{t('begin')}</h3>
        <p className="leading-[1.45] text-ink-2">{t('beginText')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={<FileInput size={14} aria-hidden />} onClick={() => chooseFiles()}>
          {t('chooseFiles')}
        </Button>
        <Button icon={<FolderOpen size={14} aria-hidden />} onClick={() => chooseFiles(true)}>
          {t('chooseFolder')}
        </Button>
      </div>
      <form
        className="flex flex-col items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (!empty) bringText(text, t('pastedName'));
        }}
      >
        <TextArea label={t('paste')} placeholder={t('pasteHint')} value={text} onChange={setText} rows={5} mono />
        <Button type="submit" disabledReason={empty ? t('nothingPasted') : null}>
          {t('readPasted')}
        </Button>
      </form>
    </div>
  );
}
