import { GitBranch } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { SessionState } from '../../../shared/session/state.ts';
import type { SideRef } from '../../store/compare.ts';
import { refreshSessions, useSessionList } from '../../store/session-list.ts';
import { useSession } from '../../store/session-store.ts';
import { Select, type SelectItem } from '../../ui/Select.tsx';
import { readSession, useSessionLogs } from './session-logs.ts';

/** More sessions than this would be no list to choose from; the newest come first. */
const MOST_SESSIONS = 100;
const SEPARATOR = '~';

/** Chooses a side: a branch of the open session, or one of another session, which is read when it is chosen. */
export function SidePicker(props: {
  label: string;
  letter?: 'A' | 'B';
  value: SideRef | null;
  onChange(side: SideRef): void;
  /** Other sessions are left out. */
  onlyHere?: boolean;
}) {
  const items = useItems(props.onlyHere === true);
  const { value } = props;
  return (
    <Select
      label={props.label}
      look="field"
      icon={
        props.letter ? <b className="text-title font-semibold">{props.letter}</b> : <GitBranch size={14} aria-hidden />
      }
      items={items}
      value={value ? chosen(items, value) : null}
      onChange={(text) => {
        const at = text.lastIndexOf(SEPARATOR);
        const side = { session: text.slice(0, at), branch: text.slice(at + 1) || null };
        if (side.session !== useSession.getState().sessionId) void readSession(side.session);
        props.onChange(side);
      }}
      className="max-w-56 min-w-24"
    />
  );
}

/** A session that is named without a branch stands for its first one. */
function chosen(items: readonly SelectItem<string>[], side: SideRef): string | null {
  const exact = `${side.session}${SEPARATOR}${side.branch ?? ''}`;
  if (items.some((item) => item.value === exact)) return exact;
  return items.find((item) => item.value.startsWith(`${side.session}${SEPARATOR}`))?.value ?? null;
}

function useItems(onlyHere: boolean): SelectItem<string>[] {
  const t = useTranslations('compare');
  const sessionId = useSession((session) => session.sessionId);
  const newest = useSession((session) => session.newest);
  const sessions = useSessionList((list) => list.sessions);
  const read = useSessionLogs((logs) => logs.read);
  useEffect(() => {
    if (!onlyHere && sessions === null) void refreshSessions().catch(() => null);
  }, [onlyHere, sessions]);
  return useMemo(() => {
    const branchesOf = (id: string, state: SessionState, title: string | null): SelectItem<string>[] =>
      state.record.branches
        .filter((branch) => !branch.deleted)
        .map((branch) => {
          const at = t('outcomeAt', { phase: branch.outcome?.reason ?? branch.phase, turn: branch.turn });
          const label = title === null ? branch.name : `${title} · ${branch.name}`;
          return { value: `${id}${SEPARATOR}${branch.id}`, label, note: at, mono: title === null };
        });
    const own = sessionId && newest ? branchesOf(sessionId, newest, null) : [];
    if (onlyHere) return own;
    const listed = (sessions ?? []).filter((session) => session.id !== sessionId).slice(0, MOST_SESSIONS);
    const unlisted = [...read].flatMap(([id, { state }]) =>
      state && id !== sessionId && !listed.some((session) => session.id === id)
        ? [{ id, title: state.record.title }]
        : [],
    );
    const others = [...unlisted, ...listed].flatMap(({ id, title }): SelectItem<string>[] => {
      const state = read.get(id)?.state;
      return state
        ? branchesOf(id, state, title)
        : [{ value: `${id}${SEPARATOR}`, label: title, note: t('otherSession') }];
    });
    return [...own, ...others];
  }, [sessionId, newest, sessions, read, onlyHere, t]);
}
