import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyHappeningAndEdits, anyScript } from '../testing/random-session.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { story } from '../testing/stories.ts';
import type { SessionState } from '../session/state.ts';
import { needleOf } from './search-fold.ts';
import { type Found, hitAt, type Looked, nextHit, requestWith, SessionSearch } from './search.ts';
import { LogBuilder, refundAtResults } from './testing/build-log.ts';

function run(search: SessionSearch, looked: Looked): Found {
  const steps = search.run(looked);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

function find(state: SessionState, query: string, branch = 'b1', viewed = state): Found {
  return run(new SessionSearch(needleOf(query) ?? ''), { newest: state, viewed, branch });
}

const places = (found: Found) => found.here.map(({ place, field, count }) => [place, field, count]);

describe('what is found on the looked-at path', () => {
  const { builder, answer, call } = refundAtResults();
  const state = builder.log.newest;

  it('texts of messages, letters of either case', () => {
    expect(places(find(state, 'PLEASE refund'))).toEqual([[{ kind: 'node', node: 'm1.0', block: 0 }, 'text', 1]]);
  });

  it('names, inputs, ids and results that are not appended yet, in order of time', () => {
    expect(places(find(state, 'a-1001'))).toEqual([
      [{ kind: 'node', node: 'm1.0', block: 0 }, 'text', 1],
      [{ kind: 'node', node: answer, block: 0 }, 'text', 1],
      [{ kind: 'node', node: answer, block: 1 }, 'input.order_id', 1],
      [{ kind: 'call', call }, 'content', 1],
    ]);
    expect(places(find(state, 'toolu_01Lx7Qd2'))).toEqual([[{ kind: 'node', node: answer, block: 1 }, 'id', 1]]);
    expect(places(find(state, answer))).toEqual([[{ kind: 'node', node: answer }, 'id', 1]]);
  });

  it('the ids of request and answer, at the answer', () => {
    const place = { kind: 'node', node: answer, sent: true };
    expect(places(find(state, 'req_1'))).toEqual([[place, 'request_id', 1]]);
    expect(places(find(state, 'msg_1'))).toEqual([[place, 'id', 1]]);
  });
});

describe('what is found beside the messages', () => {
  it('system prompt and tools, once for all configs that say the same', () => {
    const system = [{ type: 'text', text: 'You answer for Sleet Coffee.' }];
    const tools = [{ name: 'lookup_order', description: 'Finds an order by its number.', input_schema: {} }];
    const builder = new LogBuilder([{ role: 'user', content: 'Hello' }], { system, tools });
    const body = { model: 'claude-opus-5-5', max_tokens: 2048, system, tools };
    builder.add({ type: 'config-set', config: { body, endpoint: 'scripted', policy: 'correct' } });
    const found = find(builder.log.newest, 'sleet coffee');
    expect(found.here.map(({ field, count }) => [field, count])).toEqual([['system.0.text', 1]]);
    expect(found.hitsElsewhere).toBe(0);
    expect(find(builder.log.newest, 'by its number').here.map(({ field }) => field)).toEqual(['tools.0.description']);
  });

  it('a failed try with its error, and the words of the API only once', () => {
    const builder = new LogBuilder([{ role: 'user', content: 'Hello' }]);
    const start = builder.add({
      type: 'request-start',
      config: 'c1',
      messages: ['m1.0'],
      bodyHash: '0',
      try: 1,
      turn: 1,
      scriptCursor: 0,
    });
    const message = 'messages.0: Overloaded beyond measure';
    const body = { type: 'error', error: { type: 'overloaded_error', message }, request_id: 'req_9' } as const;
    builder.add({
      type: 'request-error',
      request: `q${start.seq}`,
      error: {
        kind: 'http',
        status: 529,
        type: 'overloaded_error',
        message,
        body,
        requestId: 'req_9',
        retryable: true,
      },
      outcome: 'failed',
      scriptCursor: 0,
    });
    const place = { kind: 'attempt', request: `q${start.seq}` };
    expect(places(find(builder.log.newest, 'beyond measure'))).toEqual([[place, 'error.message', 1]]);
    expect(find(builder.log.newest, 'req_9').hits).toBe(1);
    expect(requestWith({ newest: builder.log.newest, viewed: builder.log.newest, branch: 'b1' }, 'c1')).toEqual(place);
  });

  it('bytes and signatures are no text', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORneedle' } };
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'needle' };
    const builder = new LogBuilder([{ role: 'user', content: [image] }]);
    builder.answer([thinking], 'end_turn');
    expect(find(builder.log.newest, 'needle')).toMatchObject({ hits: 0, hitsElsewhere: 0 });
    expect(find(builder.log.newest, 'image/png').hits).toBe(1);
  });

  it('keys named like the machinery of the language are keys', () => {
    const input = JSON.parse('{"__proto__":{"constructor":"needle"}}') as unknown;
    const builder = new LogBuilder([{ role: 'user', content: 'Hello' }]);
    builder.answer([{ type: 'tool_use', id: 'toolu_1', name: 'look', input }], 'tool_use');
    expect(find(builder.log.newest, 'needle').here[0]?.field).toBe('input.__proto__.constructor');
    expect(find(builder.log.newest, '__proto__').hits).toBe(1);
  });
});

describe('the rest of the session', () => {
  function forked(): SessionState {
    const { builder } = refundAtResults();
    builder.add({
      type: 'branch-create',
      name: 'other way',
      why: 'fork',
      from: 'b1',
      head: 'm1.0',
      config: 'c1',
      scriptCursor: 0,
      stop: 'request',
      copyCalls: false,
      resetCounters: false,
    });
    return builder.log.newest;
  }

  it('is offered with the branch that shows it', () => {
    const state = forked();
    const branch = state.record.branches.at(-1)?.id ?? '';
    const found = find(state, 'delivered', branch);
    expect(found.hits).toBe(0);
    expect(found.elsewhere.map((each) => [each.branch, each.place.kind])).toEqual([['b1', 'call']]);
    expect(find(state, 'A-1001', branch)).toMatchObject({ hits: 1, hitsElsewhere: 3 });
  });

  it('what came later than the moment looked at is there, too', () => {
    const { builder } = refundAtResults();
    const first = builder.log.stateAt(2);
    expect(find(builder.log.newest, 'look up order', 'b1', first)).toMatchObject({ hits: 0, hitsElsewhere: 1 });
  });
});

/** Every text in the tables, found by walking them without regard to what they mean. */
function allTexts(state: SessionState): string[] {
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
  };
  const { tables, record } = state;
  for (const node of tables.nodes) walk([node.id, strip(node.content), node.extra]);
  for (const attempt of tables.attempts) {
    walk([attempt.id, attempt.requestId, attempt.message?.id, strip(attempt.message?.content), attempt.rawInput]);
    walk([attempt.error?.type, attempt.error?.message]);
  }
  for (const config of tables.configs) walk(config.body);
  for (const branch of record.branches) for (const call of branch.calls) walk([call.result, call.original]);
  return texts.filter((text) => needleOf(text) !== null);
}

/** Types of the blocks that every message is made of are no text of the session. */
function strip(content: unknown): unknown {
  const plain = ['text', 'thinking', 'tool_use', 'tool_result'];
  if (!Array.isArray(content)) return content;
  return content.map((block: Record<string, unknown>) =>
    plain.includes(String(block.type)) ? { ...block, type: undefined, signature: undefined } : block,
  );
}

describe('any session', { timeout: 60_000 }, () => {
  const session = fc.tuple(anyScript, fc.array(anyHappeningAndEdits, { minLength: 3, maxLength: 40 }));

  it('every text in it is found, here or elsewhere, and again after it has grown', () => {
    fc.assert(
      fc.property(session, fc.nat(), ([script, happenings], one) => {
        let driver = new SessionDriver(story(script));
        const grown = new SessionSearch('e');
        for (const happening of happenings) {
          driver = happening.run(driver);
          if (one % 3 === 0) run(grown, lookedAt(driver));
        }
        const looked = lookedAt(driver);
        expect(run(grown, looked)).toEqual(run(new SessionSearch('e'), looked));
        for (const text of new Set(allTexts(driver.state))) {
          const found = run(new SessionSearch(needleOf(text) ?? ''), looked);
          expect({ text, found: found.hits + found.hitsElsewhere > 0 }).toEqual({ text, found: true });
        }
      }),
      { numRuns: 25 },
    );
  });

  it('next goes through all hits and comes back to the first, and back again the other way', () => {
    fc.assert(
      fc.property(session, fc.constantFrom('e', 'a', 'do', 't0', '1'), ([script, happenings], needle) => {
        let driver = new SessionDriver(story(script));
        for (const happening of happenings) driver = happening.run(driver);
        const found = run(new SessionSearch(needle), lookedAt(driver));
        const seen = new Set<string>();
        let at = -1;
        for (let step = 0; step < found.hits; step++) {
          at = nextHit(at, 1, found.hits);
          const hit = hitAt(found.here, at, needle);
          expect(hit?.passage.text.slice(hit.at, hit.at + needle.length).toLowerCase()).toBe(needle);
          seen.add(`${found.here.indexOf(hit?.passage as never)} ${hit?.at}`);
        }
        expect(seen.size).toBe(found.hits);
        expect(nextHit(at, 1, found.hits)).toBe(found.hits === 0 ? -1 : 0);
        expect(nextHit(nextHit(at, 1, found.hits), -1, found.hits)).toBe(at);
        expect(hitAt(found.here, found.hits, needle)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  it('a longer word finds the same, whether it goes on from a shorter one or not', () => {
    fc.assert(
      fc.property(session, fc.constantFrom('do', 'edited', 'say', 't0a'), ([script, happenings], word) => {
        let driver = new SessionDriver(story(script));
        for (const happening of happenings) driver = happening.run(driver);
        let search = new SessionSearch(word[0] ?? '');
        run(search, lookedAt(driver));
        for (let length = 2; length <= word.length; length++) {
          search = new SessionSearch(word.slice(0, length), search);
          run(search, lookedAt(driver));
        }
        expect(run(search, lookedAt(driver))).toEqual(run(new SessionSearch(word), lookedAt(driver)));
      }),
      { numRuns: 25 },
    );
  });
});

function lookedAt(driver: SessionDriver): Looked {
  return { newest: driver.state, viewed: driver.state, branch: driver.branch };
}
