import {
  type Place,
  placeOfBranch,
  placeOfCall,
  placeOfMessage,
  runToPlace,
} from '../../shared/debugger/run-to-place.ts';
import type { NodeId } from '../../shared/session/events.ts';
import type { Branch, SessionState } from '../../shared/session/state.ts';
import { attemptById, branchById, nodeById } from '../../shared/session/tree.ts';
import { translator } from '../i18n/translator.ts';
import { refusalReason } from './refusal-text.ts';
import { recordedStops } from './replay.ts';
import { type Selection, useSelection } from './selection.ts';
import { sendCommand } from './send-command.ts';
import { setCursor } from './session-actions.ts';
import { useSession } from './session-store.ts';
import { showToast } from './toasts.ts';

interface Target {
  place: Place;
  /** The message that the place belongs to, or the newest one in front of it. */
  head: NodeId | null;
}

/** Where the loop stands when it has come to what is selected; null when nothing with a place is selected. */
export function selectedPlace(state: SessionState, branch: Branch, selection: Selection | null): Target | null {
  switch (selection?.kind) {
    case 'node': {
      const node = nodeById(state, selection.node);
      return node ? { place: placeOfMessage(node), head: node.id } : null;
    }
    case 'call': {
      const place = placeOfCall(state, branch, selection.call);
      return place && { place, head: selection.call.slice(0, selection.call.lastIndexOf('.')) };
    }
    case 'attempt': {
      const turn = attemptById(state, selection.request)?.turn ?? branch.turn;
      return { place: { turn, stop: 'response' }, head: branch.head };
    }
    case 'results':
      return { place: { turn: branch.turn, stop: 'results' }, head: branch.head };
    case 'next':
      return { place: { turn: placeOfBranch(branch).turn, stop: 'response' }, head: branch.head };
    default:
      return null;
  }
}

interface Aim extends Target {
  state: SessionState;
  branch: Branch;
}

function aimNow(): Aim | null {
  const { newest, viewed, branch: id, cursor } = useSession.getState();
  const state = cursor === null ? newest : viewed;
  const branch = state && id ? branchById(state, id) : undefined;
  const target = state && branch ? selectedPlace(state, branch, useSelection.getState().selection) : null;
  return state && branch && target ? { ...target, state, branch } : null;
}

/** The recorded stop at a place; `undefined` when the run never stood there. */
function recordedAt({ turn, stop }: Place): number | undefined {
  const { log, homeBranch, branch } = useSession.getState();
  const stops = recordedStops(log, homeBranch ?? branch ?? '').filter((each) => each.turn === turn);
  return (stops.find((each) => each.phase === stop) ?? stops.find((each) => each.phase === 'ended'))?.seq;
}

/** Why "Run to here" cannot act now; null when it can. */
export function runToHereRefusal(): string | null {
  const t = translator('rail');
  const aim = aimNow();
  if (!aim) return t('breaks.runTo.nothing');
  if (useSession.getState().cursor !== null) return null;
  const plan = runToPlace(aim.state, aim.branch, aim.place, aim.head);
  if (plan.way === 'here') return t('breaks.runTo.here');
  return plan.way === 'refused' ? refusalReason(plan.refusal) : null;
}

/**
 * Brings the loop to what is selected. While the page shows the past only the cursor moves. Otherwise a one-shot
 * breakpoint is set and the run goes on, on a new branch when the place lies behind.
 */
export async function runToHere(): Promise<void> {
  const aim = aimNow();
  if (!aim) return;
  if (useSession.getState().cursor !== null) {
    const seq = recordedAt(aim.place);
    if (seq === undefined) showToast({ role: 'log', text: translator('rail')('breaks.runTo.notRecorded') });
    else setCursor(seq);
    return;
  }
  const plan = runToPlace(aim.state, aim.branch, aim.place, aim.head);
  if (plan.way === 'ahead') await goTo(aim.branch.id, aim.place, plan.goOn);
  if (plan.way !== 'again') return;
  const begun = await sendCommand(plan.begin, aim.branch.id);
  if (begun.ok && begun.reply.branch && !plan.there) await goTo(begun.reply.branch, aim.place, true);
}

/** Only one "Run to here" waits at a time: the newest. */
async function goTo(branch: string, { turn, stop }: Place, goOn: boolean): Promise<void> {
  const older = useSession.getState().newest?.record.breakpoints.filter(({ where }) => where.kind === 'place') ?? [];
  for (const { id } of older) await sendCommand({ type: 'remove-breakpoint', breakpoint: id }, branch);
  const where = { kind: 'place', branch, turn, stop } as const;
  const breakpoint = { id: crypto.randomUUID(), where, enabled: true };
  const set = await sendCommand({ type: 'set-breakpoint', breakpoint }, branch);
  if (set.ok && goOn) await sendCommand({ type: 'continue' }, branch);
}
