import { Component, type ReactNode } from 'react';
import { translator } from '../i18n/translator.ts';
import { Button } from './Button.tsx';
import { SeverityGlyph } from './glyphs/SeverityGlyph.tsx';

interface Props {
  /** What failed, in words: the name of the panel. */
  name: string;
  children: ReactNode;
}

/** Keeps a fault in one panel from taking the page along: says so in its place and offers to draw it again. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const t = translator('common');
    return (
      <div role="alert" className="flex max-w-xl flex-col items-start gap-2 p-4">
        <p className="flex items-center gap-2 font-semibold">
          <SeverityGlyph severity="error" />
          {t('panelFailed', { name: this.props.name })}
        </p>
        <p className="mono text-code [overflow-wrap:anywhere] text-ink-2">{error.message}</p>
        <Button onClick={() => this.setState({ error: null })}>{t('drawAgain')}</Button>
      </div>
    );
  }
}
