import { describe, expect, test } from 'vitest';
import type { RequestBody } from '../messages/types.ts';
import { conversationKey } from './position.ts';
import { respond } from './respond.ts';
import type { Scenario, ScenarioStep, SseStep } from './scenario-types.ts';
import { OVERLOADED, ask, request, said, say, script, stream } from './testing/scripts.ts';

/** Sends the bodies one after the other as a client without a cursor; what was served is handed on. */
function converse(scenario: Scenario, ...bodies: RequestBody[]): string[] {
  let served: readonly number[] = [];
  return bodies.map((body) => {
    const response = respond(scenario, { body, cursor: null }, served);
    served = response.served;
    expect(response.nextCursor).toBeNull();
    return said(response.answer);
  });
}

describe('without a cursor', () => {
  test('the first response behind the assistant turns of the request', () => {
    const scenario = script([say('one'), say('two'), say('three')]);
    expect(converse(scenario, request, ask('one'), ask('one', 'two'), ask('one', 'two', 'three'))).toEqual([
      'one',
      'two',
      'three',
      'error 500',
    ]);
    expect(converse(scenario, ask('one', 'two'), request)).toEqual(['three', 'one']);
  });

  test('faults are served once each, in their place', () => {
    const scenario = script([OVERLOADED, { type: 'http_error', status: 429 }, say('one'), OVERLOADED, say('two')]);
    expect(converse(scenario, request, request, request, ask('one'), ask('one'), ask('one', 'two'))).toEqual([
      'error 529',
      'error 429',
      'one',
      'error 529',
      'two',
      'error 500',
    ]);
    expect(converse(scenario, ask('one'))).toEqual(['error 529']);
  });

  test('refusals and empty answers leave no turn', () => {
    const empty: ScenarioStep = { type: 'response', message: { content: [], stop_reason: 'end_turn' } };
    const refusal: ScenarioStep = { type: 'response', message: { content: [], stop_reason: 'refusal' } };
    expect(converse(script([refusal, empty, say('one')]), request, request, request, ask('one'))).toEqual([
      '',
      '',
      'one',
      'error 500',
    ]);
  });

  test('a refusal that a client appended all the same is counted', () => {
    const scenario = script([say('I cannot', 'refusal'), say('one')]);
    expect(converse(scenario, request, ask('I cannot'), ask('I cannot', 'one'))).toEqual([
      'I cannot',
      'one',
      'error 500',
    ]);
  });

  test('a cut answer, appended or thrown away', () => {
    const scenario = script([say('Once upon', 'max_tokens'), say('a time')]);
    expect(converse(scenario, request, ask('Once upon'), ask('Once upon', 'a time'))).toEqual([
      'Once upon',
      'a time',
      'error 500',
    ]);
    expect(converse(scenario, request, request, ask('a time'))).toEqual(['Once upon', 'a time', 'error 500']);
  });

  test('raw streams count by what they carry', () => {
    const cut: SseStep = { ...stream('half', 'end_turn'), end: 'reset' };
    cut.chunks.length = 4;
    const scenario = script([
      cut,
      stream('whole', 'end_turn'),
      stream('', 'max_tokens', new Map([['toolu_cut', '{"a']])),
      say('end'),
    ]);
    const bodies = [request, request, ask('whole'), ask('whole'), ask('whole', 'end')].map((body) => ({
      ...body,
      stream: true,
    }));
    expect(converse(scenario, ...bodies)).toEqual(['sse reset', 'sse eof', 'sse eof', 'end', 'error 500']);
  });

  test('response_each_turn goes on for ever', () => {
    const scenario = script([
      { type: 'response_each_turn', message: { content: 'again {turn}', stop_reason: 'end_turn' } },
    ]);
    expect(converse(scenario, request, ask('x'), ask('x', 'y', 'z'))).toEqual(['again 1', 'again 2', 'again 4']);
  });

  test('the conversation is known by its first user message', () => {
    expect(conversationKey(request)).toBe(conversationKey(ask('one')));
    expect(conversationKey(request)).toBe(
      conversationKey({ messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] }),
    );
    expect(conversationKey(request)).not.toBe(conversationKey({ messages: [{ role: 'user', content: 'Ho' }] }));
  });
});
