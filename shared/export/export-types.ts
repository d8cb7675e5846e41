import type { SessionEvent } from '../session/events.ts';
import type { Branch, SessionState } from '../session/state.ts';
import type { GraphPalette } from '../view/graph-palette.ts';
import type { GraphWords } from '../view/graph-words.ts';
import type { SentTo } from '../view/inspect-curl.ts';

/** What is exported: one branch of a session as it stands in `state`, and the log it comes from. */
export interface ExportSource {
  title: string;
  state: SessionState;
  branch: Branch;
  /** The whole log; with the raw stream text where it is known. */
  events: readonly SessionEvent[];
  /** Where a request goes; the public API when left out. */
  sentTo?: SentTo;
  /** Words and colours of the graph; English and light when left out. */
  words?: GraphWords;
  /** Language of a page that is written; English when left out. */
  language?: 'en' | 'zh-CN';
  palette?: GraphPalette;
}

export type ExportFormat =
  | 'loupe'
  | 'messages'
  | 'request'
  | 'markdown'
  | 'html'
  | 'python'
  | 'typescript'
  | 'curl'
  | 'svg'
  | 'test';

/** One way to write a session to a file. Pure: the same source gives the same text. */
export interface Exporter {
  id: ExportFormat;
  /** End of the file name, with its dot: `.messages.json`. */
  ending: string;
  mediaType: string;
  /** Made to be handed to other people: the page offers to take secrets out, ticked at first. */
  shared: boolean;
  write(source: ExportSource): string;
}
