import { describe, expect, it } from 'vitest';
import { scenarioFor } from '../curriculum/scenarios/registry.ts';
import { blocksOf } from '../messages/blocks.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import { path } from '../session/tree.ts';
import { graphOf, type GraphView } from './graph.ts';
import { graphPicture } from './testing/graph-picture.ts';

const FULL: GraphView = { width: 984 };

function driver(id: string): SessionDriver {
  return new SessionDriver(scenarioFor(id, 'en'));
}

/** Steps `count` stops on. */
function step(at: SessionDriver, count: number): SessionDriver {
  for (let index = 0; index < count; index++) {
    at.command({ type: 'next', granularity: 'stop' });
    at.run();
  }
  return at;
}

function toEnd(at: SessionDriver): SessionDriver {
  at.command({ type: 'continue' });
  at.run();
  return at;
}

function picture(at: SessionDriver, view: Partial<GraphView> = {}): string {
  return graphPicture(graphOf(at.state, at.branch, { ...FULL, ...view }));
}

/** The first message of the path with a `tool_result`. */
function resultsNode(at: SessionDriver): { id: string; content: ReturnType<typeof blocksOf> } {
  const node = path(at.state, at.at.head).find((each) =>
    blocksOf(each.content).some((block) => block.type === 'tool_result'),
  );
  if (!node) throw new Error('no results on the path');
  return { id: node.id, content: blocksOf(node.content) };
}

const STATES: Record<string, () => string> = {
  'refund-entry': () => picture(driver('refund')),
  'refund-response': () => picture(step(driver('refund'), 1)),
  'refund-tools': () => picture(step(driver('refund'), 2)),
  'refund-results': () => picture(step(driver('refund'), 3)),
  'refund-results-editing': () => {
    const at = step(driver('refund'), 3);
    const call = at.at.calls[0]!.id;
    return picture(at, { editors: new Map([[call, { lines: 8, dirty: true }]]), nextTokens: 742 });
  },
  'refund-done': () => picture(toEnd(driver('refund'))),
  'refund-done-compact': () => picture(toEnd(driver('refund')), { width: 660 }),
  'failing-test-results': () => picture(step(driver('failing-test'), 7)),
  'three-in-parallel-done': () => picture(toEnd(driver('three-in-parallel'))),
  'web-research-done': () => picture(toEnd(driver('web-research'))),
  'runaway-stopped': () => picture(toEnd(driver('runaway'))),
  'truncated-stopped': () => picture(toEnd(driver('truncated'))),
  'refused-stopped': () => picture(toEnd(driver('refused'))),
  'broken-stream-done': () => picture(toEnd(driver('broken-stream'))),
  'long-haul-done': () => picture(toEnd(driver('long-haul'))),
  'result-removed': () => {
    const at = step(driver('failing-test'), 8);
    const { id, content } = resultsNode(at);
    void id;
    const last = path(at.state, at.at.head).at(-1)!;
    const left = blocksOf(last.content).slice(1);
    at.command({
      type: 'edit-message',
      node: last.id,
      message: { role: 'user', content: [...left, { type: 'text', text: 'The log was too long.' }] },
      keep: false,
    });
    void content;
    return picture(at, {
      problems: [
        { severity: 'error', path: 'messages.3.content.1' },
        { severity: 'warning', path: 'messages.4.content.1' },
      ],
    });
  },
};

describe('the graph as a picture', () => {
  it.each(Object.entries(STATES))('%s', async (name, make) => {
    await expect(make()).toMatchFileSnapshot(`./golden/graph-${name}.golden.txt`);
  });
});
