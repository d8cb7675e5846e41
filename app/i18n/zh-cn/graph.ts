import type { graph as english } from '../en/graph.ts';
import type { Translated } from '../translated.ts';

export const graph: Translated<typeof english> = {};
