import { Component, lazy, type ReactNode, Suspense } from 'react';
import type { EditorProps } from './editor-types.ts';
import { PlainEditor } from './PlainEditor.tsx';

const MonacoEditor = lazy(async () => {
  const { MonacoEditor } = await import('./MonacoEditor.tsx');
  return { default: MonacoEditor };
});

/**
 * The JSON editor. Monaco comes with the first use; until then, and where it cannot be loaded (offline after an
 * update), a plain editor with the same name and text takes its place. `loading` and `plain` are shown above it.
 */
export function CodeEditor(props: EditorProps & { loading: ReactNode; plain: ReactNode }) {
  const { loading, plain, ...editor } = props;
  const standIn = (note: ReactNode): ReactNode => (
    <div className="flex h-full flex-col">
      <p className="shrink-0 px-3 py-1 text-label text-ink-2">{note}</p>
      <PlainEditor {...editor} />
    </div>
  );
  return (
    <LoadBoundary fallback={standIn(plain)}>
      <Suspense fallback={standIn(loading)}>
        <MonacoEditor {...editor} />
      </Suspense>
    </LoadBoundary>
  );
}

/** Errors of the editor must not take the inspector down: the text is still there to be saved. */
class LoadBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
