import { canonicalJson } from '../messages/canonical-json.ts';
import type { ConfigData, EventDraft } from '../session/events.ts';
import { DEFAULT_LIMITS } from '../session/limits.ts';
import type { Limits } from '../session/limits.ts';
import type { Branch, SessionState } from '../session/state.ts';
import { configById, nodeById } from '../session/tree.ts';
import type { CommandResult } from './command-types.ts';

/** Ends whose cut answer is left beside the path when the settings change, so that the same question is asked anew. */
const CUT: readonly string[] = ['max_tokens', 'model_context_window_exceeded'];

/** Settings for the next request of this branch. Settings that change nothing make no event. */
export function editConfig(state: SessionState, branch: Branch, config: ConfigData): CommandResult {
  if (typeof config.body?.model !== 'string' || config.body.model === '')
    return { refusal: { code: 'bad-value', detail: 'model' } };
  const { body, endpoint, policy } = configById(state, branch.config);
  if (canonicalJson({ body, endpoint, policy }) === canonicalJson(config)) return { events: [] };
  const set: EventDraft = { branch: branch.id, type: 'config-set', config };
  const head = nodeById(state, branch.head);
  const cut = branch.phase === 'ended' && CUT.includes(branch.outcome?.reason ?? '');
  if (!cut || head?.role !== 'assistant') return { events: [set] };
  const back: EventDraft = { branch: branch.id, type: 'history-edit', base: head.parent, messages: [], why: 'edit' };
  return { events: [back, { ...set, joins: true }] };
}

/** Limits of the session; only the ones named change. A whole number from 0 on, or a text for the truncation mark. */
export function editLimits(state: SessionState, branch: Branch, change: Partial<Limits>): CommandResult {
  const before = state.record.limits;
  for (const [name, value] of Object.entries(change)) {
    const fits =
      name === 'truncationMark' ? typeof value === 'string' : Number.isSafeInteger(value) && Number(value) >= 0;
    if (!Object.hasOwn(DEFAULT_LIMITS, name) || !fits) return { refusal: { code: 'bad-value', detail: name } };
  }
  const limits: Limits = { ...before, ...change };
  const same = Object.entries(limits).every(([name, value]) => before[name as keyof Limits] === value);
  return { events: same ? [] : [{ branch: branch.id, type: 'limits-set', limits, before }] };
}
