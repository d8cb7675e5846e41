import { Crosshair, ExternalLink } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { blocksOf, isText, isThinking, isToolResult, isToolUse } from '../../../shared/messages/blocks.ts';
import type { ContentBlock } from '../../../shared/messages/types.ts';
import { totalInput } from '../../../shared/messages/usage.ts';
import type { ComparedBlock } from '../../../shared/view/compare-detail.ts';
import type { PathMessage, Step } from '../../../shared/view/compare-steps.ts';
import { classNames } from '../../ui/class-names.ts';
import { StopGlyph } from '../../ui/glyphs/StopGlyph.tsx';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IdTag } from '../../ui/IdTag.tsx';
import { BlockBody } from './BlockBody.tsx';
import { type BlockRow, pairPlace } from './block-rows.ts';
import { FoldButton } from './FoldButton.tsx';
import { useFold } from './opened.ts';
import { useSideActions } from './side-actions.ts';
import type { Column } from './TextSide.tsx';
import { useNumbers } from './use-words.tsx';

const SPINES = { user: 'border-l-user', assistant: 'border-l-assistant', system: 'border-l-ink' } as const;
const INKS = { user: 'text-user', assistant: 'text-assistant', system: 'text-ink' } as const;

/** A lane's role, no ARIA one. */
const TOOL = { role: 'tool' } as const;

export interface CardProps {
  message: PathMessage;
  column: Column;
  step: Step;
  rows: readonly BlockRow[];
  /** Grid row where it begins; it takes one for its head, one per block row and one for its foot. */
  start: number;
  isAnswer: boolean;
  /** A message stands opposite. */
  opposite: boolean;
  id: string;
}

/** A message of one side, its rows level with those of the other side. */
export function MessageCard(props: CardProps) {
  const { message, column, rows, start, id } = props;
  const { node } = message;
  const actions = useSideActions(column, message);
  const style: CSSProperties = { gridRow: `${start} / span ${rows.length + 2}`, gridColumn: column === 'a' ? 1 : 3 };
  return (
    <div
      style={style}
      className={classNames(
        'mx-3 my-1.5 grid grid-rows-subgrid rounded-r-node border border-l-[3px] border-strong bg-paper',
        SPINES[node.role as keyof typeof SPINES] ?? 'border-l-ink',
        actions.selected && 'outline-2 outline-offset-1 outline-ink',
      )}
    >
      <CardHead {...props} actions={actions} />
      {rows.map((row, index) => (
        <div key={index} className="min-w-0 border-t border-hairline">
          <RowBody {...props} row={row} id={`${id} ${index}`} />
        </div>
      ))}
      <Foot {...props} />
    </div>
  );
}

function CardHead(props: CardProps & { actions: ReturnType<typeof useSideActions> }) {
  const t = useTranslations('compare');
  const { message, column, actions } = props;
  const { node, index } = message;
  const origin = node.origin === 'answer' || node.origin === 'results' ? null : t(`origin.${node.origin}`);
  const path = `messages.${index}`;
  const side = column.toUpperCase();
  return (
    <div className="flex min-h-6.5 min-w-0 items-center">
      <button
        type="button"
        data-card={column}
        aria-pressed={actions.selected}
        onClick={actions.select}
        className="ring-inside flex min-h-6.5 min-w-0 flex-1 items-center gap-2 px-2.5 text-left hover:bg-sunk"
      >
        <RoleGlyph role={node.role === 'user' || node.role === 'assistant' ? node.role : 'system'} />
        <b className={classNames('text-node font-semibold', INKS[node.role as keyof typeof INKS])}>{node.role}</b>
        <span className="mono text-path text-ink-2">{path}</span>
        {origin && <span className="ml-auto truncate text-label text-ink-2">{origin}</span>}
        <span className="sr-only-live">{t('list.inSide', { side })}</span>
      </button>
      {actions.selected && (
        <IconButton
          small
          label={t(actions.here ? 'list.inGraph' : 'list.openSession')}
          icon={actions.here ? <Crosshair size={14} aria-hidden /> : <ExternalLink size={14} aria-hidden />}
          onClick={actions.open}
        />
      )}
    </div>
  );
}

function RowBody(props: CardProps & { row: BlockRow }) {
  const { row, column, id } = props;
  if (row.kind === 'equal') return <EqualRow {...props} pairs={row.pairs} />;
  const pair = row[column];
  const own = pair?.[column];
  if (!pair || !own) return <div className="hatch h-full min-h-5" />;
  const single = pair.kind === 'only-a' || pair.kind === 'only-b';
  return (
    <Block {...props} own={own} marked={single && props.opposite}>
      <BlockBody pair={pair} column={column} id={id} />
    </Block>
  );
}

/** Equal blocks in one line, which opens. */
function EqualRow(props: CardProps & { pairs: Extract<BlockRow, { kind: 'equal' }>['pairs'] }) {
  const t = useTranslations('compare.list');
  const { pairs, column, id } = props;
  const [open, toggle] = useFold(`${id} equal`);
  return (
    <>
      <div className="px-2.5 py-1">
        <FoldButton open={open} onToggle={toggle} text={t('equalBlocks', { count: pairs.length })} />
      </div>
      {open &&
        pairs.map((pair, index) => {
          const own = column === 'a' ? pair.a : pair.b;
          return (
            own && (
              <Block key={index} {...props} own={own} marked={false}>
                <BlockBody pair={pair} column={column} id={`${id} ${index}`} />
              </Block>
            )
          );
        })}
    </>
  );
}

function Block(props: CardProps & { own: ComparedBlock; marked: boolean; children: ReactNode }) {
  const { own, message, marked, column } = props;
  const t = useTranslations('compare.list');
  const { block, at } = own;
  const place = pairPlace(blocksOf(message.node.content), at);
  const id = isToolUse(block) ? block.id : isToolResult(block) ? block.tool_use_id : null;
  const name = isToolUse(block) ? block.name : isToolResult(block) ? toolOf(message, block.tool_use_id) : null;
  return (
    <div
      className={classNames(
        'flex min-h-full min-w-0 gap-2 px-2.5 py-1',
        marked && (column === 'b' ? 'bg-edited' : 'bg-sunk'),
      )}
    >
      <span className="mono w-[78px] shrink-0 truncate pt-px text-tag text-ink-2" title={block.type}>
        {block.type}
      </span>
      <div className={classNames('min-w-0 flex-1', isProse(block) ? 'text-node' : 'mono text-code')}>
        {marked && <span className="sr-only-live">{t(column === 'b' ? 'addedWord' : 'removedWord')}: </span>}
        {name && <div className="truncate font-semibold">{name}</div>}
        {props.children}
        {isToolUse(block) && <Run step={props.step} block={at} />}
      </div>
      {id !== null && place !== null && <IdTag id={id} index={place} />}
    </div>
  );
}

/** What people read stands in the text face. */
export function isProse(block: ContentBlock): boolean {
  return isText(block) || isThinking(block);
}

/** `lookup_order 2` names a call by its place; the tool is what stands before. */
function toolOf(message: PathMessage, toolUseId: string): string | null {
  return message.before.get(toolUseId)?.replace(/ \d+$/, '') ?? null;
}

/** What became of a call: state, source, time, and whether a person changed it. */
function Run({ step, block }: { step: Step; block: number }) {
  const t = useTranslations('compare.run');
  const { time } = useNumbers();
  const call = step.calls.find((each) => each.block === block);
  const run = call?.open ?? call?.finished;
  if (!run) return null;
  const edited = 'resultEdited' in run ? run.resultEdited : run.original !== null;
  const parts = [
    run.state,
    run.source,
    run.startedAt === null || run.durationMs === 0 ? null : time(run.durationMs),
    run.inputEdited ? t('inputEdited') : null,
    edited ? t('edited') : null,
  ].filter(Boolean);
  return (
    <div className="flex items-center gap-1.5 text-path text-ink-2" title={t('label')}>
      <RoleGlyph {...TOOL} size={10} />
      {parts.join(' · ')}
    </div>
  );
}

function Foot({ step, isAnswer, message }: CardProps) {
  const t = useTranslations('compare.list');
  const { count } = useNumbers();
  if (!isAnswer) return <span />;
  const usage = step.accepted?.message?.usage;
  const reason = message.node.stopReason;
  return (
    <div className="flex min-h-6.5 items-center gap-2 border-t border-hairline px-2.5">
      {usage && (
        <span className="mono text-path text-ink-2">
          {t('usage', { input: count(totalInput(usage)), output: count(usage.output_tokens ?? 0) })}
        </span>
      )}
      {reason !== undefined && (
        <span className="ml-auto flex items-center gap-1.5">
          <StopGlyph reason={reason} size={14} />
          <span className="mono text-code font-semibold">{reason ?? 'null'}</span>
        </span>
      )}
    </div>
  );
}
