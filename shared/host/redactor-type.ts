import type { RawFrame, SessionEvent } from '../session/events.ts';

/** Hides the literal value of every known secret. */
export interface Redactor {
  event(event: SessionEvent): SessionEvent;
  frames(frames: RawFrame[]): RawFrame[];
  text(text: string): string;
}
