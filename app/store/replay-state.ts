import { create } from 'zustand';
import type { JumpKind } from '../../shared/view/timeline-jump.ts';

/** How much faster than the record it is played. */
export const SPEEDS = [1, 2, 8, 32] as const;
export type Speed = (typeof SPEEDS)[number];

export interface ReplayState {
  /** The needle moves by itself. Whoever sets it to false stops the player. */
  playing: boolean;
  speed: Speed;
  /** What the two jump buttons go by. */
  jump: JumpKind;
}

export const useReplay = create<ReplayState>()(() => ({ playing: false, speed: 1, jump: 'turn' }));
