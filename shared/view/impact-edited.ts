import { composeBranch } from '../loop/compose.ts';
import type { Message, RequestBody } from '../messages/types.ts';
import { nextRequest } from './impact-next.ts';
import { commandOfEdit, type Edit, type EditTarget } from './inspect-edit.ts';
import type { PathView } from './inspect-pairs.ts';

/**
 * The next request as it would be with an edit of the history or of a held result applied; null while the edit
 * cannot be applied (an unchanged text is the request as it is), and for inputs (the model keeps seeing its own). After an end, when nothing would be sent,
 * the history itself stands in.
 */
export function editedBody(view: PathView, target: EditTarget, edit: Edit): RequestBody | null {
  const outcome = commandOfEdit(view, target, edit);
  const current = (): RequestBody => nextRequest(view)?.body ?? composeBranch(view.state, view.branch);
  if (!outcome.ok) return outcome.fault.code === 'unchanged' ? current() : null;
  const { command } = outcome;
  if (command.type === 'edit-result') {
    return nextRequest(view, new Map([[command.call, command.result]]))?.body ?? null;
  }
  const body = current();
  if (command.type === 'edit-message') {
    const at = view.indexOf.get(command.node) ?? -1;
    const end = command.keep ? body.messages.length : at + 1;
    const messages = body.messages.slice(0, end).map((message, index) => (index === at ? command.message : message));
    return { ...body, messages };
  }
  return target.kind === 'messages' ? { ...body, messages: JSON.parse(edit.text) as Message[] } : null;
}
