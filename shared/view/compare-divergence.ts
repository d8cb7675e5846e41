import { isToolResult } from '../messages/blocks.ts';
import type { FinishedCall, OpenCall } from '../session/state.ts';
import { type ConfigChange, configChanges, sameConfig } from './compare-config.ts';
import { type BlockPair, type MessagePair, messagePairs } from './compare-detail.ts';
import type { PathMessage, Step } from './compare-steps.ts';

/** Which of the two sides did something. */
export type Who = 'a' | 'b' | 'both';

/** What the log says about why two runs part; `answered` = the model itself said something else. */
export interface Cause {
  kind:
    | 'edited-result'
    | 'edited-input'
    | 'typed'
    | 'injected'
    | 'denied'
    | 'edited-message'
    | 'fixed'
    | 'said'
    | 'other-result'
    | 'answered';
  who: Who;
  /** Name of the tool, where a result is meant. */
  tool: string | null;
}

/** Where two runs part. `row` is an index into the rows of the comparison. */
export type Divergence =
  | { kind: 'config'; row: number; changes: ConfigChange[] }
  | {
      kind: 'block';
      row: number;
      pair: MessagePair;
      block: BlockPair | null;
      /** `messages.2.content.0` on either side; null where that side has nothing there. */
      pathA: string | null;
      pathB: string | null;
      cause: Cause;
    }
  /** Everything that both have is equal; one of them ends (or stands) here. */
  | { kind: 'end'; row: number; ended: 'a' | 'b' }
  /** One of them makes a request here that the other leaves out; the other goes on behind it. */
  | { kind: 'extra'; row: number; only: 'a' | 'b' };

/** Two opposite steps with what stands around them. */
export interface DivergingRow {
  row: number;
  a: Step | null;
  b: Step | null;
  /** The steps before: their calls tell where results come from. */
  before: [Step | null, Step | null];
  /** The side that is missing here has further steps. */
  goesOn: boolean;
}

/** What differs first in time in two opposite steps: the setup, then what was sent, then the answer. Null when nothing does. */
export function divergenceAt(at: DivergingRow): Divergence | null {
  const { row, a, b } = at;
  if (!a || !b) {
    if (at.goesOn) return { kind: 'extra', row, only: a ? 'a' : 'b' };
    return { kind: 'end', row, ended: a ? 'b' : 'a' };
  }
  if (!sameConfig(a.config, b.config)) return { kind: 'config', row, changes: configChanges(a.config, b.config) };
  const pair = a.whole === b.whole ? undefined : messagePairs(a, b).find((each) => each.kind !== 'same');
  if (!pair) return null;
  // A message that only one has: the other stands in front of it, unless it got an answer without it.
  if (!pair.a && !a.answer) return { kind: 'end', row, ended: 'a' };
  if (!pair.b && !b.answer) return { kind: 'end', row, ended: 'b' };
  return blockDivergence(at, pair);
}

function blockDivergence({ row, before }: DivergingRow, pair: MessagePair): Divergence {
  const block = pair.blocks.find((each) => each.kind !== 'same') ?? null;
  const pathA = pathOf(pair.a, block ? (block.a?.at ?? null) : undefined);
  const pathB = pathOf(pair.b, block ? (block.b?.at ?? null) : undefined);
  return { kind: 'block', row, pair, block, pathA, pathB, cause: causeOf(pair, block, before) };
}

/** `messages.2.content.0`; of a text as content `messages.2.content`; undefined means the message as a whole. */
function pathOf(message: PathMessage | null, at: number | null | undefined): string | null {
  if (message === null || at === null) return null;
  const path = `messages.${message.index}`;
  if (at === undefined) return path;
  return typeof message.node.content === 'string' ? `${path}.content` : `${path}.content.${at}`;
}

function causeOf(pair: MessagePair, block: BlockPair | null, before: [Step | null, Step | null]): Cause {
  const [callA, callB] = [runOf(block?.a?.block, before[0]), runOf(block?.b?.block, before[1])];
  const tool = (callB ?? callA)?.name ?? null;
  const found = [
    ...RUN_CAUSES.map(([kind, holds]) => ({
      kind,
      a: callA !== null && holds(callA),
      b: callB !== null && holds(callB),
    })),
    ...NODE_CAUSES.map(([kind, origin]) => ({
      kind,
      a: pair.a?.node.origin === origin,
      b: pair.b?.node.origin === origin,
    })),
  ];
  // What holds on one side only explains why they part; what holds on both may.
  const cause = found.find((each) => each.a !== each.b) ?? found.find((each) => each.a && each.b);
  if (cause) return { kind: cause.kind, who: cause.a && cause.b ? 'both' : cause.a ? 'a' : 'b', tool };
  return { kind: callA || callB ? 'other-result' : 'answered', who: 'both', tool };
}

type Run = FinishedCall | OpenCall;

const RUN_CAUSES: readonly [Cause['kind'], (call: Run) => boolean][] = [
  ['edited-result', (call) => ('resultEdited' in call ? call.resultEdited : call.original !== null)],
  ['edited-input', (call) => call.inputEdited],
  ['denied', (call) => call.state === 'denied'],
  ['injected', (call) => call.source === 'injected'],
  ['typed', (call) => call.source === 'typed'],
];

const NODE_CAUSES = [
  ['edited-message', 'edit'],
  ['fixed', 'fix'],
  ['said', 'say'],
] as const;

/** The execution behind a result block: of the answer in the step before. */
function runOf(block: { type: string } | undefined, step: Step | null): Run | null {
  if (!block || !isToolResult(block)) return null;
  const call = step?.calls.find((each) => each.toolUseId === block.tool_use_id);
  return call?.open ?? call?.finished ?? null;
}
