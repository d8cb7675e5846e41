import { useTranslations } from 'use-intl';
import {
  isRecord,
  isServerToolUse,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
} from '../../../shared/messages/blocks.ts';
import type { ContentBlock } from '../../../shared/messages/types.ts';
import { fieldsOfValue } from '../../../shared/view/inspect-fields.ts';
import { ImageBlock } from './ImageBlock.tsx';
import { lazyPart } from './lazy-part.tsx';
import { Markdown } from './Markdown.tsx';
import { FieldRows } from './FieldRows.tsx';
import { ResultText } from './ResultText.tsx';
import { TextView } from './TextView.tsx';

const JsonTree = lazyPart(async () => (await import('./JsonTree.tsx')).JsonTree);

/** Content blocks one under the other, each by its type. Unknown ones are shown as what they are: JSON. */
export function BlockList(props: { blocks: readonly ContentBlock[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {props.blocks.map((block, index) => (
        <li key={index}>
          <BlockBody block={block} />
        </li>
      ))}
    </ul>
  );
}

/** The body of one block, without its type. */
export function BlockBody({ block }: { block: ContentBlock }) {
  const t = useTranslations('inspector.block');
  if (isText(block)) return <Markdown text={block.text} label="text" />;
  if (isThinking(block)) return <ThinkingBody text={block.thinking} signature={block.signature} />;
  if (block.type === 'redacted_thinking' && typeof block.data === 'string') {
    return <p className="text-ink-2">{t('redacted', { count: block.data.length })}</p>;
  }
  if (isToolUse(block) || isServerToolUse(block)) return <CallBody block={block} />;
  if (isToolResult(block)) return <ResultBody block={block} />;
  if (block.type === 'image' && isRecord(block.source)) return <ImageBlock source={block.source} />;
  return <JsonTree value={block} label={t('unknown', { type: block.type })} height={180} />;
}

function ThinkingBody({ text, signature }: { text: string; signature: unknown }) {
  const t = useTranslations('inspector.block');
  return (
    <>
      {text === '' ? (
        <p className="text-ink-2">{t('noThinkingText')}</p>
      ) : (
        <Markdown text={text} label={t('thinking')} quiet />
      )}
      {typeof signature === 'string' && (
        <p className="mt-1 text-label text-ink-2">{t('signature', { count: signature.length })}</p>
      )}
    </>
  );
}

function CallBody({ block }: { block: { type: string; name?: unknown; input?: unknown } }) {
  const t = useTranslations('inspector.block');
  return (
    <>
      <p className="mono mb-1 text-code font-semibold">{String(block.name)}</p>
      <InputRows input={block.input} name={String(block.name)} />
      {block.type !== 'tool_use' && <p className="mt-1 text-label text-ink-2">{t('serverTool')}</p>}
    </>
  );
}

/** The input of a call as fields. */
export function InputRows({ input, name }: { input: unknown; name: string }) {
  const table = fieldsOfValue(input);
  if (table === null) return <TextView text={JSON.stringify(input) ?? ''} label={name} />;
  return <FieldRows table={table} label={name} />;
}

/** What a result block holds: text by what it is, or blocks. */
export function ResultBody({ block }: { block: ContentBlock }) {
  const content = isToolResult(block) ? (block.content ?? '') : '';
  if (Array.isArray(content)) return <BlockList blocks={content.filter(isRecord) as ContentBlock[]} />;
  return <ResultText text={content} label="tool_result" isError={block.is_error === true} />;
}
