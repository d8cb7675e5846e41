import { describe, expect, it } from 'vitest';
import type { ConversationSummary } from '../../../shared/import/report.ts';
import { conversationRows } from './conversation-rows.ts';

const list = (...parents: (number | null)[]): ConversationSummary[] =>
  parents.map(
    (parent, index) =>
      ({
        index,
        parent,
        title: `Talk ${index}`,
        model: null,
        id: `id${index}`,
        format: 'f',
        file: 'x',
      }) as ConversationSummary,
  );
const seen = (conversations: ConversationSummary[], query = '') =>
  conversationRows(conversations, query).map(({ conversation, depth }) => [conversation.index, depth]);

describe('conversationRows', () => {
  it('puts agents behind what opened them, agents of agents too', () => {
    expect(seen(list(null, 3, null, 0))).toEqual([
      [0, 0],
      [3, 1],
      [1, 2],
      [2, 0],
    ]);
  });

  it('keeps what opened a match', () => {
    expect(seen(list(null, 0, null), 'talk 1')).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(seen(list(null, 0, null), 'nothing')).toEqual([]);
  });

  it('shows every conversation of a circle once', () => {
    expect(seen(list(1, 0, null))).toEqual([
      [2, 0],
      [0, 0],
      [1, 0],
    ]);
  });
});
