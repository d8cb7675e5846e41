import type { Branch } from '../../shared/session/state.ts';

/** What a tripped limit is raised to when nobody says otherwise: twice its value, and beyond what was reached. */
export function raisedTo(limit: NonNullable<Branch['limit']>): number {
  return Math.max(limit.value * 2, Math.ceil(limit.at) + 1);
}
