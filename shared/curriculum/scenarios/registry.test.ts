import { describe, expect, test } from 'vitest';
import { readStream } from '../../messages/accumulate-finish.ts';
import { blocksOf, isToolResult, isToolUse, textOf } from '../../messages/blocks.ts';
import { parseScenario } from '../../scripted/parse-scenario.ts';
import { checkThinking } from '../../scripted/signature.ts';
import { answerMs } from '../../scripted/time.ts';
import type { Language } from './building.ts';
import { findScenario, scenarioFor, scenarioIds, scenarioSummaries } from './registry.ts';
import { play } from './testing/play.ts';

const LANGUAGES: Language[] = ['en', 'zh-CN'];
const everywhere = scenarioIds.flatMap((id) => LANGUAGES.map((language) => [id, language] as const));

/** What a document is made of, without its words: keys, names of tools, types and reasons stay. */
function shape(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return key === 'chunks' ? 'chunks' : value.map((item) => shape(item));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shape(item, name)]));
  }
  if (['type', 'name', 'role', 'stop_reason', 'tool', 'isError', 'pointer', 'model', 'id', 'required'].includes(key))
    return value;
  return typeof value;
}

describe.each(everywhere)('%s in %s', (id, language) => {
  const scenario = scenarioFor(id, language);

  test('is a valid scenario file, and plain JSON', () => {
    expect(parseScenario(scenario)).toEqual({ ok: true, scenario });
    expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
  });

  test('asks for nothing its model refuses', () => {
    const { request } = scenario;
    expect(request).toMatchObject({ model: 'claude-opus-5-5', messages: [{ role: 'user' }] });
    expect(request.max_tokens).toBeLessThan(21_334);
    expect(request.tool_choice).toBeUndefined();
    expect(Object.keys(request).filter((key) => ['temperature', 'top_p', 'top_k', 'stream'].includes(key))).toEqual([]);
    expect([undefined, 'adaptive']).toContain(request.thinking?.type);
  });

  test('calls only what it offers, with the inputs that the schema requires', () => {
    const tools = new Map(scenario.request.tools?.map((tool) => [tool.name, tool]));
    for (const call of play(scenario).toolRuns) {
      const schema = tools.get(call.name)?.input_schema as {
        required: string[];
        properties: Record<string, { type: string }>;
      };
      expect(Object.keys(call.input as object)).toEqual(schema.required);
      for (const [name, value] of Object.entries(call.input as object))
        expect(typeof value).toBe(schema.properties[name]?.type);
    }
  });

  test('plays without a missing template, with ids of its own and thinking that fits', () => {
    const { problems, messages, requests } = play(scenario);
    expect(problems).toEqual([]);
    const ids = messages.flatMap((message) =>
      blocksOf(message.content)
        .filter(isToolUse)
        .map((block) => block.id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(requests.flatMap((request) => checkThinking(request))).toEqual([]);
  });

  test('streams each answer within a second and a half', () => {
    const times = play(scenario)
      .answers.filter((answer) => answer.kind !== 'http_error' && answerMs(answer) > 0)
      .map(answerMs);
    expect(Math.max(0, ...times)).toBeLessThanOrEqual(1_500);
  });

  test('says something for what a person adds afterwards', () => {
    const { messages, requests } = play(scenario, { autoContinue: 1 });
    const follow = {
      ...scenario,
      request: { ...scenario.request, messages: [...messages, { role: 'user' as const, content: '?' }] },
    };
    const steps = scenario.steps?.slice(-1);
    const after = play(steps ? { ...follow, steps } : follow);
    expect(requests.length).toBeGreaterThan(0);
    expect(after.reason).toBe('end_turn');
    expect(textOf(after.messages.at(-1)!.content)).toMatch(/script|脚本/);
  });
});

test.each(scenarioIds)('%s has the same shape in both languages', (id) => {
  expect(shape(scenarioFor(id, 'zh-CN'))).toEqual(shape(scenarioFor(id, 'en')));
});

test.each(scenarioIds)('%s is Chinese in zh-CN and English in en', (id) => {
  const words = (language: Language) => JSON.stringify({ ...scenarioFor(id, language), title: '', about: '' });
  expect(words('en')).not.toMatch(/[\u4e00-\u9fff]/);
  expect(words('zh-CN')).toMatch(/[\u4e00-\u9fff]/);
  const { title, about } = scenarioFor(id, 'en');
  for (const names of [title, about]) expect(Object.keys(names as object)).toEqual(['en', 'zh-CN']);
});

test.each([
  ['weather', 2, 1, 'end_turn'],
  ['no-tool', 1, 0, 'end_turn'],
  ['refund', 3, 2, 'end_turn'],
  ['failing-test', 3, 3, 'end_turn'],
  ['three-in-parallel', 2, 3, 'end_turn'],
  ['web-research', 2, 0, 'end_turn'],
  ['runaway', 4, 3, 'repeated_call'],
  ['long-haul', 22, 21, 'end_turn'],
  ['truncated', 1, 0, 'max_tokens'],
  ['refused', 1, 0, 'refusal'],
  ['broken-stream', 4, 1, 'end_turn'],
])('%s: %i requests, %i tool runs, %s', (id, requests, toolRuns, reason) => {
  for (const language of LANGUAGES) {
    const played = play(scenarioFor(id, language));
    expect([played.requests.length, played.toolRuns.length, played.reason]).toEqual([requests, toolRuns, reason]);
  }
});

test('every built-in scenario has its numbers above', () => {
  expect(scenarioIds).toHaveLength(11);
  expect(scenarioSummaries('zh-CN').map((summary) => summary.id)).toEqual(scenarioIds);
  expect(findScenario('nothing', 'en')).toBeNull();
  expect(() => scenarioFor('__proto__', 'en')).toThrow('Known: weather');
});

describe('what people change', () => {
  const story = (id: string, edit: (name: string) => { content: string; is_error?: boolean } | null) => {
    const played = play(scenarioFor(id, 'en'), { edit: (call) => edit(call.name) });
    return {
      tools: played.toolRuns.map((call) => call.name),
      end: textOf(played.messages.at(-1)!.content),
      reason: played.reason,
      runs: played.toolRuns,
      problems: played.problems,
    };
  };
  const lookup =
    (content: string, is_error = false) =>
    (name: string) =>
      name === 'lookup_order' ? { content, is_error } : null;
  const record = (status: string, more = '') =>
    `{"order_id":"A-7","status":"${status}","item":"Kettle","amount":12.5,"currency":"EUR"${more}}`;

  test('refund: id and amount flow from the lookup into the refund', () => {
    const { runs, end } = story('refund', lookup(record('delivered')));
    expect(runs[1]).toMatchObject({ name: 'process_refund', input: { order_id: 'A-7', amount: 12.5 } });
    expect(end).toContain('12.5 EUR for order A-7 (Kettle)');
  });

  test.each([
    ['shipped', lookup(record('shipped')), ['lookup_order'], 'still on its way'],
    ['refunded', lookup(record('refunded')), ['lookup_order'], 'already been refunded'],
    ['an unknown status', lookup(record('lost')), ['lookup_order', 'escalate_to_person'], 'T-204'],
    ['no JSON', lookup('??'), ['lookup_order', 'escalate_to_person'], 'T-204'],
    ['an error', lookup('timeout', true), ['lookup_order', 'escalate_to_person'], 'T-204'],
  ])('refund: %s', (_name, edit, tools, end) => {
    const played = story('refund', edit);
    expect(played).toMatchObject({ tools, reason: 'end_turn', problems: [] });
    expect(played.end).toContain(end);
  });

  test('refund: a refund that fails goes to a person, and so does nobody there', () => {
    const failing = (...names: string[]) =>
      story('refund', (name) => (names.includes(name) ? { content: 'down', is_error: true } : null));
    expect(failing('process_refund').tools).toEqual(['lookup_order', 'process_refund', 'escalate_to_person']);
    expect(failing('process_refund', 'escalate_to_person').end).toContain('could reach no colleague');
  });

  test.each([
    ['48F, rain', 'rain jacket'],
    ['20F, snow', 'boots'],
    ['70F, cloudy', 'layers'],
  ])('weather: %s', (content, end) => {
    expect(story('weather', () => ({ content })).end).toContain(end);
  });

  test('weather: an error', () => {
    expect(story('weather', () => ({ content: 'no answer', is_error: true })).end).toContain(
      'could not get the weather (no answer)',
    );
  });

  test('failing-test: all green, tools that fail', () => {
    expect(
      story('failing-test', (name) =>
        name === 'run_tests' ? { content: 'Tests: 0 failed, 11 passed, 11 total' } : null,
      ).tools,
    ).toEqual(['run_tests']);
    expect(
      story('failing-test', (name) => (name === 'run_tests' ? { content: 'no npm', is_error: true } : null)).end,
    ).toContain('no npm');
    expect(
      story('failing-test', (name) => (name === 'read_file' ? { content: 'denied', is_error: true } : null)).end,
    ).toContain('denied');
  });

  test('three-in-parallel: the third works after all', () => {
    expect(story('three-in-parallel', (name) => (name === 'find_trains' ? { content: '06:40' } : null)).end).toContain(
      'first train: 06:40',
    );
  });

  test('runaway: a corrected result lets it finish', () => {
    expect(story('runaway', () => ({ content: 'region: eu-west' }))).toMatchObject({
      tools: ['read_file'],
      reason: 'end_turn',
      end: 'The file says: region: eu-west',
    });
  });

  test('truncated: with one more try it writes the whole list', () => {
    const played = play(scenarioFor('truncated', 'en'), { autoContinue: 1 });
    expect([played.requests.length, played.toolRuns.length, played.reason]).toEqual([3, 1, 'end_turn']);
  });
});

describe('faults', () => {
  test('three-in-parallel answers in one message, one result is an error', () => {
    const results = blocksOf(play(scenarioFor('three-in-parallel', 'en')).messages[2]!.content).filter(isToolResult);
    expect(results.map((result) => result.is_error ?? false)).toEqual([false, false, true]);
  });

  test.each([
    ['truncated', { complete: true, inputProblems: [{ reason: 'truncated' }], message: { stop_reason: 'max_tokens' } }],
    [
      'broken-stream',
      { complete: false, inputProblems: [{ reason: 'truncated' }], problem: { kind: 'cut', after: 'content' } },
    ],
  ])('%s cuts inside a tool input', (id, expected) => {
    for (const language of LANGUAGES) {
      const [first] = play(scenarioFor(id, language)).answers;
      expect(first?.kind).toBe('sse');
      expect(readStream(first?.kind === 'sse' ? first.chunks : [])).toMatchObject(expected);
    }
  });

  test('web-research pauses with a search under way, whose result opens the next answer', () => {
    const [, paused, finished] = play(scenarioFor('web-research', 'en')).messages;
    const last = blocksOf(paused!.content).at(-1);
    expect(last).toMatchObject({ type: 'server_tool_use' });
    expect(blocksOf(finished!.content)[0]).toMatchObject({ type: 'web_search_tool_result', tool_use_id: last!.id });
  });
});

describe('long-haul', () => {
  test.each(LANGUAGES)('%s grows with the square of the turns and stays within the default budget', (language) => {
    const played = play(scenarioFor('long-haul', language));
    const inputs = played.answers.flatMap((answer) =>
      answer.kind === 'message' ? [answer.message.usage.input_tokens!] : [],
    );
    const steps = inputs.slice(1).map((input, index) => input - inputs[index]!);
    expect(Math.min(...steps)).toBeGreaterThan(300);
    expect(Math.max(...steps)).toBeLessThan(1.3 * Math.min(...steps));
    expect(played.tokens).toBeGreaterThan(60_000);
    expect(played.tokens).toBeLessThan(150_000);
  });

  test.each([
    ['max_turns', { maxTurns: 2 }],
    ['token_budget', { tokenBudget: 900 }],
    ['token_budget', { tokenBudget: 50_000 }],
    ['timeout', { timeoutMs: 5_000 }],
  ])('trips %s', (reason, options) => {
    expect(play(scenarioFor('long-haul', 'en'), options).reason).toBe(reason);
  });

  test('the answer is what the logs say', () => {
    const cases = scenarioFor('long-haul', 'en').tool_results!.read_log as { then: { content: string } }[];
    const logs = cases.slice(0, 21).map((entry) =>
      entry.then.content
        .split('\n')
        .slice(2, 26)
        .map((line) => line.trim().split(/\s+/)),
    );
    const dropped = logs.flatMap((lines, index) => (lines.some((fields) => fields.at(-1) === '0') ? [index + 1] : []));
    const cold = logs.flatMap((lines, index) => (lines.some((fields) => Number(fields[1]) < -3) ? [index + 1] : []));
    const freezing = logs.flatMap((lines, index) => (lines.some((fields) => Number(fields[1]) < 0) ? [index + 1] : []));
    expect([dropped, cold, freezing]).toEqual([
      [4, 9, 15, 20],
      [4, 9, 15, 20],
      [4, 9, 15, 20],
    ]);
  });
});
