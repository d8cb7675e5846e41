import type { compare } from './en/compare.ts';
import { commands } from './en/commands.ts';
import { common } from './en/common.ts';
import { drawer } from './en/drawer.ts';
import { graph } from './en/graph.ts';
import { imports } from './en/import.ts';
import { inspector } from './en/inspector.ts';
import { lab } from './en/lab.ts';
import { notify } from './en/notify.ts';
import { problems } from './en/problems.ts';
import { rail } from './en/rail.ts';
import { search } from './en/search.ts';
import { state } from './en/state.ts';
import { timeline } from './en/timeline.ts';

/** All English texts, by area. It ships with the first load and is the fallback of every other language. */
export const en = {
  commands,
  common,
  drawer,
  graph,
  import: imports,
  inspector,
  lab,
  notify,
  problems,
  rail,
  search,
  state,
  timeline,
} as const;

/** Texts of views that are fetched when first opened; such a view puts them around itself (`LazyTexts`). */
export interface LazyMessages {
  compare: typeof compare;
}
export type EnglishMessages = typeof en & LazyMessages;
export type Language = 'en' | 'zh-CN';
export const LANGUAGES: readonly Language[] = ['en', 'zh-CN'];

declare module 'use-intl' {
  interface AppConfig {
    Locale: Language;
    Messages: EnglishMessages;
  }
}
