import { blocksOf, isToolUse } from '../../../shared/messages/blocks.ts';
import { callLabels, type CallLabel } from '../../../shared/view/graph-ids.ts';
import type { Pair, PathView } from '../../../shared/view/inspect-pairs.ts';

/** Tag, hue and number of a pair among the calls of its message, the same as the graph shows. */
export function labelOf(view: PathView, pair: Pair): CallLabel {
  const named = (toolUseId: string, name: string | null) => ({ toolUseId, name: name ?? '' });
  const alone = callLabels([named(pair.toolUseId, pair.name)])[0] as CallLabel;
  if (pair.use === null) return alone;
  const calls = blocksOf(view.nodes[pair.use.message]?.content).filter(isToolUse);
  const place = calls.findIndex((call) => call.id === pair.toolUseId);
  return callLabels(calls.map((call) => named(call.id, call.name)))[place] ?? alone;
}

/** The short id of a call and its result, in the hue of the pair. `lit` fills it. */
export function PairTag(props: { id: string; label: CallLabel; lit?: boolean }) {
  const hue = `var(--pair-${props.label.hue + 1})`;
  const style = props.lit
    ? { background: hue, borderColor: hue, color: 'var(--on-fill)' }
    : { borderColor: hue, color: hue };
  return (
    <span
      title={props.id}
      className="mono inline-flex h-[18px] shrink-0 items-center rounded-tag border px-1 text-tag font-semibold"
      style={style}
    >
      {props.label.tag}
    </span>
  );
}
