import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { bringFiles, bringText, FILE_FIELD_ID } from '../store/brought-files.ts';

/**
 * Files may be dropped anywhere on the page, and pasted wherever no text field has the focus. Holds the page's file
 * field, which `Import` opens.
 */
export function DropTarget() {
  const t = useTranslations('import');
  const over = useDrop();
  usePaste(t('pastedName'));
  return (
    <>
      <input
        id={FILE_FIELD_ID}
        type="file"
        multiple
        hidden
        aria-label={t('field')}
        onChange={({ currentTarget: field }) => {
          bringFiles([...(field.files ?? [])]);
          // The same file may be chosen again.
          field.value = '';
        }}
      />
      {over && (
        <div className="pointer-events-none fixed inset-2 z-50 flex items-center justify-center border-[3px] border-dashed border-ink bg-now-tint/90 text-title font-semibold text-now-text">
          {t('dropHere')}
        </div>
      )}
    </>
  );
}

/** True while files are held over the page. */
function useDrop(): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;
    const drag = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!event.dataTransfer || !holdsFiles(event)) return;
      event.preventDefault();
      takeDrop(event.dataTransfer);
    };
    return listen({ dragenter: drag, dragover: drag, dragleave: leave, drop });
  }, []);
  return over;
}

/** Folders can only be asked for during the event itself; their files are listed later. */
function takeDrop({ items, files }: DataTransfer): void {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folders = entries.filter((entry) => entry.isDirectory);
  const names = new Set(folders.map(({ name }) => name));
  const plain = [...files].filter((file) => !names.has(file.name));
  bringFiles(plain, folders);
}

/** Pasted files, or text that looks like a transcript. */
function usePaste(name: string): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (!event.clipboardData || isField(event.target)) return;
      const files = [...event.clipboardData.files];
      const text = event.clipboardData.getData('text/plain');
      if (files.length > 0) bringFiles(files);
      else if (/^\s*([[{]|data:|event:)/.test(text)) bringText(text, name);
      else return;
      event.preventDefault();
    };
    return listen({ paste });
  }, [name]);
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], .monaco-editor') !== null;
}

type Listeners = { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void };

function listen(listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, (event: Event) => void][];
  for (const [name, listener] of all) document.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of all) document.removeEventListener(name, listener);
  };
}
