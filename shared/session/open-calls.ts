import { blocksOf, isToolUse } from '../messages/blocks.ts';
import { canonicalJson } from '../messages/canonical-json.ts';
import type { ToolUseBlock } from '../messages/types.ts';
import type { MessageNode, OpenCall, SessionRecord, SessionState } from './state.ts';
import { attemptById, nodeById } from './tree.ts';

/** Beside any other stop_reason a call may be half written (curriculum §2, messages-api §1). */
const WHOLE: readonly (string | null | undefined)[] = [
  undefined,
  'tool_use',
  'end_turn',
  'stop_sequence',
  'pause_turn',
  'compaction',
];

/** Whether the calls of an answer are complete; those of a cut or refused one are never run. */
export function callsAreWhole(node: MessageNode | undefined): boolean {
  return WHOLE.includes(node?.stopReason);
}

/** The calls that an answer leaves open, with the source a result would come from by default. */
export function openCallsOf(state: SessionState, node: MessageNode): OpenCall[] {
  const raw = rawInputs(state, node);
  const whole = callsAreWhole(node);
  return blocksOf(node.content).flatMap((block, index) => {
    if (!isToolUse(block)) return [];
    const rawInput = raw.get(block);
    return [
      {
        id: `${node.id}.${index}`,
        node: node.id,
        block: index,
        toolUseId: block.id,
        name: block.name,
        input: block.input,
        inputEdited: false,
        ...(rawInput === undefined ? {} : { rawInput }),
        ...defaultsOf(state.record, block.name),
        decision: 'ask' as const,
        state: whole ? ('queued' as const) : ('cut' as const),
        effect: null,
        startedAt: null,
        endedAt: null,
        durationMs: 0,
        result: null,
        original: null,
      },
    ];
  });
}

/** Texts of inputs that did not parse, for the blocks that still are as the model wrote them. */
function rawInputs(state: SessionState, node: MessageNode): Map<ToolUseBlock, string> {
  const attempt = attemptById(state, node.request);
  if (!attempt || attempt.rawInput.length === 0) return new Map();
  const raw = new Map(attempt.rawInput);
  const written = (attempt.message?.content ?? []).filter(isToolUse);
  const found = new Map<ToolUseBlock, string>();
  for (const block of blocksOf(node.content).filter(isToolUse)) {
    const text = raw.get(block.id);
    const was = written.find((each) => each.id === block.id);
    if (text !== undefined && was && canonicalJson(was.input) === canonicalJson(block.input)) found.set(block, text);
  }
  return found;
}

/** Where the results of a tool come from, and what is put in their place, unless a person chose for the single call. */
export function defaultsOf(record: SessionRecord, tool: string): Pick<OpenCall, 'source' | 'injection'> {
  const rule = record.sources.find(([name]) => name === tool) ?? record.sources.find(([name]) => name === null);
  if (rule === undefined) return { source: record.scenario ? 'scripted' : 'typed', injection: null };
  const [, source, injection] = rule;
  return { source, injection: injection ?? null };
}

/** What the model wrote as the input of an open call; a person may have another one executed. */
export function writtenInput(state: SessionState, call: OpenCall): unknown {
  const block = blocksOf(nodeById(state, call.node)?.content)[call.block];
  return block && isToolUse(block) ? block.input : call.input;
}

/**
 * What was set and what came in for the same calls stays when their message is edited: a call is the same as long as
 * the model's own words for it are.
 */
export function keepCalls(state: SessionState, fresh: OpenCall[], old: readonly OpenCall[]): OpenCall[] {
  return fresh.map((call) => {
    const same =
      old.find((other) => other.id === call.id) ??
      old.find((other) => other.toolUseId === call.toolUseId && other.name === call.name);
    if (!same || canonicalJson(writtenInput(state, same)) !== canonicalJson(call.input)) return call;
    const place = { id: call.id, node: call.node, block: call.block, effect: null };
    if (same.result !== null) return { ...same, ...place };
    // A call that was begun and given up may have done something: it is not run again by itself.
    const begun = same.state === 'in-doubt' || same.startedAt !== null;
    return begun ? { ...same, ...place, state: 'in-doubt', decision: 'ask' } : { ...same, ...place, state: call.state };
  });
}
