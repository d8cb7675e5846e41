import { ApiClient } from './fixtures/api-client.ts';
import { expect, test } from './fixtures/test.ts';

/** The first answer comes slowly; of the two tools one needs long enough to be stopped in the middle. */
const script = (delayMs: number) => ({
  id: 'slow',
  request: {
    model: 'claude-opus-5-5',
    max_tokens: 1000,
    tools: ['quick', 'slow'].map((name) => ({ name, description: name, input_schema: { type: 'object' } })),
    messages: [{ role: 'user', content: 'Go.' }],
  },
  steps: [
    {
      type: 'response',
      message: {
        content: [
          { type: 'text', text: 'I will look at both of them, one after the other, and then tell you.' },
          { type: 'tool_use', id: 'toolu_quick', name: 'quick', input: {} },
          { type: 'tool_use', id: 'toolu_slow', name: 'slow', input: {} },
        ],
        stop_reason: 'tool_use',
      },
      stream: { chunkChars: 8, delayMs },
    },
    { type: 'response', message: { content: [{ type: 'text', text: 'Done.' }], stop_reason: 'end_turn' } },
  ],
  tool_results: {
    quick: { content: 'quick result', delayMs: 1 },
    slow: { content: 'slow result', delayMs: 8000 },
  },
});

// Not steady yet: it depends on how fast the machine is. The core's golden transcripts hold the behaviour meanwhile.
test.fixme('stop in the middle of two running tools: one result kept, one answered as an error, the late one aside', async ({
  workbench,
  server,
}) => {
  const client = new ApiClient(server);
  await client.create({ document: script(1) });
  await workbench.open(`#v=1&session=${client.session}`);
  await workbench.expectPill('Paused at request · turn 1');
  await workbench.press('Continue');
  await expect(workbench.node('tool run quick, ok')).toBeVisible();
  await workbench.press('Stop');
  await workbench.expectPill('Stopped · cancelled');
  await expect(workbench.page.getByText('One call has no result.')).toBeVisible();
  await expect(workbench.node(/^tool run slow/)).toContainText('arrived late, not applied', { timeout: 15_000 });
  await workbench.press('Answer open calls as not run');
  await workbench.expectPill('Done · end_turn');
  await expect(workbench.page.getByRole('tab', { name: /^Problems/ })).toHaveText(/^Problems0?$/);
  const results = (await client.log()).newest.tables.nodes.find((node) => node.origin === 'results');
  expect(results?.content).toMatchObject([
    { tool_use_id: 'toolu_quick', content: 'quick result' },
    { tool_use_id: 'toolu_slow', is_error: true },
  ]);
});

test('stop in the middle of a stream: the partial is kept; continue from it by a message that quotes it', async ({
  workbench,
  server,
}) => {
  const client = new ApiClient(server);
  await client.create({ document: script(2500) });
  await workbench.open(`#v=1&session=${client.session}`);
  await workbench.press('Continue');
  await expect(workbench.node(/^assistant message, turn 1, arriving/)).toContainText('I will look');
  await workbench.press('Stop');
  await workbench.expectPill('Stopped · cancelled');
  await expect(workbench.node(/^attempt, turn 1, cancelled/)).toContainText('I will look');
  await expect(workbench.button('Send again')).toBeEnabled();
  await workbench.press('Drop the turn');
  await workbench.expectPill('Paused at request · turn 1');
  await workbench.press('Undo');
  await workbench.press('Continue');
  await expect(workbench.node(/^assistant message, turn 1, arriving/)).toContainText('I will look');
  await workbench.press('Stop');
  await workbench.press('Continue from the partial');
  await expect(workbench.node(/^user message/).first()).toContainText('Your previous response was interrupted');
  const sent = (await client.log()).newest.tables.nodes.at(-1);
  expect(JSON.stringify(sent?.content)).toContain('Continue from where you left off.');
});
