import { canonicalJson } from '../messages/canonical-json.ts';
import { isRecord } from '../messages/blocks.ts';
import type { RequestBody } from '../messages/types.ts';
import { whoAnswers } from '../scripted/respond.ts';
import type { RuleCondition, Scenario } from '../scripted/scenario-types.ts';
import type { CallId, CallResult } from '../session/events.ts';
import { nextRequest } from './impact-next.ts';
import { commandOfEdit, type Edit, type EditTarget } from './inspect-edit.ts';
import type { PathView } from './inspect-pairs.ts';

/** One consequence of an edit, for a sentence in the person's language. */
export type EditEffect =
  /** The place is not in the tree yet, so nothing branches off. */
  | { kind: 'no-fork'; path: string }
  /** The newest message gets a sibling on the same branch. */
  | { kind: 'sibling'; path: string }
  /** A new branch; `count` messages behind the place stay behind, or come along when `keep`. */
  | { kind: 'fork'; path: string; count: number; keep: boolean }
  /** The tool runs with other input than the model wrote. */
  | { kind: 'executes' };

/** Who of the script answers: a rule (from 1) with its condition in short, the next step, or nobody. */
export type ScriptVoice = { kind: 'rule'; rule: number; condition: string } | { kind: 'step' } | { kind: 'nobody' };

/** What an edit of this target does to the tree; empty when the target is gone. */
export function effectsOf(view: PathView, target: EditTarget, edit: Edit): EditEffect[] {
  if (target.kind === 'input') return [{ kind: 'executes' }];
  if (target.kind === 'result') {
    const block = view.open.findIndex((call) => call.id === target.call);
    return block < 0 ? [] : [{ kind: 'no-fork', path: `messages.${view.nodes.length}.content.${block}` }];
  }
  const outcome = commandOfEdit(view, target, edit);
  if (!outcome.ok) return target.kind === 'message' ? placed(view, view.indexOf.get(target.node), edit.keep) : [];
  const { command } = outcome;
  if (command.type === 'edit-message') return placed(view, view.indexOf.get(command.node), command.keep);
  if (command.type !== 'edit-history') return [];
  return placed(view, command.base === null ? 0 : (view.indexOf.get(command.base) ?? 0) + 1, true);
}

/** As `editMessage` and `editHistory` of the debugger decide: the newest message in place, an earlier one on a new branch. */
function placed(view: PathView, at: number | undefined, keep: boolean): EditEffect[] {
  if (at === undefined) return [];
  const path = `messages.${at}`;
  const count = view.nodes.length - 1 - at;
  return [count <= 0 ? { kind: 'sibling', path } : { kind: 'fork', path, count, keep }];
}

/**
 * Who answers the next request with these results, and who would with what is stored. Null when the script has no
 * rules, or the next request is not known.
 */
export function scriptAhead(
  view: PathView,
  scenario: Scenario,
  results: ReadonlyMap<CallId, CallResult>,
): { now: ScriptVoice; before: ScriptVoice } | null {
  if ((scenario.rules ?? []).length === 0) return null;
  const edited = nextRequest(view, results);
  const stored = nextRequest(view, originals(view));
  if (edited === null || stored === null || !edited.complete || !stored.complete) return null;
  const cursor = view.branch.scriptCursor;
  return { now: voice(scenario, edited.body, cursor), before: voice(scenario, stored.body, cursor) };
}

/** What the calls returned before any edit by hand. */
function originals(view: PathView): Map<CallId, CallResult> {
  return new Map(view.open.flatMap((call) => (call.original === null ? [] : [[call.id, call.original] as const])));
}

function voice(scenario: Scenario, body: RequestBody, cursor: number): ScriptVoice {
  const place = whoAnswers(scenario, { body, cursor });
  if (place === null) return { kind: 'nobody' };
  if (place.kind === 'step') return { kind: 'step' };
  return { kind: 'rule', rule: place.index + 1, condition: conditionText(scenario.rules?.[place.index]?.when) };
}

/** A rule's condition in one line: `status = "shipped"`, `turn = 2`. */
export function conditionText(when: RuleCondition | undefined): string {
  if (when === undefined) return '';
  // The result is what an edit changes, so it is what the line is about.
  const parts = Object.entries(when.result === undefined ? when : { result: when.result }).map(([key, test]) =>
    isRecord(test) ? testText(key, test) : `${key} = ${canonicalJson(test)}`,
  );
  return parts.join(', ');
}

function testText(key: string, test: Record<string, unknown>): string {
  const pointer = typeof test.pointer === 'string' ? test.pointer.slice(1).replaceAll('/', '.') : '';
  const subject = pointer || (typeof test.tool === 'string' ? test.tool : key);
  const parts = [
    test.equals === undefined ? null : `${subject} = ${canonicalJson(test.equals)}`,
    test.contains === undefined ? null : `${subject} ∋ ${canonicalJson(test.contains)}`,
    typeof test.glob === 'string' ? `${subject} ~ ${test.glob}` : null,
    test.isError === true ? 'is_error = true' : null,
  ];
  const text = parts.filter((part) => part !== null).join(', ');
  return text === '' ? subject : text;
}
