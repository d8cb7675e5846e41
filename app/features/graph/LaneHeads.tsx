import { laneX, type LaneGeometry } from '../../../shared/view/lanes.ts';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { useGraphWords } from './use-graph-model.ts';

const HEADS = [
  { lane: 'user', role: 'user', name: 'laneUser', note: '"role":"user"' },
  { lane: 'assistant', role: 'assistant', name: 'laneAssistant', note: '"role":"assistant"' },
  { lane: 'tools', role: 'tool', name: 'laneTools', note: null },
] as const;

/** Names of the lanes, fixed above the graph; they move sideways and widen with it. */
export function LaneHeads(props: { lanes: LaneGeometry }) {
  const words = useGraphWords();
  const { lanes } = props;
  return (
    <div className="g-heads" data-move="heads">
      {HEADS.map(({ lane, role, name, note }) => (
        <div
          key={lane}
          className="g-lane-head"
          style={{
            ['--at' as string]: `${laneX(lanes, lane) + lanes.padding}px`,
            ['--wide' as string]: `${lanes.nodeWidth}px`,
          }}
        >
          <RoleGlyph role={role} />
          <b>{words[name]}</b>
          {!lanes.compact && <span>{note ?? words.laneToolsNote}</span>}
        </div>
      ))}
      <div className="g-turn-head">{words.laneTurn}</div>
    </div>
  );
}
