/** Colours of a picture that stands alone (an exported SVG has no stylesheet). The page itself uses its tokens. */
export interface GraphPalette {
  paper: string;
  face: string;
  hairline: string;
  strong: string;
  ink: string;
  'ink-2': string;
  'ink-3': string;
  user: string;
  assistant: string;
  tool: string;
  error: string;
  warning: string;
  now: string;
  nowText: string;
  nowTint: string;
  onFill: string;
  pairs: readonly string[];
  stops: Readonly<Record<string, string>>;
}

export const LIGHT: GraphPalette = {
  paper: '#ffffff',
  face: '#f4f5f2',
  hairline: '#d9ddd8',
  strong: '#b4bbb5',
  ink: '#14181a',
  'ink-2': '#434a4e',
  'ink-3': '#596166',
  user: '#2a4fc4',
  assistant: '#a3431a',
  tool: '#0b6870',
  error: '#bd1e2c',
  warning: '#855700',
  now: '#ffdd33',
  nowText: '#14181a',
  nowTint: '#fff3b3',
  onFill: '#ffffff',
  pairs: ['#0b6870', '#8a338c', '#6a6600', '#3d5f96', '#a04a5c', '#4a7529'],
  stops: {
    tool_use: '#0b6870',
    pause_turn: '#5a46bd',
    end_turn: '#1d7434',
    max_tokens: '#855700',
    stop_sequence: '#4a5560',
    refusal: '#a1226d',
    model_context_window_exceeded: '#5a680c',
  },
};

export const DARK: GraphPalette = {
  paper: '#0f1214',
  face: '#161a1d',
  hairline: '#2b3236',
  strong: '#4d585e',
  ink: '#edf0ef',
  'ink-2': '#b6bec1',
  'ink-3': '#98a1a6',
  user: '#93aaff',
  assistant: '#f09a6e',
  tool: '#52c4c8',
  error: '#ff8080',
  warning: '#e0b04a',
  now: '#ffd92e',
  nowText: '#14181a',
  nowTint: '#332d0e',
  onFill: '#0f1214',
  pairs: ['#52c4c8', '#db92dd', '#cfca55', '#8db4ee', '#ef9aab', '#9ccf77'],
  stops: {
    tool_use: '#52c4c8',
    pause_turn: '#b3a4ff',
    end_turn: '#6fcf86',
    max_tokens: '#e0b04a',
    stop_sequence: '#a9b6c2',
    refusal: '#f08cc4',
    model_context_window_exceeded: '#b9c653',
  },
};

/** Colour of a stop_reason; ink for values that are unknown or missing. */
export function stopPaint(palette: GraphPalette, reason: string | null): string {
  return (reason !== null && Object.hasOwn(palette.stops, reason) ? palette.stops[reason] : undefined) ?? palette.ink;
}

/** Colour of a pair; a result that answers nothing has the colour of an error. */
export function pairPaint(palette: GraphPalette, hue: number | undefined): string {
  if (hue === undefined) return palette.ink;
  return palette.pairs[hue] ?? palette.error;
}
