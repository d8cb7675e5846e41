import type { ResolvedTheme } from '../../store/theme.ts';
import type { editor } from 'monaco-editor/editor/editor.api.js';

/** Names of `app/styles/tokens.css` that the editor needs as plain colours. */
type Token =
  | 'paper'
  | 'face'
  | 'sunk'
  | 'hairline'
  | 'hairline-strong'
  | 'ink'
  | 'ink-2'
  | 'ink-3'
  | 'now-tint'
  | 'error'
  | 'warning';

export const THEME_NAME = 'loupe';

/**
 * The editor's theme from the page's tokens. JSON has no colours of its own here (look §2): names are paler,
 * values stronger. `read` gives a token's value; Monaco takes six or eight hexadecimal digits only.
 */
export function monacoTheme(theme: ResolvedTheme, read: (token: Token) => string): editor.IStandaloneThemeData {
  const [ink, ink2, ink3] = [read('ink'), read('ink-2'), read('ink-3')];
  return {
    base: baseOf(theme),
    inherit: true,
    rules: [
      { token: '', foreground: bare(ink) },
      { token: 'string', foreground: bare(ink) },
      { token: 'string.key.json', foreground: bare(ink2) },
      { token: 'string.value.json', foreground: bare(ink), fontStyle: 'bold' },
      { token: 'number', foreground: bare(ink) },
      { token: 'number.json', foreground: bare(ink), fontStyle: 'bold' },
      { token: 'keyword', foreground: bare(ink) },
      { token: 'keyword.json', foreground: bare(ink), fontStyle: 'bold' },
      { token: 'delimiter', foreground: bare(ink2) },
      { token: 'comment', foreground: bare(ink2) },
    ],
    colors: {
      'editor.background': read('paper'),
      'editor.foreground': ink,
      'editorLineNumber.foreground': ink3,
      'editorLineNumber.activeForeground': ink,
      'editorCursor.foreground': ink,
      'editor.selectionBackground': mix(ink, '38'),
      'editor.inactiveSelectionBackground': mix(ink, '20'),
      'editor.lineHighlightBackground': '#00000000',
      'editor.lineHighlightBorder': '#00000000',
      'editorBracketMatch.background': read('sunk'),
      'editorBracketMatch.border': read('hairline-strong'),
      'editorBracketHighlight.foreground1': ink2,
      'editorBracketHighlight.foreground2': ink2,
      'editorBracketHighlight.foreground3': ink2,
      'editorIndentGuide.background1': read('hairline'),
      'editorIndentGuide.activeBackground1': read('hairline-strong'),
      'editorWidget.background': read('paper'),
      'editorWidget.foreground': ink,
      'editorWidget.border': ink,
      'editorHoverWidget.background': read('paper'),
      'editorHoverWidget.foreground': ink,
      'editorHoverWidget.border': ink,
      'editorSuggestWidget.background': read('paper'),
      'editorSuggestWidget.foreground': ink,
      'editorSuggestWidget.border': ink,
      'editorSuggestWidget.selectedBackground': read('sunk'),
      'editorSuggestWidget.selectedForeground': ink,
      'editorSuggestWidget.highlightForeground': ink,
      'input.background': read('paper'),
      'input.foreground': ink,
      'input.border': ink3,
      'menu.background': read('paper'),
      'menu.foreground': ink,
      'menu.selectionBackground': read('sunk'),
      'menu.selectionForeground': ink,
      'menu.border': ink,
      'list.hoverBackground': read('sunk'),
      'list.focusBackground': read('sunk'),
      'list.focusForeground': ink,
      'list.activeSelectionBackground': read('sunk'),
      'list.activeSelectionForeground': ink,
      'scrollbar.shadow': '#00000000',
      'scrollbarSlider.background': mix(read('hairline-strong'), 'a0'),
      'scrollbarSlider.hoverBackground': read('hairline-strong'),
      'scrollbarSlider.activeBackground': ink3,
      'editorError.foreground': read('error'),
      'editorWarning.foreground': read('warning'),
      'editorInfo.foreground': ink2,
      'editorLightBulb.foreground': read('warning'),
      'editorLightBulbAutoFix.foreground': read('warning'),
      focusBorder: ink,
      'widget.shadow': '#00000000',
    },
  };
}

function baseOf({ theme, moreContrast }: ResolvedTheme): editor.BuiltinTheme {
  if (moreContrast) return theme === 'dark' ? 'hc-black' : 'hc-light';
  return theme === 'dark' ? 'vs-dark' : 'vs';
}

function bare(color: string): string {
  return color.replace('#', '');
}

/** The colour with this opacity; what is no six-digit colour stays as it is. */
function mix(color: string, alpha: string): string {
  return color.length === 7 ? `${color}${alpha}` : color;
}

/** Reads a token off the page. Tokens that name others are resolved by the browser. */
export function readToken(token: Token): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
  return toHex(value);
}

/** Builds shorten `#ffffff` to `#fff`; Monaco wants six or eight digits. A token that is no colour becomes clear. */
function toHex(value: string): string {
  if (!value.startsWith('#')) return '#00000000';
  if (value.length > 5) return value;
  return `#${[...value.slice(1)].map((digit) => digit + digit).join('')}`;
}
