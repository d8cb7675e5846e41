import { create } from 'zustand';
import type { SessionSummary } from '../../shared/api/contract.ts';
import { ApiError } from '../api/api-error.ts';
import { deleteSession, getSessions, restoreSession } from '../api/client.ts';
import { translator } from '../i18n/translator.ts';
import { showToast } from './toasts.ts';

export interface SessionList {
  /** Newest first; null until read. */
  sessions: readonly SessionSummary[] | null;
  /** Why the last reading failed. */
  problem: string | null;
}

export const useSessionList = create<SessionList>()(() => ({ sessions: null, problem: null }));

/** Reads the list again. Resolves with null when that fails (`problem` says why). */
export async function refreshSessions(): Promise<readonly SessionSummary[] | null> {
  try {
    const sessions = await getSessions();
    useSessionList.setState({ sessions, problem: null });
    return sessions;
  } catch (error) {
    useSessionList.setState({ problem: (error as Error).message });
    if (error instanceof ApiError && error.status !== 0) return null;
    throw error;
  }
}

/** Deletes a session at once; the toast brings it back. */
export async function removeSession(session: SessionSummary): Promise<boolean> {
  try {
    await deleteSession(session.id);
  } catch (error) {
    showToast({ role: 'alert', text: (error as Error).message });
    return false;
  }
  useSessionList.setState(({ sessions }) => ({ sessions: sessions?.filter((each) => each.id !== session.id) ?? null }));
  showToast({
    role: 'log',
    text: translator('rail')('list.deleted', { title: session.title }),
    action: { label: translator('common')('undo'), run: () => void bringBack(session.id) },
  });
  return true;
}

async function bringBack(id: string): Promise<void> {
  try {
    await restoreSession(id);
  } catch (error) {
    showToast({ role: 'alert', text: (error as Error).message });
  }
  await refreshSessions().catch(() => null);
}
