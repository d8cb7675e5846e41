import { isRecord } from '../blocks.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { marksOf } from './cache.ts';
import { deepBlocks, given, listAt } from './kit.ts';

/** Cache marks that are accepted and do not do what they are for. */

/** Bytes of text per token at the very least: below this many, a prompt is certainly shorter than so many tokens. */
const MIN_BYTES_PER_TOKEN = 1;

/** UTF-16 units of everything that goes before the last mark, at most. */
function textLength(value: unknown, budget: number, depth = 0): number {
  if (budget <= 0 || depth > 64) return 0;
  if (typeof value === 'string') return value.length;
  let sum = 0;
  const inner = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  for (const item of inner) {
    sum += textLength(item, budget - sum, depth + 1);
    if (sum >= budget) break;
  }
  return sum;
}

export const cacheTooShort: Rule = {
  id: 'cache-prompt-too-short',
  title: { en: 'The prompt is too short to be cached', 'zh-CN': '提示太短，无法缓存' },
  severity: 'warning',
  stage: 'cache_control',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const { profile, body } = context;
    const minimum = profile?.cacheMinimum ?? null;
    const mark = marksOf(context).at(-1);
    if (minimum === null || (!mark && !isRecord(given(body, 'cache_control')))) return;
    const limit = minimum * MIN_BYTES_PER_TOKEN;
    const images = deepBlocks(context).some(({ block }) => block['type'] === 'image' || block['type'] === 'document');
    if (images || textLength([body['tools'], body['system'], body['messages']], limit) >= limit) return;
    yield {
      at: mark?.at ?? ['cache_control'],
      message: `${profile!.model} caches prompts from ${minimum} tokens on; this one is shorter, so the mark does nothing.`,
      assumed: profile!.assumed.has('cacheMinimum'),
    };
  },
};

/** How far back from a mark the API looks for an older entry. */
const LOOKBACK = 20;

export const cacheLookback: Rule = {
  id: 'cache-lookback',
  title: { en: 'Too many blocks between two cache marks', 'zh-CN': '两个缓存标记之间的块过多' },
  severity: 'warning',
  stage: 'cache_control',
  *check(context): Iterable<Finding> {
    const marked = positions(context);
    for (const [index, { position, at }] of marked.entries()) {
      const before = marked[index - 1];
      if (!before || position - before.position <= LOOKBACK) continue;
      yield {
        at,
        message: `${position - before.position} blocks lie between this cache mark and the one before; the API looks back ${LOOKBACK} blocks for what is cached already.`,
      };
    }
  },
};

/** Marks of the messages with the number of their block, counted over the whole conversation. */
function positions(context: LintContext): { position: number; at: (string | number)[] }[] {
  const found: { position: number; at: (string | number)[] }[] = [];
  let position = 0;
  for (const { blocks } of context.views) {
    for (const { block, at } of blocks) {
      position += 1;
      if (isRecord(block['cache_control'])) found.push({ position, at: [...at, 'cache_control'] });
    }
  }
  return found;
}

const TIMESTAMP = /\b20\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d/;

export const cacheTimestamp: Rule = {
  id: 'cache-timestamp',
  title: { en: 'A time of day in a cached prompt', 'zh-CN': '被缓存的提示里含有时间' },
  severity: 'info',
  stage: 'cache_control',
  needs: 'body',
  *check(context): Iterable<Finding> {
    if (marksOf(context).length === 0 && !isRecord(given(context.body, 'cache_control'))) return;
    const system = given(context.body, 'system');
    const texts =
      typeof system === 'string'
        ? [system]
        : listAt(context.body, 'system').map((block) => (isRecord(block) ? block['text'] : undefined));
    for (const [index, text] of texts.entries()) {
      if (typeof text !== 'string' || !TIMESTAMP.test(text)) continue;
      yield {
        at: typeof system === 'string' ? ['system'] : ['system', index],
        message:
          'The system prompt holds a time of day. If it changes with every request, nothing behind it is ever read from the cache.',
      };
    }
  },
};
