import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { isText, isThinking, isToolResult, isToolUse } from '../../../shared/messages/blocks.ts';
import type { ContentBlock } from '../../../shared/messages/types.ts';
import { blockDetail, type BlockPair } from '../../../shared/view/compare-detail.ts';
import { leafFields, leafFieldsOfValues } from '../../../shared/view/compare-fields.ts';
import { cutText } from '../../../shared/view/inspect-text.ts';
import { FieldsSide } from './FieldsSide.tsx';
import { FoldButton } from './FoldButton.tsx';
import { useFold } from './opened.ts';
import { type Column, TextSide } from './TextSide.tsx';
import { Values } from './Values.tsx';

/** A text is shown to this length until it is opened. */
const SHORT = 420;
const LONG = 20_000;

/** One side of a pair of blocks: what differs inside where both are there, else the whole of it. */
export function BlockBody(props: { pair: BlockPair; column: Column; id: string }) {
  const { pair, column, id } = props;
  const own = column === 'a' ? pair.a : pair.b;
  if (!own) return null;
  if (pair.kind === 'changed' && pair.a && pair.b)
    return <Changed a={pair.a.block} b={pair.b.block} column={column} id={id} />;
  return <Whole block={own.block} column={column} id={id} />;
}

function Changed(props: { a: ContentBlock; b: ContentBlock; column: Column; id: string }) {
  const { a, b, column, id } = props;
  const detail = useMemo(() => blockDetail(a, b), [a, b]);
  if (detail.kind === 'fields') return <FieldsSide table={detail.table} column={column} id={id} />;
  if (detail.kind === 'blocks')
    return detail.pairs.map((pair, index) => (
      <BlockBody key={index} pair={pair} column={column} id={`${id} ${index}`} />
    ));
  return <TextSide before={detail.before} after={detail.after} column={column} id={id} />;
}

function Whole({ block, column, id }: { block: ContentBlock; column: Column; id: string }) {
  if (isText(block)) return <LongText text={block.text} id={id} />;
  if (isThinking(block)) return <LongText text={block.thinking} id={id} />;
  const content = isToolResult(block) ? (block.content ?? '') : null;
  if (typeof content === 'string') {
    const table = leafFields(content, content);
    return table ? <Values table={table} column={column} id={id} /> : <LongText text={content} id={id} />;
  }
  if (Array.isArray(content)) {
    return content.map((inner, index) => (
      <Whole key={index} block={inner as ContentBlock} column={column} id={`${id} ${index}`} />
    ));
  }
  const { type: _type, id: _id, name: _name, ...rest } = block;
  const value: unknown = isToolUse(block) ? block.input : rest;
  const table = leafFieldsOfValues(value, value);
  if (table) return <Values table={table} column={column} id={id} />;
  return <LongText text={JSON.stringify(value, null, 2) ?? ''} id={id} />;
}

function LongText({ text, id }: { text: string; id: string }) {
  const t = useTranslations('compare.list');
  const [open, toggle] = useFold(`${id} text`);
  const { text: shown, rest } = cutText(text, open ? LONG : SHORT);
  const more = text.length > SHORT;
  return (
    <>
      <div className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        {shown}
        {rest > 0 && '…'}
      </div>
      {more && (
        <FoldButton open={open} onToggle={toggle} text={t('moreChars', { count: Math.max(0, text.length - SHORT) })} />
      )}
    </>
  );
}
