import type { Language } from '../../i18n/messages.ts';
import type { Edit, EditTarget } from '../../../shared/view/inspect-edit.ts';
import { placedProblems } from '../../../shared/view/inspect-markers.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';
import type { EditorMarker } from '../../ui/monaco/editor-types.ts';
import { ruleTitle } from '../../../shared/view/inspect-rules.ts';

/** The linter's problems as markers of the editor, in the language of the page, the API's words verbatim. */
export function editMarkers(
  view: PathView,
  target: EditTarget,
  edit: Edit,
  language: Language,
  fixTitle: (title: string) => string,
): EditorMarker[] {
  return placedProblems(view, target, edit).map(({ offset, length, problem, fixed }) => {
    const title = ruleTitle(problem.rule, language);
    const words = problem.api?.message ?? problem.message;
    return {
      offset,
      length,
      severity: problem.severity,
      message: `${title}\n${words}`,
      rule: problem.rule,
      fixes: fixed === null ? [] : [{ title: fixTitle(title), text: fixed }],
    };
  });
}
