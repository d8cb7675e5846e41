import { create } from 'zustand';
import { openRail } from './layout.ts';

/** Files that a person brought to be imported: chosen, dropped or pasted. */
export interface Brought {
  files: readonly File[];
  /** Dropped folders, whose files are still to be listed. */
  folders: readonly FileSystemEntry[];
}

/** The newest ones that nobody has taken yet. */
export const useBrought = create<{ brought: Brought | null }>()(() => ({ brought: null }));

/** What `Import` does: the panel opens, and the browser's window for files with it. Must be called by a click or key. */
export function beginImport(): void {
  openRail('import');
  chooseFiles();
}

/** Hands files to the import panel, which opens. */
export function bringFiles(files: readonly File[], folders: readonly FileSystemEntry[] = []): void {
  if (files.length + folders.length === 0) return;
  useBrought.setState({ brought: { files, folders } });
  openRail('import');
}

/** Hands pasted text over. */
export function bringText(text: string, name: string): void {
  bringFiles([new File([text], name)]);
}

/** Takes what was brought, once. */
export function takeBrought(): Brought | null {
  const { brought } = useBrought.getState();
  if (brought) useBrought.setState({ brought: null });
  return brought;
}

/** Id of the page's own file field; it stands in the shell, so that a click can open the browser's window at once. */
export const FILE_FIELD_ID = 'import-files';

/** Opens the browser's window for files; `folder` lets a whole folder be chosen. Must be called by a click or key. */
export function chooseFiles(folder = false): void {
  const field = document.getElementById(FILE_FIELD_ID);
  if (!(field instanceof HTMLInputElement)) return;
  field.webkitdirectory = folder;
  field.click();
}
