import { describe, expect, it } from 'vitest';
import { bareModelId, isSameModel, KNOWN_MODELS, lineOf, profileOf } from './profiles.ts';

describe('names of models', () => {
  it.each([
    ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['claude-3-7-sonnet@20250219', 'claude-3-7-sonnet'],
    ['anthropic/claude-opus-4.6', 'claude-opus-4-6'],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
    ['claude-opus-4-8[1m]', 'claude-opus-4-8'],
    ['gpt-4o', 'gpt-4o'],
  ])('%s is %s', (given, bare) => {
    expect(bareModelId(given)).toBe(bare);
  });

  it('knows when two names mean one model', () => {
    expect(isSameModel('claude-opus-4-5', 'claude-opus-4-5-20251101')).toBe(true);
    expect(isSameModel('claude-opus-4-5', 'claude-opus-4-6')).toBe(false);
  });

  it('reads the line, and none for other vendors', () => {
    expect(lineOf('claude-haiku-9')).toBe('haiku');
    expect(lineOf('claude-3-opus-20240229')).toBe('opus');
    expect(lineOf('gpt-4o')).toBeNull();
    expect(lineOf('claude-instant-1')).toBeNull();
  });
});

describe('profileOf', () => {
  it('has a row for every name it lists', () => {
    for (const model of KNOWN_MODELS) expect(profileOf(model)).toMatchObject({ id: model, known: true });
  });

  it('keeps the name asked for', () => {
    expect(profileOf('claude-sonnet-4-5-20250929')).toMatchObject({
      id: 'claude-sonnet-4-5',
      model: 'claude-sonnet-4-5-20250929',
      contextWindow: 200_000,
      maxOutput: 64_000,
    });
  });

  it('lets the newest of a line stand in for a name nobody knows, and says so', () => {
    const profile = profileOf('claude-opus-7');
    expect(profile).toMatchObject({ id: 'claude-opus-5-5', line: 'opus', known: false, forcedToolChoice: false });
    expect(profile.assumed.has('prefill')).toBe(true);
  });

  it('marks the traits of a known model that are guesses', () => {
    expect(profileOf('claude-fable-5-2').assumed.has('thinking')).toBe(true);
    expect([...profileOf('claude-haiku-5-5').assumed]).toEqual(['systemRole', 'cacheMinimum']);
    expect(profileOf('claude-opus-5-5').assumed.size).toBe(0);
  });

  it('gives limits for any name at all', () => {
    expect(profileOf('gpt-4o')).toMatchObject({ known: false, maxOutput: 128_000 });
  });

  it('tells models apart where the API does', () => {
    expect(profileOf('claude-opus-4-6').prefill).toBe('never');
    expect(profileOf('claude-sonnet-4-5').prefill).toBe('thinking-off');
    expect(profileOf('claude-sonnet-5-5').thinking).toEqual(['adaptive', 'between_tools']);
    expect(profileOf('claude-opus-4-8').systemRole).toBe(true);
    expect(profileOf('claude-sonnet-5').systemRole).toBe(false);
    expect(profileOf('claude-opus-5-5').boundThinking).toBe(true);
  });
});
