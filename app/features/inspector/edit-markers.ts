import type { Language } from '../../i18n/messages.ts';
import type { PlacedProblem } from '../../../shared/view/inspect-markers.ts';
import { ruleTitle } from '../../../shared/view/inspect-rules.ts';
import type { EditorMarker } from '../../ui/monaco/editor-types.ts';

/** A problem as a marker of the editor, in the language of the page, the API's words verbatim. */
export function markerOf(placed: PlacedProblem, language: Language, fixTitle: (title: string) => string): EditorMarker {
  const { offset, length, problem, fixed } = placed;
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
}
