import { useEffect, useRef } from 'react';
import { changedLines } from '../../../shared/view/graph-edit.ts';
import { useTheme } from '../../store/theme.ts';
import { showFixes } from './monaco-fixes.ts';
import { modelName } from './monaco-schemas.ts';
import { monaco } from './monaco-setup.ts';
import { monacoTheme, readToken, THEME_NAME } from './monaco-theme.ts';
import type { EditorProps } from './editor-types.ts';
import './monaco.css';

/** Long lines and long texts make Monaco slow; these keep a typing person unaware of it (what-users-want facts). */
const FOLDING_UNITS = 50_000;
/** Up to here the whole text stands in the textarea, for screen readers and other tools that read it. */
const ACCESSIBLE_UNITS = 100_000;

let nextModel = 1;

/** Monaco on one text. The page holds the text; the editor tells every change. */
export function MonacoEditor(props: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<monaco.editor.IStandaloneCodeEditor | null>(null);
  const latest = useRef(props);
  const { schema, language } = props;
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const made = createEditor(place.current as HTMLDivElement, latest, { schema, language });
    editor.current = made;
    return () => {
      editor.current = null;
      made.getModel()?.dispose();
      made.dispose();
    };
  }, [schema, language]);

  useEffect(() => syncText(editor.current, props.value), [props.value]);
  useEffect(
    () => editor.current?.updateOptions({ readOnly: props.readOnly, ariaLabel: props.name }),
    [props.readOnly, props.name],
  );
  useEffect(() => markProblems(editor.current, props.markers), [props.markers]);
  useEffect(() => markChanges(editor.current, props.base, props.value), [props.base, props.value]);
  useMonacoTheme();
  return <div ref={place} className="h-full min-h-0 w-full" />;
}

function createEditor(
  place: HTMLElement,
  latest: { current: EditorProps },
  { schema, language }: Pick<EditorProps, 'schema' | 'language'>,
): monaco.editor.IStandaloneCodeEditor {
  const { value, readOnly, name } = latest.current;
  const uri = monaco.Uri.parse(`inmemory://loupe/${nextModel++}/${modelName(schema)}`);
  const model = monaco.editor.createModel(value, language === 'json' ? 'json' : 'plaintext', uri);
  const small = value.length <= ACCESSIBLE_UNITS;
  const made = monaco.editor.create(place, {
    ...OPTIONS,
    model,
    readOnly,
    ariaLabel: name,
    theme: THEME_NAME,
    folding: value.length <= FOLDING_UNITS,
    accessibilitySupport: small ? 'on' : 'auto',
    accessibilityPageSize: small ? 2000 : 10,
    fontFamily: `'Martian Mono Narrow', ${getComputedStyle(place).getPropertyValue('--mono-face')}`,
  });
  model.onDidChangeContent(() => {
    const text = model.getValue();
    if (text !== latest.current.value) latest.current.onChange(text);
  });
  made.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onSubmit());
  reveal(made, latest.current.reveal);
  takeWholeSelection(place, made);
  // Letters measured before the face is there have the width of another one.
  void document.fonts?.load("11.5px 'Martian Mono Narrow'").then(() => monaco.editor.remeasureFonts());
  return made;
}

/**
 * Tools that fill a field select its whole text and then focus it. Monaco would forget that selection with the
 * focus and put the new text beside the old one.
 */
function takeWholeSelection(place: HTMLElement, editor: monaco.editor.IStandaloneCodeEditor): void {
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLTextAreaElement) || target.value === '') return;
    if (target.selectionStart !== 0 || target.selectionEnd !== target.value.length) return;
    queueMicrotask(() => {
      const range = editor.getModel()?.getFullModelRange();
      if (range) editor.setSelection(range);
    });
  };
  place.addEventListener('focus', onFocus, { capture: true });
  editor.onDidDispose(() => place.removeEventListener('focus', onFocus, { capture: true }));
}

const OPTIONS: monaco.editor.IStandaloneEditorConstructionOptions = {
  // A textarea, not the newer EditContext: assistive tools and browser tests can read and fill it.
  editContext: false,
  fontSize: 11.5,
  lineHeight: 17,
  fontLigatures: false,
  lineNumbersMinChars: 3,
  lineDecorationsWidth: 8,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  automaticLayout: true,
  wordWrap: 'on',
  maxTokenizationLineLength: 20_000,
  tabSize: 2,
  // Text may come in at once from an input method or a tool; helpful brackets and quotes would garble it.
  autoClosingBrackets: 'never',
  autoClosingQuotes: 'never',
  autoSurround: 'never',
  autoIndent: 'keep',
  // Tab leaves the editor, as everywhere else on the page.
  tabFocusMode: true,
  fixedOverflowWidgets: true,
  links: false,
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  renderLineHighlight: 'none',
  stickyScroll: { enabled: false },
  wordBasedSuggestions: 'off',
  // Chinese and other scripts are ordinary content, not attacks.
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false },
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  bracketPairColorization: { enabled: false },
  guides: { indentation: false },
  scrollbar: {
    verticalScrollbarSize: 10,
    horizontalScrollbarSize: 10,
    useShadows: false,
    alwaysConsumeMouseWheel: false,
  },
  padding: { top: 8, bottom: 8 },
};

/** A text that comes from outside replaces what is there as one step of undo. */
function syncText(editor: monaco.editor.IStandaloneCodeEditor | null, text: string): void {
  const model = editor?.getModel();
  if (!model || model.getValue() === text) return;
  model.pushEditOperations([], [{ range: model.getFullModelRange(), text }], () => null);
}

function reveal(editor: monaco.editor.IStandaloneCodeEditor, span: EditorProps['reveal']): void {
  const model = editor.getModel();
  if (span === null || !model) return;
  const start = model.getPositionAt(span.offset);
  editor.setPosition(start);
  editor.revealPositionInCenter(start);
}

function markProblems(editor: monaco.editor.IStandaloneCodeEditor | null, markers: EditorProps['markers']): void {
  const model = editor?.getModel();
  if (!model) return;
  showFixes(model, markers);
  const severity = {
    error: monaco.MarkerSeverity.Error,
    warning: monaco.MarkerSeverity.Warning,
    info: monaco.MarkerSeverity.Info,
  };
  const shown = markers.map((marker) => {
    const start = model.getPositionAt(marker.offset);
    const end = model.getPositionAt(marker.offset + marker.length);
    return {
      severity: severity[marker.severity],
      message: marker.message,
      code: marker.rule,
      source: 'Messages API',
      startLineNumber: start.lineNumber,
      startColumn: start.column,
      // A block of many lines is marked at its first one only.
      endLineNumber: start.lineNumber,
      endColumn: end.lineNumber === start.lineNumber ? end.column : model.getLineMaxColumn(start.lineNumber),
    };
  });
  monaco.editor.setModelMarkers(model, 'loupe', shown);
}

const decorations = new WeakMap<monaco.editor.ICodeEditor, monaco.editor.IEditorDecorationsCollection>();

function markChanges(editor: monaco.editor.IStandaloneCodeEditor | null, base: string, text: string): void {
  if (editor === null) return;
  const lines = base === text ? [] : [...changedLines(base, text).keys()];
  const shown = lines.map((line) => ({
    range: new monaco.Range(line + 1, 1, line + 1, 1),
    options: { isWholeLine: true, className: 'edited-line', linesDecorationsClassName: 'edited-bar' },
  }));
  const collection = decorations.get(editor);
  if (collection === undefined) decorations.set(editor, editor.createDecorationsCollection(shown));
  else collection.set(shown);
}

/** Follows the page's theme. The tokens are read after the attribute on <html> has changed. */
function useMonacoTheme(): void {
  const theme = useTheme();
  useEffect(() => {
    monaco.editor.defineTheme(THEME_NAME, monacoTheme(theme, readToken));
    monaco.editor.setTheme(THEME_NAME);
  }, [theme]);
}
