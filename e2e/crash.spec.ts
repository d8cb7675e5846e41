import { ApiClient } from './fixtures/api-client.ts';
import { expect, test } from './fixtures/test.ts';
import type { LoupeServer } from './fixtures/server.ts';

/** A script whose answers and tools are slow enough to be killed in the middle. */
function slowScript(first: unknown): unknown {
  return {
    id: 'slow',
    request: {
      model: 'claude-opus-5-5',
      max_tokens: 1000,
      tools: ['quick', 'slow'].map((name) => ({ name, description: name, input_schema: { type: 'object' } })),
      messages: [{ role: 'user', content: 'Go.' }],
    },
    steps: [
      first,
      { type: 'response', message: { content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' } },
    ],
    tool_results: { quick: { content: 'quick result', delayMs: 1 }, slow: { content: 'slow result', delayMs: 60_000 } },
  };
}

const CALLS = {
  type: 'response',
  message: {
    content: [
      { type: 'text', text: 'Both.' },
      { type: 'tool_use', id: 'toolu_quick', name: 'quick', input: {} },
      { type: 'tool_use', id: 'toolu_slow', name: 'slow', input: {} },
    ],
    stop_reason: 'tool_use',
  },
  stream: { chunkChars: 20, delayMs: 1 },
};

async function crash(server: LoupeServer, client: ApiClient): Promise<void> {
  await server.kill();
  await server.launch();
  await client.enter();
}

for (const phase of ['request', 'response', 'tools', 'results'] as const) {
  test(`kill -9 at ${phase}: the branch rests where it rested`, async ({ server }) => {
    const client = new ApiClient(server);
    await client.create({ scenario: 'refund' });
    await client.stepTo(phase);
    const before = (await client.log()).newest.record;
    await crash(server, client);
    expect((await client.log()).newest.record).toEqual(before);
    await client.command({ type: 'continue' });
    await client.until('the end', (branch) => branch.outcome?.reason === 'end_turn');
  });
}

test('kill -9 while an answer comes in: the attempt is marked interrupted, the branch rests at request', async ({
  server,
}) => {
  const client = new ApiClient(server);
  await client.create({ document: slowScript({ ...CALLS, stream: { chunkChars: 2, delayMs: 300 } }) });
  await client.command({ type: 'continue' });
  await client.until('the head of the answer', (branch) => branch.attempt !== null && branch.attempt.headAt !== null);
  await crash(server, client);
  const { newest } = await client.log();
  const branch = newest.record.branches[0];
  expect(branch).toMatchObject({ phase: 'request', stopped: { reason: 'interrupted' } });
  expect(newest.tables.attempts).toMatchObject([{ outcome: 'interrupted', error: { kind: 'interrupted' } }]);
});

test('kill -9 while backing off: rest at request, the count of tries kept', async ({ server }) => {
  const client = new ApiClient(server);
  await client.create({ document: slowScript({ type: 'http_error', status: 529, headers: { 'retry-after': '60' } }) });
  await client.command({ type: 'continue' });
  await client.until('backing off', (branch) => branch.phase === 'backing-off');
  await crash(server, client);
  expect(await client.branch()).toMatchObject({ phase: 'request', tries: 1, stopped: { reason: 'interrupted' } });
  await client.command({ type: 'continue' });
  await client.until('the end', (branch) => branch.outcome?.reason === 'end_turn');
});

test('kill -9 while tools run: a finished result stays, the other call is in doubt and waits for a decision', async ({
  server,
}) => {
  const client = new ApiClient(server);
  await client.create({ document: slowScript(CALLS) });
  await client.command({ type: 'continue' });
  await client.until('the quick result', (branch) => branch.calls[0]?.state === 'ok');
  await crash(server, client);
  const branch = await client.branch();
  expect(branch).toMatchObject({ phase: 'tools', stopped: { reason: 'interrupted' } });
  expect(branch.calls).toMatchObject([
    { state: 'ok', result: { content: 'quick result' } },
    { state: 'in-doubt', result: null },
  ]);
  expect(await client.command({ type: 'continue' })).toMatchObject({ error: { code: 'waiting-for-result' } });
  await client.command({
    type: 'edit-result',
    call: branch.calls[1]?.id ?? '',
    result: { content: 'typed', is_error: false },
  });
  await client.command({ type: 'continue' });
  await client.until('the end', (each) => each.outcome?.reason === 'end_turn');
});

test('kill -9 after the end: the outcome stands', async ({ server }) => {
  const client = new ApiClient(server);
  await client.create({ scenario: 'weather' });
  await client.command({ type: 'continue' });
  await client.until('the end', (branch) => branch.phase === 'ended');
  const before = (await client.log()).newest.record;
  await crash(server, client);
  expect((await client.log()).newest.record).toEqual(before);
});
