import { PlayClock } from '../../shared/view/timeline-play.ts';
import { useReplay } from './replay-state.ts';
import { setCursor } from './session-actions.ts';
import { useSession } from './session-store.ts';
import { traceNow } from './trace.ts';

/** A tab that was hidden goes on where it stood, instead of leaping. */
const LONGEST_FRAME_MS = 100;

/** Everything that, when somebody else changes it, ends the playing. */
interface Course {
  session: string | null;
  branch: string | null;
  cursor: number | null;
}

interface Playing {
  clock: PlayClock;
  /** ms at speed 1 from the first event. */
  time: number;
  /** When the last frame was. */
  last: number;
  course: Course;
}

function courseNow(): Course {
  const { sessionId, homeBranch, cursor } = useSession.getState();
  return { session: sessionId, branch: homeBranch, cursor };
}

/**
 * Plays the record of the looked-at branch from the needle on, from its beginning when the needle stands at the end.
 * Only the needle moves; nothing is executed. Stops at the end, and as soon as somebody else moves the needle or
 * looks at something else.
 */
export function play(): void {
  const place = traceNow();
  if (!place) return;
  const from = useSession.getState().cursor === null ? 0 : place.index;
  showPlace(from);
  const clock = new PlayClock();
  const time = clock.timeOf(place.trace, from);
  useReplay.setState({ playing: true });
  const playing = { clock, time, last: performance.now(), course: courseNow() };
  requestAnimationFrame((now) => advance(playing, now));
}

function advance(playing: Playing, now: number): void {
  const place = traceNow();
  if (!useReplay.getState().playing) return;
  if (!place || !isOnCourse(playing.course)) return stop();
  playing.time += Math.min(LONGEST_FRAME_MS, now - playing.last) * useReplay.getState().speed;
  playing.last = now;
  const to = playing.clock.indexAt(place.trace, playing.time);
  if (to !== place.index) showPlace(to);
  playing.course = courseNow();
  if (to >= place.trace.marks.length - 1) return stop();
  requestAnimationFrame((next) => advance(playing, next));
}

function isOnCourse(course: Course): boolean {
  const now = courseNow();
  return now.session === course.session && now.branch === course.branch && now.cursor === course.cursor;
}

function stop(): void {
  useReplay.setState({ playing: false });
}

/** The last place is now. */
function showPlace(index: number): void {
  const marks = traceNow()?.trace.marks ?? [];
  setCursor(index >= marks.length - 1 ? null : (marks[index]?.seq ?? null));
}
