import { useMemo } from 'react';
import { snapshot } from '../../../shared/messages/accumulate-finish.ts';
import type { ResponseMessage } from '../../../shared/messages/types.ts';
import type { RawFrame } from '../../../shared/session/events.ts';
import type { OpenAttempt } from '../../../shared/session/state.ts';
import { StreamReader } from '../../../shared/view/inspect-stream.ts';
import { useSession } from '../../store/session-store.ts';

const NO_FRAMES: RawFrame[] = [];

/** Frames of an answer under way: those in the log, then those that are not in it yet. */
export function useLiveFrames(attempt: OpenAttempt | null): RawFrame[] {
  const live = useSession((session) => (attempt === null ? undefined : session.live.get(attempt.id)));
  return useMemo(() => {
    if (attempt === null) return NO_FRAMES;
    return live === undefined ? attempt.frames : [...attempt.frames, ...live];
  }, [attempt, live]);
}

/** The message as far as it has arrived; null before it begins, and for no attempt. */
export function useLiveMessage(attempt: OpenAttempt | null): ResponseMessage | null {
  const frames = useLiveFrames(attempt);
  return useMemo(() => {
    const reader = new StreamReader();
    reader.push(frames);
    const last = reader.rows.at(-1);
    return last === undefined ? null : snapshot(last.state).message;
  }, [frames]);
}
