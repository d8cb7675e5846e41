import { create } from 'zustand';
import type { ImportReport } from '../../../shared/import/report.ts';
import type { FormatName, ImportProgress, NamedFile } from '../../workers/import-protocol.ts';

/** A conversation of the report that was made a session of its own. */
export interface Opened {
  session: string;
  /** Parts are still on their way to the store. */
  writing: boolean;
}

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'reading'; progress: ImportProgress | null }
  /** What could not even be read, in words. */
  | { kind: 'failed'; message: string }
  | {
      kind: 'done';
      report: ImportReport;
      formats: readonly FormatName[];
      /** By place in the import. */
      opened: ReadonlyMap<number, Opened>;
      files: readonly NamedFile[];
    };

/** The newest import. It goes on while its panel is closed. */
export const useImport = create<{ state: ImportState }>()(() => ({ state: { kind: 'idle' } }));

export function setImport(state: ImportState): void {
  useImport.setState({ state });
}

/** Notes what became of a conversation; null forgets it. */
export function setOpened(conversation: number, opened: Opened | null): void {
  const { state } = useImport.getState();
  if (state.kind !== 'done') return;
  const all = new Map(state.opened);
  if (opened) all.set(conversation, opened);
  else all.delete(conversation);
  setImport({ ...state, opened: all });
}
