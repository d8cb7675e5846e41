import { useTranslations } from 'use-intl';
import { isText, isThinking, isToolResult } from '../../../shared/messages/blocks.ts';
import type { ContentBlock, MessageContent } from '../../../shared/messages/types.ts';
import { type BlockChange, diffBlocks } from '../../../shared/view/diff-blocks.ts';
import { prettyJson } from '../../../shared/view/inspect-json-text.ts';
import { TextDiff } from './TextDiff.tsx';

/** Two contents block by block: what is the same in one line, what changed with its text compared. */
export function BlockDiff({ before, after, calm }: { before: MessageContent; after: MessageContent; calm?: boolean }) {
  const changes = diffBlocks(before, after);
  return (
    <ul className="flex flex-col gap-2">
      {changes.map((change, index) => (
        <li key={index}>
          <BlockChangeRow change={change} calm={calm === true} />
        </li>
      ))}
    </ul>
  );
}

function BlockChangeRow({ change, calm }: { change: BlockChange; calm: boolean }) {
  const t = useTranslations('inspector.diff');
  const block = change.after?.block ?? change.before?.block;
  const at = change.after?.at ?? change.before?.at;
  const quiet = change.kind === 'same';
  return (
    <>
      <p className={`flex items-center gap-2 ${quiet ? 'text-ink-2' : ''}`}>
        <span className="mono text-code">{block?.type}</span>
        <span className="mono text-path text-ink-2">content.{at}</span>
        {!calm && <span className={`ml-auto ${quiet ? '' : 'font-semibold'}`}>{t(change.kind)}</span>}
      </p>
      {change.kind === 'changed' && (
        <TextDiff before={textOf(change.before.block)} after={textOf(change.after.block)} />
      )}
      {change.kind === 'added' && <TextDiff before="" after={textOf(change.after.block)} calm={calm} />}
      {change.kind === 'removed' && <TextDiff before={textOf(change.before.block)} after="" />}
    </>
  );
}

/** What a reader compares: the text of a text, else the JSON of the whole block. */
export function textOf(block: ContentBlock): string {
  if (isText(block)) return block.text;
  if (isThinking(block)) return block.thinking;
  if (isToolResult(block) && typeof block.content === 'string') {
    const flag = block.is_error === true ? 'is_error: true\n' : '';
    return flag + (prettyJson(block.content) ?? block.content);
  }
  return JSON.stringify(block, null, 2);
}
