import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits } from './edits.ts';
import { lint } from './lint.ts';
import { patchText } from './patch-text.ts';
import { fix, fixProblem } from './repair.ts';
import { BROKEN_PAIRS } from './testing/broken-pairs.ts';
import { BROKEN_SETTINGS } from './testing/broken-settings.ts';
import { brokenRequest, legalRequest, wildRequest } from './testing/arbitrary.ts';
import { brokenRules, textsOf } from './testing/firm-rules.ts';

/** Far more than they need, for machines that have other things to do. */
const TIME = { timeout: 60_000 };

const errorsOf = (request: unknown): ReturnType<typeof lint> =>
  lint({ request }).filter(({ severity }) => severity === 'error');

/** Any JSON, with the words of the API as keys and values here and there. */
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.string(),
      fc.constantFrom<unknown>(
        'text',
        'tool_use',
        'tool_result',
        'user',
        'assistant',
        'claude-opus-5-5',
        null,
        true,
        0,
        -1,
        1.5,
        '\uD800',
      ),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        'model',
        'max_tokens',
        'messages',
        'role',
        'content',
        'type',
        'id',
        'tool_use_id',
        'input',
        'tools',
        'input_schema',
        'properties',
        'required',
        'items',
        'thinking',
        'system',
        'tool_choice',
        'source',
        'cache_control',
        'name',
        'description',
        'ttl',
        'media_type',
        'data',
        'citations',
        'budget_tokens',
        'effort',
        'output_config',
        'provenance',
        'stop_sequences',
        'text',
        'signature',
        'is_error',
        'toString',
        'valueOf',
        '__proto__',
        'constructor',
      ),
      tie('value'),
      { maxKeys: 6, noNullPrototype: true },
    ),
  ),
})).value;

describe('lint', () => {
  it('never throws, whatever the JSON, and says something about everything it names', TIME, () => {
    fc.assert(
      fc.property(anyJson, anyJson, (request, other) => {
        const problems = lint({ request, originalResponse: other, provenance: other, model: 'claude-opus-5-5' });
        for (const { rule, message } of problems) expect(rule && message).toBeTruthy();
        fix({ request, originalResponse: other, provenance: other });
      }),
      { numRuns: 300 },
    );
  });

  it('takes any value in any place, however deep or odd', TIME, () => {
    const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown;
    const odd = JSON.parse(
      '{"toString":1,"valueOf":2,"constructor":3,"__proto__":{"type":"text"},"length":-1}',
    ) as unknown;
    const cases = [...BROKEN_PAIRS, ...BROKEN_SETTINGS].filter((_broken, index) => index % 6 === 0);
    const samples = cases.map(({ request }) => request);
    for (const request of samples) {
      for (const path of pathsOf(request)) {
        for (const value of [deep, odd, null]) {
          const changed = applyEdits(request, [{ path, value }]);
          lint({ request: changed, originalResponse: changed, provenance: changed });
          fix({ request: changed });
        }
      }
    }
  });

  it('says nothing against a legal conversation, and fix leaves it alone', TIME, () => {
    fc.assert(
      fc.property(legalRequest, (request) => {
        expect(errorsOf(request)).toEqual([]);
        expect(fix({ request }).request).toBe(request);
      }),
    );
  });
});

describe('fix', () => {
  it('makes a broken conversation sendable, keeps every text in its order, and is done after one go', TIME, () => {
    fc.assert(
      fc.property(brokenRequest, (request) => {
        const { request: repaired, remaining } = fix({ request });
        const hopeless = errorsOf(request).some(({ fixable }) => !fixable);
        if (hopeless) return;
        expect(remaining.filter(({ severity }) => severity === 'error')).toEqual([]);
        if (repaired !== request) expect(brokenRules(repaired['messages'])).toEqual([]);
        expectKept(textsOf(request['messages']), textsOf(repaired['messages']));
        expect(fix({ request: repaired }).request).toBe(repaired);
      }),
      { numRuns: 400 },
    );
  });

  it('leaves no error that it says it can repair, even in nonsense', TIME, () => {
    fc.assert(
      fc.property(wildRequest, (request) => {
        const { request: repaired, remaining } = fix({ request });
        expect(remaining.filter(({ severity, fixable }) => severity === 'error' && fixable)).toEqual([]);
        expect(fix({ request: repaired }).request).toBe(repaired);
      }),
      { numRuns: 600 },
    );
  });

  it('tells its edits: made one by one on the document or on its text, they give the same', TIME, () => {
    fc.assert(
      fc.property(fc.oneof(brokenRequest, wildRequest), fc.constantFrom(undefined, 1, 2, '\t'), (broken, space) => {
        const source = JSON.stringify(broken, null, space);
        const request = JSON.parse(source) as unknown;
        const { request: repaired, edits } = fix({ request });
        expect(applyEdits(request, edits)).toEqual(repaired);
        expect(JSON.parse(patchText(source, request, edits))).toEqual(repaired);
      }),
      { numRuns: 250 },
    );
  });
});

describe('fixProblem', () => {
  it('repairs the one problem, whatever else is wrong', TIME, () => {
    fc.assert(
      fc.property(brokenRequest, (request) => {
        for (const problem of lint({ request })) {
          const { request: repaired, fixed } = fixProblem({ request }, problem);
          if (!problem.fixable) {
            expect(repaired).toBe(request);
            continue;
          }
          expect(fixed).toEqual([problem.rule]);
          const same = (other: typeof problem): boolean =>
            other.rule === problem.rule && other.path === problem.path && other.message === problem.message;
          const count = (list: ReturnType<typeof lint>): number =>
            list.filter(({ rule }) => rule === problem.rule).length;
          const after = lint({ request: repaired });
          expect(!after.some(same) || count(after) < count(lint({ request }))).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  });
});

/** The paths of all values inside this one. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])]);
}

/** Every text that was there is still there, in the same order (texts of results that became text may join them). */
function expectKept(before: readonly string[], after: readonly string[]): void {
  const all = after.join('\n');
  let from = 0;
  for (const words of before.filter((text) => text.trim() !== '')) {
    const at = all.indexOf(words, from);
    if (at < 0)
      throw new Error(`lost or moved: ${words}\nbefore ${JSON.stringify(before)}\nafter ${JSON.stringify(after)}`);
    from = at;
  }
}
