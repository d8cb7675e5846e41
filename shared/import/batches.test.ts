import { describe, expect, it } from 'vitest';
import { isMoving } from '../session/reduce-support.ts';
import { EventLog } from '../session/log.ts';
import { BATCH_EVENTS, eventBatches } from './batches.ts';
import { importFiles } from './import-files.ts';
import { bytesSource } from './source.ts';
import { sessionEvents } from './to-events.ts';

function longConversation(turns: number): unknown[] {
  return Array.from({ length: turns }, (_, index) => [
    {
      role: 'user',
      content: index === 0 ? 'go' : [{ type: 'tool_result', tool_use_id: `t${index}`, content: 'x'.repeat(500) }],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: `t${index + 1}`, name: 'look', input: { index } }] },
  ]).flat();
}

describe('eventBatches', () => {
  it('cuts only where the run rests, keeps everything, and marks the last part', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(longConversation(400)));
    const { conversations } = await importFiles([bytesSource('long.json', bytes)]);
    const events = [...sessionEvents(conversations[0]!, { model: 'm', now: 1 })];
    const batches = [...eventBatches(events)];
    expect(batches.flatMap((batch) => batch.events)).toEqual(events);
    expect(batches.flatMap((batch) => batch.json)).toEqual(events.map((event) => JSON.stringify(event)));
    expect(batches.map(({ last }) => last)).toEqual([...batches.slice(1).map(() => false), true]);
    expect(batches.length).toBeGreaterThan(3);
    const log = new EventLog();
    for (const batch of batches) {
      expect(batch.events.length).toBeLessThanOrEqual(BATCH_EVENTS);
      for (const event of batch.events) log.push(event);
      expect(log.newest.record.branches.some(isMoving)).toBe(false);
    }
  });
});
