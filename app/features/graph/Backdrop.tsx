import { memo } from 'react';
import type { GraphModel, PlacedSegment } from '../../../shared/view/graph-types.ts';
import { laneX } from '../../../shared/view/lanes.ts';

/** What lies under the nodes: the lanes, the stop levels, the ground below the now line, and the band itself. */
export const Backdrop = memo(function Backdrop(props: { model: GraphModel; visible: readonly PlacedSegment[] }) {
  const { model, visible } = props;
  const { lanes, now } = model;
  return (
    <>
      <div className="g-layer" data-move="rows" aria-hidden>
        {now && <div className="g-below" style={{ top: now.y + now.height }} />}
      </div>
      <div className="g-layer" data-move="flow" aria-hidden>
        {(['user', 'assistant', 'tools'] as const).map((lane) => (
          <div key={lane} className="g-lane-edge" style={{ left: laneX(lanes, lane) }} />
        ))}
        <div className="g-lane-edge g-lane-end" style={{ left: lanes.right }} />
        {visible.flatMap(({ y, segment }) =>
          segment.levels.map((level) => (
            <div
              key={`${segment.key}/${level.stop}`}
              className="g-level"
              style={{ top: y + level.y, left: lanes.gutter, width: lanes.right - lanes.gutter }}
            />
          )),
        )}
      </div>
      <div className="g-layer" data-move="rows" aria-hidden>
        {now && <div className={`g-now-band g-now-${now.tone}`} style={{ top: now.y, height: now.height }} />}
      </div>
    </>
  );
});

/** The sentence of the now line; the live region of the page says it aloud. */
export function NowText(props: { model: GraphModel }) {
  const { now } = props.model;
  if (!now) return null;
  return (
    <div className="g-layer g-now-layer" data-move="rows">
      <i className="g-flag-tip" style={{ top: now.y, height: now.height }} aria-hidden />
      <p className="g-now-text" style={{ top: now.y, height: now.height, lineHeight: `${now.height - 2}px` }}>
        {now.text}
      </p>
    </div>
  );
}
