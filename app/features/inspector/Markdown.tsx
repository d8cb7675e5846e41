import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Block, markdownOf } from '../../../shared/view/inspect-markdown.ts';
import type { Inline } from '../../../shared/view/inspect-markdown-inline.ts';
import { TextView } from './TextView.tsx';

/** Longer texts are shown as they are: nobody reads them laid out, and laying them out costs. */
const LAID_OUT_UNITS = 64 * 1024;

/** Untrusted text with the little Markdown that models write. Becomes elements, never HTML. */
export function Markdown(props: { text: string; label: string; quiet?: boolean }) {
  const blocks = useMemo(() => (props.text.length > LAID_OUT_UNITS ? null : markdownOf(props.text)), [props.text]);
  if (blocks === null || props.text.trim() === '') return <TextView text={props.text} label={props.label} />;
  return <div className={`flex flex-col gap-2 ${props.quiet ? 'text-ink-2' : ''}`}>{drawBlocks(blocks)}</div>;
}

function drawBlocks(blocks: Block[]): ReactNode {
  return blocks.map((block, index) => <Fragment key={index}>{drawBlock(block)}</Fragment>);
}

function drawBlock(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{drawInline(block.inline)}</p>;
    case 'heading':
      return <p className="font-semibold [overflow-wrap:anywhere]">{drawInline(block.inline)}</p>;
    case 'code':
      return <pre className="overflow-x-auto border border-hairline bg-paper px-2.5 py-1.5">{block.text}</pre>;
    case 'table':
      return <pre className="overflow-x-auto">{block.text}</pre>;
    case 'quote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-2 border-strong pl-3">
          {drawBlocks(block.blocks)}
        </blockquote>
      );
    case 'rule':
      return <hr className="border-strong" />;
    case 'list':
      return <List block={block} />;
  }
}

function List({ block }: { block: Extract<Block, { kind: 'list' }> }) {
  const items = block.items.map((item, index) => (
    <li key={index} className="[overflow-wrap:anywhere]">
      {drawBlocks(item.blocks)}
    </li>
  ));
  if (!block.ordered) return <ul className="flex list-disc flex-col gap-0.5 pl-5">{items}</ul>;
  return (
    <ol start={block.start} className="flex list-decimal flex-col gap-0.5 pl-6">
      {items}
    </ol>
  );
}

function drawInline(inline: Inline[]): ReactNode {
  return inline.map((part, index) => <Fragment key={index}>{drawPart(part)}</Fragment>);
}

function drawPart(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code className="bg-sunk px-0.5">{part.text}</code>;
    case 'strong':
      return <strong className="font-semibold">{drawInline(part.inline)}</strong>;
    case 'em':
      return <em>{drawInline(part.inline)}</em>;
    case 'strike':
      return <del>{drawInline(part.inline)}</del>;
    case 'link':
      return <Link label={part.label} href={part.href} />;
  }
}

/** A link is only followed by a click, and its whole address is in sight before. */
function Link(props: { label: string; href: string }) {
  const t = useTranslations('inspector.block');
  return (
    <>
      {props.label !== props.href && `${props.label} `}
      <a
        href={props.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={t('openLink', { href: props.href })}
        className="mono text-code underline decoration-1 underline-offset-2"
      >
        {props.href}
      </a>
    </>
  );
}
