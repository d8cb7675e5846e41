import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { LintContext } from '../lint-context.ts';
import { plainPath } from '../api-path.ts';
import type { Finding, Rule } from '../problem.ts';
import { kindOf, quoted, written } from '../strings.ts';
import { apiText, deepBlocks, given, listAt, recordAt } from './kit.ts';

/** Prompt cache marks: `cache_control` on tools, system, messages, or on the request as a whole. */

const MAX_MARKS = 4;

interface Mark {
  /** Path of the `cache_control` itself. */
  at: Path;
  section: 'tools' | 'system' | 'messages';
  mark: Record<string, unknown>;
}

/** Every mark that counts, in the order in which the API caches: tools, system, messages. */
export function marksOf(context: LintContext): Mark[] {
  const marks: Mark[] = [];
  const note = (section: Mark['section'], block: Record<string, unknown>, at: Path): void => {
    const mark = recordAt(block, 'cache_control');
    if (mark) marks.push({ at: [...at, 'cache_control'], section, mark });
  };
  for (const { tool, index } of context.tools) note('tools', tool, ['tools', index]);
  for (const [index, block] of listAt(context.body, 'system').entries())
    if (isRecord(block)) note('system', block, ['system', index]);
  for (const { block, at } of deepBlocks(context)) note('messages', block, at);
  return marks;
}

function automatic(context: LintContext): Record<string, unknown> | null {
  return recordAt(context.body, 'cache_control');
}

export const tooManyMarks: Rule = {
  id: 'too-many-cache-marks',
  title: { en: 'More than four cache marks', 'zh-CN': '缓存标记超过四个' },
  severity: 'error',
  stage: 'cache_control',
  *check(context): Iterable<Finding> {
    const marks = marksOf(context);
    const count = marks.length + (automatic(context) ? 1 : 0);
    if (count <= MAX_MARKS) return;
    const places = marks.map(({ at }) => plainPath(at.slice(0, -1)));
    const all = automatic(context) ? [...places, 'the request itself'] : places;
    const shown = all.length > 20 ? [...all.slice(0, 20), `${all.length - 20} more`] : all;
    yield {
      at: (marks[Math.min(MAX_MARKS, marks.length - 1)] ?? marks[0])!.at,
      message: `There are ${count} cache marks, four are allowed: ${shown.join(', ')}.`,
      api: `A maximum of 4 blocks with cache_control may be provided. Found ${count}.`,
    };
  },
  repair(context): Edit[] {
    const marks = marksOf(context);
    const surplus = marks.length + (automatic(context) ? 1 : 0) - MAX_MARKS;
    return leastUseful(marks)
      .slice(0, surplus)
      .map(({ at }) => ({ path: at }));
  },
};

/**
 * The marks in the order in which they can be missed: a later mark of a section caches what an earlier one does. First
 * the earlier ones of tools and system, then those of messages from the front; the last of each section goes last.
 */
function leastUseful(marks: readonly Mark[]): Mark[] {
  const last = (section: Mark['section']): Mark | undefined => marks.findLast((mark) => mark.section === section);
  const keep = new Set([last('tools'), last('system'), last('messages')]);
  const early = marks.filter((mark) => !keep.has(mark));
  return [
    ...early.filter(({ section }) => section !== 'messages'),
    ...early.filter(({ section }) => section === 'messages'),
    ...marks.filter((mark) => keep.has(mark)),
  ];
}

const LIFETIMES = ['5m', '1h'];

export const cacheMarkForm: Rule = {
  id: 'cache-mark-form',
  title: { en: 'A cache mark has the wrong form', 'zh-CN': '缓存标记格式不对' },
  severity: 'error',
  stage: 'cache_control',
  *check(context): Iterable<Finding> {
    const top = given(context.body, 'cache_control');
    const blocks: { block: Record<string, unknown>; at: Path }[] = [
      ...(top === undefined ? [] : [{ block: context.body, at: [] }]),
      ...context.tools.map(({ tool, index }) => ({ block: tool, at: ['tools', index] })),
      ...listAt(context.body, 'system').flatMap((block, index) =>
        isRecord(block) ? [{ block, at: ['system', index] }] : [],
      ),
    ];
    for (const { block, at } of blocks) yield* markForm(context, block, at);
    for (const { block, at } of deepBlocks(context)) yield* markForm(context, block, at);
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === undefined ? { path: at } : { path: at, value: data })),
};

function* markForm(context: LintContext, block: Record<string, unknown>, at: Path): Generator<Finding> {
  const mark = given(block, 'cache_control');
  const place = [...at, 'cache_control'];
  if (mark === undefined) return;
  if (!isRecord(mark)) {
    yield {
      at: place,
      message: `cache_control is ${kindOf(mark)}; it has to be {"type": "ephemeral"}.`,
      api: apiText(context, place, 'Input should be an object'),
      ...(mark === true || mark === 'ephemeral' ? { data: { type: 'ephemeral' } } : {}),
    };
    return;
  }
  if (mark['type'] !== 'ephemeral') {
    yield {
      at: [...place, 'type'],
      message: `A cache mark of type ${quoted(mark['type'] ?? '')} does not exist; the only type is ephemeral.`,
      api: apiText(
        context,
        place,
        mark['type'] === undefined
          ? 'type: Field required'
          : `Input tag '${written(mark['type'])}' found using 'type' does not match any of the expected tags: 'ephemeral'`,
      ),
      data: 'ephemeral',
    };
  }
  if (mark['ttl'] !== undefined && mark['ttl'] !== null && !LIFETIMES.includes(written(mark['ttl']))) {
    yield {
      at: [...place, 'ttl'],
      message: 'A cache mark lives 5m or 1h.',
      api: apiText(context, [...place, 'ttl'], "Input should be '5m' or '1h'"),
    };
  }
}

/** Longer-lived marks come first: tools, system, messages are one sequence. */
export const cacheLifetimeOrder: Rule = {
  id: 'cache-ttl-order',
  title: { en: 'A one-hour cache mark behind a five-minute one', 'zh-CN': '1 小时缓存标记排在 5 分钟之后' },
  severity: 'error',
  stage: 'cache_control',
  *check(context): Iterable<Finding> {
    let short = false;
    for (const { at, mark } of marksOf(context)) {
      if (mark['ttl'] !== '1h') short = true;
      else if (short) {
        yield {
          at: [...at, 'ttl'],
          message:
            'This mark lives one hour and stands behind one of five minutes; the longer ones have to come first (tools, system, messages).',
          api: `${plainPath(at)}.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: \`tools\`, \`system\`, \`messages\`.`,
        };
      }
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at, value: '5m' })),
};

export const cacheCombination: Rule = {
  id: 'cache-combination',
  title: { en: 'Cache settings that exclude each other', 'zh-CN': '互相冲突的缓存设置' },
  severity: 'error',
  stage: 'cache_control',
  needs: 'body',
  *check(context): Iterable<Finding> {
    for (const { tool, index } of context.tools) {
      if (tool['defer_loading'] !== true || !recordAt(tool, 'cache_control')) continue;
      yield {
        at: ['tools', index, 'cache_control'],
        message: 'A deferred tool is not part of the cached prompt, so it takes no cache mark.',
        api: null,
        assumed: true,
      };
    }
    const whole = automatic(context);
    const last = context.views.at(-1)?.blocks.at(-1)?.block;
    const mark = last && recordAt(last, 'cache_control');
    if (whole && mark && (mark['ttl'] ?? '5m') !== (whole['ttl'] ?? '5m')) {
      yield {
        at: ['cache_control', 'ttl'],
        message: 'The request is cached as a whole and its last block has a mark with another lifetime.',
        api: null,
        assumed: true,
        data: mark['ttl'] ?? '5m',
      };
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (data === undefined ? { path: at } : { path: at, value: data })),
};
