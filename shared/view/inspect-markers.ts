import { canonicalJson } from '../messages/canonical-json.ts';
import { lint, type Problem } from '../messages/lint.ts';
import { fixProblem } from '../messages/repair.ts';
import type { RequestBody } from '../messages/types.ts';
import { editedBody } from './impact-edited.ts';
import type { Edit, EditTarget } from './inspect-edit.ts';
import { spanOf, type Span } from './inspect-json-text.ts';
import type { PathView } from './inspect-pairs.ts';

/** A problem of the request that an edit would make, placed in the text that is being edited. */
export interface PlacedProblem extends Span {
  problem: Problem;
  /** The whole text after the problem's repair; null when it has none, or one that reaches beyond this text. */
  fixed: string | null;
}

/** What the linter says about the request that an edit would make. */
export interface EditProblems {
  /** In the edited text. */
  here: PlacedProblem[];
  /** Errors in other places of the request, this edit's doing or not. */
  elsewhere: Problem[];
}

/** Empty while the text is no valid edit (its fault says why), and for texts that are no part of the messages. */
export function editProblems(view: PathView, target: EditTarget, edit: Edit): EditProblems {
  const found: EditProblems = { here: [], elsewhere: [] };
  const root = rootOf(view, target);
  const body = root === null ? null : editedBody(view, target, edit);
  if (root === null || body === null) return found;
  for (const problem of lint({ request: body })) {
    const rest = restOf(problem.path, root);
    const span = rest === null ? null : spanOf(edit.text, rest);
    if (span !== null)
      found.here.push({ ...span, problem, fixed: problem.fixable ? fixedText(body, problem, root) : null });
    else if (problem.severity === 'error') found.elsewhere.push(problem);
  }
  return found;
}

/** Where the edited text stands in the request. */
function rootOf(view: PathView, target: EditTarget): string[] | null {
  if (target.kind === 'messages') return ['messages'];
  if (target.kind !== 'message') return null;
  const at = view.indexOf.get(target.node);
  return at === undefined ? null : ['messages', String(at)];
}

function restOf(path: string, root: readonly string[]): string[] | null {
  const parts = path.split('.');
  return root.every((part, index) => parts[index] === part) ? parts.slice(root.length) : null;
}

function fixedText(body: RequestBody, problem: Problem, root: readonly string[]): string | null {
  const { request } = fixProblem({ request: body }, { rule: problem.rule, path: problem.path });
  if (root.length === 1) return JSON.stringify(request.messages, null, 2);
  const at = Number(root[1]);
  const outside = (messages: unknown[]): unknown[] => messages.toSpliced(at, 1);
  const stays = request.messages.length === body.messages.length;
  if (!stays || canonicalJson(outside(request.messages)) !== canonicalJson(outside(body.messages))) return null;
  return JSON.stringify(request.messages[at], null, 2);
}
