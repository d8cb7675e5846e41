import { allowedOn } from '../debugger/allowed.ts';
import { blocksOf, isToolResult, isToolUse } from '../messages/blocks.ts';
import { isFinished } from '../session/reduce-call.ts';
import { isMoving } from '../session/reduce-support.ts';
import type { Branch, MessageNode, OpenCall, SessionState } from '../session/state.ts';
import { attemptById, configById, nodeById } from '../session/tree.ts';

/**
 * What holds in every state that the machine can reach once an input has come to its end. Returns what does not, one
 * sentence each. The rules: MACHINE §1 (phases), §6 (tree), §7 (tables).
 */
export function checkState(state: SessionState): string[] {
  return [
    ...checkNodes(state),
    ...checkTables(state),
    ...state.record.branches.flatMap((each) => checkBranch(state, each)),
  ];
}

type Rule = [holds: boolean, otherwise: string];

function broken(what: string, rules: Rule[]): string[] {
  return rules.filter(([holds]) => !holds).map(([, otherwise]) => `${what}: ${otherwise}`);
}

function checkNodes(state: SessionState): string[] {
  const { nodes, nodeIndex } = state.tables;
  return nodes.slice(0, state.record.lengths.nodes).flatMap((node, index) => {
    const parent = nodeById(state, node.parent);
    const turn = (parent?.turn ?? 0) + (node.role === 'assistant' ? 1 : 0);
    return broken(node.id, [
      [nodeIndex.get(node.id) === index, 'is not found by its id'],
      [node.parent === null || (nodeIndex.get(node.parent) ?? index) < index, 'its parent does not stand before it'],
      [node.depth === (parent?.depth ?? 0) + 1, `depth ${node.depth} under ${parent?.depth ?? 0}`],
      [node.turn === turn, `turn ${node.turn}, should be ${turn}`],
      [node.role !== 'assistant' || node.origin === 'first' || node.stopReason !== undefined, 'has no stop_reason'],
    ]);
  });
}

function checkTables(state: SessionState): string[] {
  const { attempts, calls } = state.tables;
  const { lengths } = state.record;
  return [
    ...attempts.slice(0, lengths.attempts).flatMap((attempt) =>
      broken(attempt.id, [
        [attemptById(state, attempt.id) === attempt, 'is not found by its id'],
        [attempt.head === null || nodeById(state, attempt.head) !== undefined, 'hangs under nothing'],
        [attempt.messages.every((id) => nodeById(state, id)), 'sent a message that is not there'],
        [(attempt.messages.at(-1) ?? attempt.base ?? null) === attempt.head, 'did not send its path'],
        [attempt.scriptCursor[0] <= attempt.scriptCursor[1], 'moved the script back'],
        [(attempt.error === null) === ['complete', 'refused', 'empty'].includes(attempt.outcome), 'outcome and error'],
      ]),
    ),
    ...calls.slice(0, lengths.calls).flatMap((call) => {
      const results = blocksOf(nodeById(state, call.resultNode)?.content).filter(isToolResult);
      return broken(`call ${call.id}`, [
        [nodeById(state, call.node) !== undefined, 'belongs to no answer'],
        [results.some((block) => block.tool_use_id === call.toolUseId), 'its result message does not answer it'],
      ]);
    }),
  ];
}

function checkBranch(state: SessionState, branch: Branch): string[] {
  const head = nodeById(state, branch.head);
  const { counters } = branch;
  return [
    ...broken(branch.id, [
      [branch.head === null || head !== undefined, 'its head is not there'],
      [configById(state, branch.config) !== undefined, 'its config is not there'],
      [(branch.attempt !== null) === (branch.phase === 'sending'), `attempt in ${branch.phase}`],
      [(branch.backoff !== null) === (branch.phase === 'backing-off'), `back-off in ${branch.phase}`],
      [Object.values(counters).every((count) => count >= 0), 'a counter is negative'],
      [counters.sinceDepth <= (head?.depth ?? 0), 'counts from behind its head'],
      [branch.limit === null || branch.phase === 'ended', 'a limit outside an end'],
      [turnFits(state, branch, head), `turn ${branch.turn} in ${branch.phase} behind turn ${head?.turn ?? 0}`],
      [branch.movingSince === null || isMoving(branch), 'its clock runs while it rests'],
      [!branch.deleted || !isMoving(branch), 'moves although deleted'],
    ]),
    ...broken(branch.id, isMoving(branch) ? movingRules(branch) : restRules(branch)),
    ...broken(branch.id, phaseRules(branch, head)),
    ...branch.calls.flatMap((call) => checkCall(branch, call, head)),
    ...checkWayOn(state, branch),
  ];
}

/** Before an answer the turn it will end, behind one the turn it ended, also when it did not become a message. */
function turnFits(state: SessionState, branch: Branch, head: MessageNode | undefined): boolean {
  const newest = head?.turn ?? 0;
  if (['request', 'sending', 'backing-off'].includes(branch.phase)) return branch.turn === newest + 1;
  if (branch.phase === 'ended') return branch.turn === newest || branch.turn === newest + 1;
  const kept = attemptById(state, branch.lastAttempt)?.outcome ?? 'complete';
  return branch.turn === (kept === 'complete' ? newest : newest + 1);
}

function movingRules(branch: Branch): Rule[] {
  return [
    [branch.run !== null, `${branch.phase} without a run`],
    [branch.goal !== null, `${branch.phase} without a goal`],
    [branch.stopped === null, `stopped in ${branch.phase}`],
    [branch.outcome === null, `an outcome in ${branch.phase}`],
  ];
}

function restRules(branch: Branch): Rule[] {
  const ended = branch.phase === 'ended';
  return [
    [branch.goal === null, `a goal in ${branch.phase}`],
    [(branch.stopped !== null) === !ended, `${branch.phase}: stopped is ${JSON.stringify(branch.stopped)}`],
    [(branch.outcome !== null) === ended, `an outcome in ${branch.phase}`],
    [(branch.endedIn !== null) === ended, `endedIn in ${branch.phase}`],
    [!ended || branch.run === null, 'a run goes on after its end'],
  ];
}

function phaseRules(branch: Branch, head: MessageNode | undefined): Rule[] {
  const { phase, calls } = branch;
  const atCalls = phase === 'tools' || phase === 'running' || phase === 'results';
  const beforeAnswer = phase === 'request' || phase === 'sending' || phase === 'backing-off';
  const answered = head?.role === 'assistant' || branch.lastAttempt !== null;
  return [
    [!beforeAnswer || calls.length === 0, `open calls in ${phase}`],
    [phase !== 'response' || answered, 'response without an answer'],
    [!atCalls || (calls.length > 0 && head?.role === 'assistant'), `${phase} without calls`],
    [phase !== 'results' || calls.every(isFinished), 'results while some are missing'],
    [phase !== 'running' || calls.some((call) => !isFinished(call)), 'running with all results in'],
    [calls.length === 0 || calls.length === blocksOf(head?.content).filter(isToolUse).length, 'some calls are missing'],
  ];
}

function checkCall(branch: Branch, call: OpenCall, head: MessageNode | undefined): string[] {
  const block = blocksOf(head?.content)[call.block];
  const asked = call.state === 'asks' || call.state === 'waiting';
  return broken(`${branch.id} call ${call.id}`, [
    [call.node === head?.id && call.id === `${head.id}.${call.block}`, 'is not of the newest answer'],
    [block !== undefined && isToolUse(block) && block.id === call.toolUseId, 'is not at its block'],
    [call.state !== 'running' || call.effect !== null, 'runs without an effect'],
    [!(call.state === 'running' || asked) || branch.phase === 'running', `${call.state} in ${branch.phase}`],
    [call.effect === null || call.state === 'running' || asked, `has an effect in ${call.state}`],
    [!['ok', 'error', 'denied'].includes(call.state) || call.result !== null, `${call.state} without a result`],
    [!['queued', 'running', 'in-doubt'].includes(call.state) || call.result === null, `${call.state} with a result`],
  ]);
}

/** Nobody is ever stuck: at rest something leads on, and what moves can be stopped. */
function checkWayOn(state: SessionState, branch: Branch): string[] {
  if (branch.deleted) return [];
  const can = allowedOn(branch, state.record);
  const on = isMoving(branch)
    ? [can.terminate]
    : [can.continue, can.say, can['raise-limit'], branch.calls.length > 0 ? can['edit-result'] : can['edit-message']];
  return broken(branch.id, [[on.some((refusal) => refusal === null), `no way on from ${branch.phase}`]]);
}
