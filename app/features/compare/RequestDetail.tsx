import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { isToolResult, isToolUse, toolUsesOf } from '../../../shared/messages/blocks.ts';
import type { ContentBlock } from '../../../shared/messages/types.ts';
import { type BlockPair, pairBlocks } from '../../../shared/view/compare-detail.ts';
import { type PathRequest, type RequestChange, requestChange } from '../../../shared/view/compare-requests.ts';
import type { CompareSide } from '../../../shared/view/compare-steps.ts';
import type { MessageChange } from '../../../shared/view/diff-requests.ts';
import { rich } from '../../i18n/rich.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RoleGlyph } from '../../ui/glyphs/RoleGlyph.tsx';
import { BlockBody } from './BlockBody.tsx';
import { CacheNote } from './CacheNote.tsx';
import { isProse } from './MessageCard.tsx';
import { Part } from './Part.tsx';
import { SetupTable } from './SetupTable.tsx';
import type { Column } from './TextSide.tsx';
import { useNumbers } from './use-words.tsx';

/** What one request sends that the one before it did not, what that costs, and what became of the cache. */
export function RequestDetail(props: { side: CompareSide; before: PathRequest | null; request: PathRequest }) {
  const t = useTranslations('compare.requests');
  const { side, before, request } = props;
  const change = useMemo(() => requestChange(side, before, request), [side, before, request]);
  const tools = useMemo(() => toolNames(change), [change]);
  const title = before ? t('against', { n: request.number, before: before.number }) : t('name', { n: request.number });
  return (
    <article aria-label={title} tabIndex={0} className="ring-inside min-w-0 flex-1 overflow-y-auto bg-paper">
      <div className="border-b border-hairline px-4 py-3">
        <h2 className="text-title font-semibold">{title}</h2>
        <Summary change={change} />
      </div>
      <div className="grid grid-cols-1 border-b border-hairline mid:grid-cols-2">
        <Tokens change={change} />
        <CacheNote change={change} />
      </div>
      {change.before !== null && change.diff.keys.length > 0 && (
        <div className="border-b border-hairline px-4 py-3">
          <SetupTable
            label={t('settings', { count: change.diff.keys.length })}
            heads={[t('name', { n: request.number - 1 }), t('name', { n: request.number })]}
            changes={change.diff.keys.map(({ key, ...rest }) => ({ name: key, ...rest }))}
            id={`request ${request.number}`}
          />
        </div>
      )}
      <ul className="px-4 py-2">
        {change.diff.messages.map((message) => (
          <li key={`${message.kind} ${message.at}`}>
            <MessageChangeRow
              tools={tools}
              change={message}
              id={`request ${request.number} ${message.kind} ${message.at}`}
            />
          </li>
        ))}
      </ul>
    </article>
  );
}

function Summary({ change }: { change: RequestChange }) {
  const t = useTranslations('compare.requests');
  const { diff, before, remarked } = change;
  if (before === null) return <p className="text-ink-2">{t('first')}</p>;
  const count = (kind: MessageChange['kind']): number => diff.messages.filter((each) => each.kind === kind).length;
  const parts = (['new', 'changed', 'gone'] as const).flatMap((kind) =>
    count(kind) > 0 ? [t(kind, { count: count(kind) })] : [],
  );
  if (diff.keys.length > 0) parts.push(t('settings', { count: diff.keys.length }));
  const same = parts.length === 0 && remarked.length === 0;
  return (
    <>
      <p>
        <b className="font-semibold">{same ? t('identical') : parts.join(', ')}</b>
        {parts.length > 0 && ' · '}
        <span className="text-ink-2">{!same && t('again', { count: diff.again })}</span>
      </p>
      {remarked.length > 0 && <p className="text-ink-2">{t.rich('marks', { places: remarked.join(', '), ...rich })}</p>}
    </>
  );
}

/** How much of the input was sent before already, as a bar, and in numbers. */
function Tokens({ change }: { change: RequestChange }) {
  const t = useTranslations('compare.requests');
  const { count, countDelta } = useNumbers();
  const { again, total, estimated } = change.input;
  const most = Math.max(total, again ?? 0, 1);
  return (
    <Part title={t('tokens')} note={t(estimated ? 'estimated' : 'measured')}>
      <div className="my-1.5 flex h-3 bg-sunk" aria-hidden>
        <div className="bg-ink" style={{ width: `${(Math.min(again ?? 0, total) / most) * 100}%` }} />
        <div
          className="border-[1.5px] border-ink bg-paper"
          style={{ width: `${(Math.max(0, total - (again ?? 0)) / most) * 100}%` }}
        />
      </div>
      <p className="tabular">
        {again === null
          ? t('tokensFirst', { total: count(total) })
          : t('tokensLine', { total: count(total), delta: countDelta(total - again) })}
      </p>
    </Part>
  );
}

/** One message of the request: new or left out as a whole, or changed, before beside after. */
function MessageChangeRow(props: { change: MessageChange; id: string; tools: ReadonlyMap<string, string> }) {
  const { change, id, tools } = props;
  const t = useTranslations('compare.requests');
  const { role, content } = change.message;
  const pairs = pairBlocks(
    change.kind === 'new' ? [] : change.kind === 'changed' ? change.before.content : content,
    change.kind === 'gone' ? [] : content,
  );
  const columns: readonly Column[] = change.kind === 'changed' ? ['a', 'b'] : change.kind === 'new' ? ['b'] : ['a'];
  return (
    <div className="my-1.5 border border-l-[3px] border-strong bg-paper">
      <p className="flex min-h-6.5 items-center gap-2 px-2.5">
        <RoleGlyph role={role === 'user' || role === 'assistant' ? role : 'system'} />
        <b className="text-node font-semibold">{role}</b>
        <span className="mono text-path text-ink-2">messages.{change.at}</span>
        <span className="ml-auto font-semibold">{t(`kinds.${change.kind}`)}</span>
      </p>
      {pairs.map((pair, index) => (
        <div
          key={index}
          className={classNames(
            'grid border-t border-hairline',
            columns.length === 2 && 'grid-cols-2 divide-x divide-hairline',
          )}
        >
          {columns.map((column) => (
            <div key={column} className="flex min-w-0 gap-2 px-2.5 py-1">
              <span className="mono w-[78px] shrink-0 truncate pt-px text-tag text-ink-2">{blockOf(pair).type}</span>
              <div className={classNames('min-w-0 flex-1', isProse(blockOf(pair)) ? 'text-node' : 'mono text-code')}>
                <ToolName pair={pair} tools={tools} />
                <BlockBody pair={pair} column={column} id={`${id} ${index}`} />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function blockOf({ a, b }: BlockPair): ContentBlock {
  return (b ?? a)?.block ?? { type: 'text', text: '' };
}

/** Name of the tool of a call or a result. */
function ToolName({ pair, tools }: { pair: BlockPair; tools: ReadonlyMap<string, string> }) {
  const block = blockOf(pair);
  const name = isToolUse(block) ? block.name : isToolResult(block) ? tools.get(block.tool_use_id) : null;
  return name ? <div className="truncate font-semibold">{name}</div> : null;
}

/** Names of the tools by the id of the call. */
function toolNames({ after, before }: RequestChange): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const message of [...(before?.messages ?? []), ...after.messages])
    for (const use of toolUsesOf(message)) names.set(use.id, use.name);
  return names;
}
