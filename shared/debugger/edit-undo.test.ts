import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findScenario } from '../curriculum/scenarios/registry.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import { sendable } from '../session/sendable.ts';
import { branchById, configById, path, toMessage } from '../session/tree.ts';
import { SessionDriver } from '../testing/session-driver.ts';
import type { Command } from './command-types.ts';

/** Everything that a branch would send, and where it stands: what an undo must bring back. */
function standing(driver: SessionDriver, id = driver.branch): string {
  const branch = branchById(driver.state, id);
  if (!branch) throw new Error(`no branch ${id}`);
  const { body, endpoint, policy } = configById(driver.state, branch.config);
  const calls = branch.calls.map(({ input, source, injection, decision, result, state }) => {
    return { input, source, injection, decision, result, state };
  });
  return canonicalJson({
    messages: sendable(driver.state, branch),
    body,
    endpoint,
    policy,
    calls,
  });
}

function restingAfter(scenario: string, steps: number): SessionDriver {
  const found = findScenario(scenario, 'en');
  if (found === null) throw new Error(`no scenario ${scenario}`);
  const driver = new SessionDriver(found);
  for (let step = 0; step < steps; step++) {
    driver.command({ type: 'next', granularity: 'stop' });
    driver.run();
  }
  return driver;
}

/** One edit of every kind, at a place that `pick` chooses; null where the branch offers none of that kind now. */
function editOf(driver: SessionDriver, kind: string, pick: number, words: string): Command | null {
  const branch = driver.at;
  const nodes = path(driver.state, branch.head);
  const node = nodes[pick % Math.max(1, nodes.length)];
  const call = branch.calls[pick % Math.max(1, branch.calls.length)];
  const { body, endpoint, policy } = configById(driver.state, branch.config);
  switch (kind) {
    case 'message':
    case 'keep':
      if (node === undefined) return null;
      return {
        type: 'edit-message',
        node: node.id,
        message: { ...toMessage(node), content: [{ type: 'text', text: words }] },
        keep: kind === 'keep',
      };
    case 'insert': {
      if (node === undefined) return null;
      const behind = nodes.slice(nodes.indexOf(node) + 1).map(({ id }) => ({ from: id }));
      return { type: 'edit-history', base: node.id, messages: [{ role: 'user', content: words }, ...behind] };
    }
    case 'delete': {
      if (node === undefined) return null;
      const behind = nodes.slice(nodes.indexOf(node) + 1).map(({ id }) => ({ from: id }));
      return { type: 'edit-history', base: node.parent, messages: behind };
    }
    case 'system':
      return { type: 'edit-config', config: { body: { ...body, system: words }, endpoint, policy } };
    case 'input':
      return call === undefined ? null : { type: 'set-call', call: call.id, input: { words } };
    case 'source':
      return call === undefined ? null : { type: 'set-call', call: call.id, source: 'typed' };
    default:
      return call?.result == null
        ? null
        : { type: 'edit-result', call: call.id, result: { content: words, is_error: pick % 2 === 0 } };
  }
}

const EDIT = fc.record({
  kind: fc.constantFrom('message', 'keep', 'insert', 'delete', 'system', 'input', 'source', 'result'),
  pick: fc.nat(5),
  words: fc.string({ minLength: 1 }),
});

describe('edits and undo', () => {
  test('undoing every edit gives back what would have been sent; other branches never change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('refund', 'three-in-parallel', 'weather'),
        fc.nat(6),
        fc.array(EDIT, { minLength: 1, maxLength: 4 }),
        (scenario, steps, edits) => {
          const driver = restingAfter(scenario, steps);
          for (const edit of edits) {
            const before = standing(driver);
            const depth = driver.at.undo.length;
            const command = editOf(driver, edit.kind, edit.pick, edit.words);
            const branches = driver.state.record.branches.length;
            const refused = command === null ? null : driver.command(command);
            if (command === null || refused !== null) continue;
            if (driver.state.record.branches.length > branches) {
              // The edit went to a branch of its own: the one it was made from stands as it was.
              expect(standing(driver)).toBe(before);
              driver.branch = driver.state.record.branches.at(-1)?.id ?? '';
              continue;
            }
            if (driver.at.undo.length === depth) continue;
            const after = standing(driver);
            expect(driver.command({ type: 'undo' })).toBeNull();
            expect(standing(driver)).toBe(before);
            expect(driver.command({ type: 'redo' })).toBeNull();
            expect(standing(driver)).toBe(after);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
