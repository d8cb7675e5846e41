import { useTranslations } from 'use-intl';
import { callOfTarget, type EditTarget } from '../../../shared/view/inspect-edit.ts';
import { pairOfOpen, type Pair, type PathView } from '../../../shared/view/inspect-pairs.ts';
import { labelOf } from './PairTag.tsx';

/** Accessible name of the editor for a target: `Result of read_file 03`, `JSON of messages.2`. */
export function useEditorName(view: PathView, target: EditTarget | null): string {
  const t = useTranslations('inspector.edit.names');
  if (target === null || target.kind === 'messages') return t('messages');
  if (target.kind === 'message') return t('message', { path: `messages.${view.indexOf.get(target.node) ?? '?'}` });
  const name = toolOf(view, target);
  return target.kind === 'input' ? t('input', { name }) : t('result', { name });
}

/** The name of the tool whose call is edited, as `pairName`; `?` when the call is not open. */
export function toolOf(view: PathView, target: EditTarget): string {
  const call = callOfTarget(view, target);
  return call === undefined ? '?' : pairName(view, pairOfOpen(view, call));
}

/** The tool's name, with its number among the calls of the message where the name repeats: `read_file 03`. */
export function pairName(view: PathView, pair: Pair): string {
  const { ordinal } = labelOf(view, pair);
  const name = pair.name ?? pair.toolUseId;
  return ordinal === null ? name : `${name} ${ordinal}`;
}
