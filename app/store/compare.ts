import { create } from 'zustand';

/** One of the two things compared. The session is named even when it is the open one: a link may cross sessions. */
export interface SideRef {
  session: string;
  /** Null until the session is read: then its first branch is meant. */
  branch: string | null;
}

export type CompareMode = 'sides' | 'requests';

/** What the view `Compare` is asked to show; null = the page chooses. */
export interface CompareData {
  mode: CompareMode;
  left: SideRef | null;
  right: SideRef | null;
  /** Number of the request that is looked at in the mode `requests`, from 1. */
  request: number | null;
  /** What is equal is left out. */
  onlyDifferent: boolean;
}

export const NO_COMPARISON: CompareData = {
  mode: 'sides',
  left: null,
  right: null,
  request: null,
  onlyDifferent: false,
};

export const useCompare = create<CompareData>()(() => NO_COMPARISON);

const SEPARATOR = '~';

/** `b2` for a branch of the open session, `<session>~b2` for another one. */
export function encodeSide(side: SideRef | null, openSession: string): string | null {
  if (side === null) return null;
  if (side.session === openSession) return side.branch;
  return `${side.session}${SEPARATOR}${side.branch ?? ''}`;
}

/** The inverse of `encodeSide`; null when there is nothing to read. */
export function decodeSide(text: string | null, openSession: string): SideRef | null {
  if (!text) return null;
  const at = text.lastIndexOf(SEPARATOR);
  if (at < 0) return { session: openSession, branch: text };
  const session = text.slice(0, at);
  return session === '' ? null : { session, branch: text.slice(at + 1) || null };
}
