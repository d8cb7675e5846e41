import type { OpenCall } from '../../../shared/session/state.ts';
import { useViewedBranch } from '../../store/hooks.ts';

/** An open call of the looked-at branch. */
export function useCall(id: string): OpenCall | null {
  const branch = useViewedBranch();
  return branch?.calls.find((call) => call.id === id) ?? null;
}
