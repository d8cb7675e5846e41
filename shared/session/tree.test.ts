import { expect, test } from 'vitest';
import { sessionCreate } from './create.ts';
import type { EventBody, SessionEvent } from './events.ts';
import { EventLog } from './log.ts';
import { messagesOf, nodeById, path, pathBehind, sharedNode, toMessage } from './tree.ts';

const question = JSON.parse('{"role":"user","content":"Hi","cache":1,"__proto__":{"kept":true}}') as never;
const log = EventLog.of([
  sessionCreate(
    {
      title: 't',
      scenario: null,
      config: { body: { model: 'm', max_tokens: 1 }, endpoint: 'live', policy: 'correct' },
      messages: [question, { role: 'assistant', content: 'Yes?' }, { role: 'user', content: 'Look.' }],
      origin: { kind: 'request' },
    },
    5,
  ),
]);
const push = (body: EventBody): void => {
  log.push({ v: 1, seq: log.seq + 1, at: 6, branch: 'b1', ...body } as SessionEvent);
};
push({
  type: 'history-edit',
  base: 'm1.1',
  messages: [{ role: 'user', content: 'Listen.' }, { from: 'm1.1' }],
  why: 'edit',
});

test('a path runs from the first message to its head', () => {
  expect(path(log.newest, 'm1.2').map((node) => node.id)).toEqual(['m1.0', 'm1.1', 'm1.2']);
  expect(path(log.newest, 'm2.1').map((node) => [node.id, node.depth, node.turn])).toEqual([
    ['m1.0', 1, 0],
    ['m1.1', 2, 1],
    ['m2.0', 3, 1],
    ['m2.1', 4, 2],
  ]);
  expect(path(log.newest, null)).toEqual([]);
  expect(path(log.stateAt(1), 'm2.1')).toEqual([]);
});

test('messages come back as they were given, own `__proto__` keys and unknown fields too', () => {
  const [first] = messagesOf(log.newest, 'm1.2');
  expect(JSON.stringify(first)).toBe('{"role":"user","content":"Hi","cache":1,"__proto__":{"kept":true}}');
  expect(messagesOf(log.newest, 'm1.2')[0]).toBe(first);
});

test('a path is the same whatever was asked for before it', () => {
  const heads = ['m1.2', 'm2.1', 'm1.0', 'm2.0', 'm1.1', 'm1.2', 'm2.1'];
  const climb = (id: string): string[] => {
    const ids: string[] = [];
    for (let node = nodeById(log.newest, id); node; node = nodeById(log.newest, node.parent)) ids.unshift(node.id);
    return ids;
  };
  for (const head of heads) {
    for (const other of heads) {
      path(log.newest, other);
      const nodes = path(log.newest, head);
      expect(nodes.map((node) => node.id)).toEqual(climb(head));
      expect(messagesOf(log.newest, head)).toEqual(nodes.map(toMessage));
      nodes.length = 0;
    }
  }
});

test('two paths share the messages up to where they part', () => {
  expect(sharedNode(log.newest, 'm1.2', 'm2.1')?.id).toBe('m1.1');
  expect(sharedNode(log.newest, 'm1.1', 'm2.1')?.id).toBe('m1.1');
  expect(sharedNode(log.newest, 'm2.1', 'm2.1')?.id).toBe('m2.1');
  expect(sharedNode(log.newest, null, 'm2.1')).toBeUndefined();
  const base = sharedNode(log.newest, 'm1.2', 'm2.1');
  expect(pathBehind(log.newest, base, 'm2.1').map((node) => node.id)).toEqual(['m2.0', 'm2.1']);
});
