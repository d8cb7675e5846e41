import { create } from 'zustand';
import { EventLog } from '../../../shared/session/log.ts';
import type { SessionState } from '../../../shared/session/state.ts';
import { getEvents } from '../../api/client.ts';

/** Another session as it was when it was read, or why it could not be. Both null while it is being read. */
export interface ReadSession {
  state: SessionState | null;
  problem: string | null;
}

/** Sessions read for comparison, by id. The open one is never among them: the page follows it itself. */
export const useSessionLogs = create<{ read: ReadonlyMap<string, ReadSession> }>()(() => ({ read: new Map() }));

/** Reads a session whole, without its raw streams; what was read before stays shown until then. */
export async function readSession(id: string): Promise<void> {
  const before = useSessionLogs.getState().read.get(id);
  keep(id, { state: before?.state ?? null, problem: null });
  try {
    keep(id, { state: EventLog.of(await getEvents(id)).newest, problem: null });
  } catch (error) {
    keep(id, { state: null, problem: (error as Error).message });
  }
}

function keep(id: string, session: ReadSession): void {
  useSessionLogs.setState(({ read }) => ({ read: new Map(read).set(id, session) }));
}
