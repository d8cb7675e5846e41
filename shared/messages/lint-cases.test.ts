import { describe, expect, it } from 'vitest';
import { isRecord } from './blocks.ts';
import { lint, type LintInput } from './lint.ts';
import { fix } from './repair.ts';
import type { BrokenCase } from './testing/broken-case.ts';
import { BROKEN_PAIRS } from './testing/broken-pairs.ts';
import { BROKEN_SETTINGS } from './testing/broken-settings.ts';
import { LEGAL_REQUESTS } from './testing/legal-requests.ts';
import { brokenRules, callsOf, textsOf } from './testing/firm-rules.ts';

function inputOf({ request, model, apiVersion, originalResponse, provenance }: BrokenCase): LintInput {
  return { request, model, apiVersion, originalResponse, provenance };
}

const errorsOf = (input: LintInput): ReturnType<typeof lint> =>
  lint(input).filter(({ severity }) => severity === 'error');

/** `'*'` as content stands for any text. */
function withStars(value: unknown): unknown {
  if (value === '*') return expect.stringMatching(/\S/);
  if (Array.isArray(value)) return value.map(withStars);
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withStars(item)]))
    : value;
}

const CASES = [...BROKEN_PAIRS, ...BROKEN_SETTINGS];

describe.each(CASES)('$title', (broken) => {
  const input = inputOf(broken);

  it('is reported', () => {
    const errors = errorsOf(input);
    expect(errors.map(({ rule, path }) => ({ rule, path }))).toEqual(
      broken.errors.map(({ rule, path }) => ({ rule, path })),
    );
    broken.errors.forEach(({ ids }, index) => {
      if (ids) expect(new Set(errors[index]?.ids)).toEqual(new Set(ids));
    });
    expect(errors[0]?.first).toBe(true);
    if (broken.api !== undefined)
      expect(errors[0]?.api).toMatchObject({
        status: 400,
        type: 'invalid_request_error',
        message: expect.stringContaining(broken.api),
      });
    for (const { rule, path } of broken.warnings ?? [])
      expect(lint(input)).toContainEqual(expect.objectContaining({ rule, path, severity: 'warning' }));
    expect(errors.every(({ fixable }) => fixable)).toBe(!broken.unfixable);
  });
});

describe.each(CASES.filter(({ unfixable }) => unfixable))('$title', (broken) => {
  it('is left as it is', () => {
    const input = inputOf(broken);
    expect(fix(input).request).toBe(input.request);
  });
});

describe.each(CASES.filter(({ unfixable }) => !unfixable))('$title', (broken) => {
  const input = inputOf(broken);
  const before = input.request as Record<string, unknown>;

  it('is repaired, and nothing but that', () => {
    const { request, remaining } = fix(input);
    const after = request as Record<string, unknown>;
    expect(remaining.filter(({ severity }) => severity === 'error')).toEqual([]);
    if (broken.messages) expect(after['messages']).toEqual(withStars(broken.messages));
    expect(brokenRules(after['messages'])).toEqual([]);
    const { messages: _messages, ...settings } = { ...before, ...broken.settings };
    for (const key of broken.removed ?? []) delete settings[key];
    const { messages: _after, ...settingsAfter } = after;
    if (
      Object.keys(broken.settings ?? {}).length > 0 ||
      !broken.errors.some(({ path }) => /^(?:tools|tool_choice|thinking)/.test(path))
    )
      expect(settingsAfter).toEqual(settings);
    const texts = textsOf(after['messages']);
    const said = textsOf(before['messages']).filter((words) => !broken.loses?.includes(words));
    expect(texts.filter((words) => said.includes(words))).toEqual(said);
    for (const words of broken.keeps ?? []) expect(JSON.stringify(after['messages'])).toContain(words);
    if (!broken.newIds && !broken.errors.some(({ rule }) => rule === 'tool-input-not-object')) {
      expect(callsOf(before['messages'])).toEqual(expect.arrayContaining(callsOf(after['messages'])));
    }
    expect(fix({ ...input, request }).request).toBe(request);
  });
});

describe.each(LEGAL_REQUESTS)('legal: $title', ({ request, originalResponse, quiet = [] }) => {
  it('has no error and is not touched', () => {
    const input = { request, originalResponse };
    expect(errorsOf(input)).toEqual([]);
    expect(fix(input).request).toBe(request);
    const flagged = lint(input).filter(
      ({ severity, path }) =>
        severity === 'warning' && quiet.some((base) => path === base || path.startsWith(`${base}.`)),
    );
    expect(flagged).toEqual([]);
  });
});
