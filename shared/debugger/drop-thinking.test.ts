import { expect, test } from 'vitest';
import { blocksOf } from '../messages/blocks.ts';
import type { ContentBlock } from '../messages/types.ts';
import { messagesOf } from '../session/tree.ts';
import type { SessionDriver } from '../testing/session-driver.ts';
import { answer, drive, text, use } from '../testing/stories.ts';

const thought = (words: string): ContentBlock => ({ type: 'thinking', thinking: words, signature: `sig_${words}` });
const go = { type: 'continue', thinking: 'drop' } as const;

/** Two turns of tools with thinking, resting at request 3. */
function thinking(): SessionDriver {
  const driver = drive([
    answer([thought('one'), use('t1')], 'tool_use'),
    answer([thought('two'), { type: 'text', text: 'Next.' }, use('t2')], 'tool_use'),
    text('Done.'),
    text('Done.'),
  ]);
  for (let turn = 0; turn < 2; turn++) {
    driver.command({ type: 'next', granularity: 'turn' });
    driver.run();
  }
  return driver;
}

function types({ state, at }: SessionDriver): string[] {
  return messagesOf(state, at.head).map((message) =>
    blocksOf(message.content)
      .map((block) => block.type)
      .join(' '),
  );
}

test('thinking that still fits stays', () => {
  const driver = thinking();
  driver.command(go);
  expect(types(driver)[1]).toBe('thinking tool_use');
  expect(driver.log.events.some((event) => event.type === 'history-edit')).toBe(false);
});

test('behind an edit all thinking goes, calls and results stay, and the request leaves', () => {
  const driver = thinking();
  const results = driver.state.tables.nodes[2];
  const content = [{ type: 'tool_result', tool_use_id: 't1', content: 'edited' }];
  driver.command({ type: 'edit-message', node: results?.id ?? '', message: { role: 'user', content }, keep: true });
  driver.branch = driver.state.record.branches.at(-1)?.id ?? '';
  expect(driver.command(go)).toBeNull();
  expect(driver.at.phase).toBe('sending');
  expect(types(driver)).toEqual(['text', 'thinking tool_use', 'tool_result', 'text tool_use', 'tool_result']);
  driver.run();
  expect(driver.at.outcome?.reason).toBe('end_turn');
});

test('other tools or another system prompt make all of it stale', () => {
  const driver = thinking();
  const [config] = driver.state.tables.configs;
  if (!config) throw new Error('no config');
  const body = { ...config.body, system: 'Be brief.' };
  driver.command({ type: 'edit-config', config: { body, endpoint: 'scripted', policy: 'correct' } });
  driver.command(go);
  expect(types(driver).join(' ')).not.toContain('thinking');
});

test('undo brings the thinking back while nothing was answered', () => {
  const driver = thinking();
  const [config] = driver.state.tables.configs;
  if (!config) throw new Error('no config');
  driver.command({
    type: 'edit-config',
    config: { body: { ...config.body, system: 'x' }, endpoint: 'scripted', policy: 'correct' },
  });
  driver.command(go);
  driver.command({ type: 'terminate' });
  driver.command({ type: 'undo' });
  expect(types(driver)[1]).toBe('thinking tool_use');
});
