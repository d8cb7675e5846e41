import { expect, it } from 'vitest';
import { scenarioFor, scenarioIds } from '../shared/curriculum/scenarios/registry.ts';
import type { Scenario } from '../shared/scripted/scenario-types.ts';
import type { SessionEvent } from '../shared/session/events.ts';
import { playHeadless } from './headless.ts';

/** What the loop made of it: raw frames travel in other pieces, and times differ by what sockets cost. */
function told(events: readonly SessionEvent[]): unknown[] {
  return events
    .filter((event) => event.type !== 'response-chunk')
    .map((event) =>
      JSON.parse(JSON.stringify(event, (key, value: unknown) => (NOT_THE_SAME.has(key) ? undefined : value))),
    )
    .map(({ seq: _seq, ...event }) => event)
    .map((event) => JSON.stringify(event).replaceAll(/"([qmrbcp])\d+(\.\d+)?"/g, '"$1"'));
}
const NOT_THE_SAME = new Set(['at', 'durationMs', 'until', 'request_id', 'requestId']);

async function both(scenario: Scenario): Promise<[http: unknown[], simulated: unknown[]]> {
  const options = { realTime: false, policy: 'correct', warn: () => {} };
  const http = await playHeadless(scenario, { ...options, transport: 'http' });
  const simulated = await playHeadless(scenario, { ...options, transport: 'simulated' });
  return [told(http.log.events), told(simulated.log.events)];
}

it.each(scenarioIds)('%s runs the same with and without HTTP', async (id) => {
  const [http, simulated] = await both(scenarioFor(id, 'en'));
  expect(simulated).toEqual(http);
});

const request = { model: 'claude-opus-5-5', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] };
const answer = [
  {
    type: 'response' as const,
    message: { content: [{ type: 'text' as const, text: 'Hello.' }], stop_reason: 'end_turn' as const },
  },
];
const faults: [what: string, scenario: Scenario][] = [
  ['a full house', { request, steps: [{ type: 'http_error', status: 529 }, ...answer] }],
  [
    'a wait that was asked for',
    { request, steps: [{ type: 'http_error', status: 429, headers: { 'retry-after': '3' } }, ...answer] },
  ],
  ['a refused request', { request: { ...request, max_tokens: -1 }, steps: answer }],
  [
    'a page of a proxy',
    { request, steps: [{ type: 'http_error', status: 502, body: '<html>Bad gateway</html>' }, ...answer] },
  ],
  ['an answer without a stream', { request: { ...request, stream: false }, steps: answer }],
  ['a script that ran out', { request, steps: [] }],
];

it.each(faults)('%s is told the same', async (_what, scenario) => {
  const [http, simulated] = await both(scenario);
  expect(simulated.length).toBeGreaterThan(3);
  expect(simulated).toEqual(http);
});
