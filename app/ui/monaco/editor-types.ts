/** A repair offered at a marker; it replaces the whole text. */
export interface EditorFix {
  title: string;
  text: string;
}

/** Something wrong at a stretch of the text, in UTF-16 units. */
export interface EditorMarker {
  offset: number;
  length: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** Rule id, shown behind the message. */
  rule: string;
  fixes: EditorFix[];
}

/** Which part of the Messages API a JSON text is: decides completion and checks. Null: any JSON. */
export type EditorSchema = 'message' | 'messages' | 'blocks' | null;

export interface EditorProps {
  /** Accessible name of the textbox. */
  name: string;
  value: string;
  /** The text the edit began from: lines that differ are marked. */
  base: string;
  language: 'json' | 'text';
  schema: EditorSchema;
  readOnly: boolean;
  markers: readonly EditorMarker[];
  /** Shown in the middle of the editor when it opens; dotted paths are resolved by the caller. */
  reveal: { offset: number; length: number } | null;
  onChange(text: string): void;
  /** Ctrl or Cmd and Enter. */
  onSubmit(): void;
}
