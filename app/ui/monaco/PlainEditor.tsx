import type { EditorProps } from './editor-types.ts';

/** A textarea with the editor's contract: stands in while Monaco loads, and where it cannot. */
export function PlainEditor(props: EditorProps) {
  return (
    <textarea
      aria-label={props.name}
      value={props.value}
      readOnly={props.readOnly}
      spellCheck={false}
      onChange={(event) => props.onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        props.onSubmit();
      }}
      className="ring-inside h-full w-full resize-none bg-paper p-3"
    />
  );
}
