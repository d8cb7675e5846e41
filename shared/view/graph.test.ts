import { describe, expect, it } from 'vitest';
import { scenarioFor } from '../curriculum/scenarios/registry.ts';
import { blocksOf } from '../messages/blocks.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import type { MessageNode } from '../session/state.ts';
import { path } from '../session/tree.ts';
import { LiveReader } from './graph-live.ts';
import { PRESENTER } from './graph-metrics.ts';
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

function newestMessage(at: SessionDriver): MessageNode {
  const node = path(at.state, at.at.head).at(-1);
  if (!node) throw new Error('an empty path');
  return node;
}

const BREAKPOINTS = {
  stop: { kind: 'stop', stop: 'response' },
  off: { kind: 'stop', stop: 'request' },
  tool: { kind: 'tool', name: 'lookup_*' },
} as const;

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
    const last = newestMessage(at);
    const left = [...blocksOf(last.content).slice(1), { type: 'text', text: 'The log was too long.' }];
    at.command({ type: 'edit-message', node: last.id, message: { role: 'user', content: left }, keep: false });
    return picture(at, {
      problems: [
        { severity: 'error', path: 'messages.3.content.1' },
        { severity: 'warning', path: 'messages.4.content.1' },
      ],
    });
  },
  'result-of-no-call': () => {
    const at = step(driver('refund'), 4);
    const content = [
      { type: 'tool_result', tool_use_id: 'toolu_nobody', content: 'Who asked?' },
      ...blocksOf(newestMessage(at).content),
    ];
    at.command({ type: 'edit-message', node: newestMessage(at).id, message: { role: 'user', content }, keep: false });
    return picture(at);
  },
  'refund-arriving': () => {
    const at = driver('refund');
    at.command({ type: 'next', granularity: 'stop' });
    at.streamPart(14);
    const reader = new LiveReader(at.at.attempt?.id ?? '');
    reader.read(at.at.attempt?.frames ?? [], []);
    return picture(at, { live: reader.answer });
  },
  'refund-waiting': () => {
    const at = step(driver('refund'), 2);
    at.command({ type: 'set-call', call: at.at.calls[0]?.id ?? '', source: 'typed' });
    return picture(step(at, 1));
  },
  'refund-in-doubt': () => {
    const at = step(driver('refund'), 2);
    at.command({ type: 'next', granularity: 'stop' });
    return picture(at.crash());
  },
  'refund-backing-off': () => {
    const at = driver('broken-stream');
    at.command({ type: 'continue' });
    at.answerOne();
    return picture(at);
  },
  'refund-cancelled-at-tools': () => {
    const at = step(driver('three-in-parallel'), 2);
    at.command({ type: 'terminate' });
    return picture(at);
  },
  'refund-input-edited': () => {
    const at = step(driver('refund'), 2);
    at.command({ type: 'set-call', call: at.at.calls[0]?.id ?? '', input: { order_id: 'A-1002' } });
    return picture(step(at, 2));
  },
  'refund-restarted': () => {
    const at = toEnd(driver('refund'));
    at.command({ type: 'restart' });
    return picture(step(at, 2));
  },
  'refund-restarted-new-branch': () => {
    const at = toEnd(driver('refund'));
    at.command({ type: 'restart' });
    at.branch = at.state.record.branches.at(-1)?.id ?? '';
    return picture(step(at, 1));
  },
  'refund-said-more': () => {
    const at = toEnd(driver('no-tool'));
    at.command({ type: 'say', text: 'And how long does that take?' });
    return picture(at);
  },
  'refund-breakpoints': () => {
    const at = driver('refund');
    for (const [id, where] of Object.entries(BREAKPOINTS)) {
      at.command({ type: 'set-breakpoint', breakpoint: { id, where, enabled: id !== 'off' } });
    }
    return picture(step(at, 3));
  },
  'refund-closed-turn': () => {
    const at = toEnd(driver('refund'));
    const first = graphOf(at.state, at.branch, FULL).segments[0]?.segment.key ?? '';
    return picture(at, { opened: new Map([[first, false]]) });
  },
  'refund-presenter': () => picture(step(driver('refund'), 3), { metrics: PRESENTER }),
};

describe('the graph as a picture', () => {
  it.each(Object.entries(STATES))('%s', async (name, make) => {
    await expect(make()).toMatchFileSnapshot(`./golden/graph-${name}.golden.txt`);
  });
});
