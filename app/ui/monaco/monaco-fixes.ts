import type { EditorMarker } from './editor-types.ts';
import { monaco } from './monaco-setup.ts';

const byModel = new Map<string, readonly EditorMarker[]>();
let registered = false;

/** The repairs that Quick Fix (Ctrl and full stop) offers in a text. */
export function showFixes(model: monaco.editor.ITextModel, markers: readonly EditorMarker[]): void {
  if (!registered) register();
  const key = model.uri.toString();
  if (!byModel.has(key)) model.onWillDispose(() => byModel.delete(key));
  byModel.set(key, markers);
}

function register(): void {
  registered = true;
  monaco.languages.registerCodeActionProvider('json', {
    provideCodeActions: (model, range) => {
      const near = (byModel.get(model.uri.toString()) ?? []).filter((marker) => touches(model, marker, range));
      const actions = near.flatMap((marker) => marker.fixes.map((fix) => actionOf(model, fix.title, fix.text)));
      return { actions, dispose: () => {} };
    },
  });
}

function touches(model: monaco.editor.ITextModel, marker: EditorMarker, range: monaco.Range): boolean {
  const line = model.getPositionAt(marker.offset).lineNumber;
  return line >= range.startLineNumber && line <= range.endLineNumber;
}

function actionOf(model: monaco.editor.ITextModel, title: string, text: string): monaco.languages.CodeAction {
  const textEdit = { range: model.getFullModelRange(), text };
  return {
    title,
    kind: 'quickfix',
    isPreferred: true,
    edit: { edits: [{ resource: model.uri, versionId: model.getVersionId(), textEdit }] },
  };
}
