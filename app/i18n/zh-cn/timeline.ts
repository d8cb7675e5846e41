import type { timeline as english } from '../en/timeline.ts';
import type { Translated } from '../translated.ts';

export const timeline: Translated<typeof english> = {};
