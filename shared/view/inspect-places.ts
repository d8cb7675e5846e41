import type { NodeId } from '../session/events.ts';
import { placeOf } from './graph-problems.ts';
import type { PathView } from './inspect-pairs.ts';
import type { Pick } from './inspect-subject.ts';

/**
 * What to pick so that a person sees the place of a problem: `messages.3.content.1` is a block of a message, or a
 * result that is not appended yet. Places outside the messages (tools, system, parameters) lead to the next request.
 */
export function pickOfPath(view: PathView, path: string): Pick {
  const place = placeOf(path);
  if (place === null) return { kind: 'next' };
  const node: NodeId | undefined = view.nodes[place.message]?.id;
  if (node === undefined)
    return view.open.length > 0 && place.message === view.nodes.length ? { kind: 'results' } : { kind: 'next' };
  return place.block === null ? { kind: 'node', node } : { kind: 'node', node, block: place.block };
}
