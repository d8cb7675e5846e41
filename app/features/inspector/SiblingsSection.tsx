import { useTranslations } from 'use-intl';
import { oneLine } from '../../../shared/view/inspect-text.ts';
import { siblingsOf, type Pair, type PathView } from '../../../shared/view/inspect-pairs.ts';
import { select } from '../../store/selection.ts';
import { labelOf, PairTag } from './PairTag.tsx';
import { Section } from './Section.tsx';

/** The calls of one parallel turn with the place of each answer. Nothing for a call that stands alone. */
export function SiblingsSection(props: { view: PathView; message: number; current: string }) {
  const t = useTranslations('inspector.pair');
  const siblings = siblingsOf(props.view, props.message);
  if (siblings.length < 2) return null;
  return (
    <Section
      title={
        <>
          {t('siblings')} <b className="mono font-semibold">messages.{props.message}</b>
        </>
      }
    >
      <ul>
        {siblings.map((pair) => (
          <li key={pair.toolUseId} className="border-t border-hairline">
            <SiblingRow view={props.view} pair={pair} current={pair.toolUseId === props.current} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SiblingRow({ view, pair, current }: { view: PathView; pair: Pair; current: boolean }) {
  const t = useTranslations('inspector.pair');
  const open = view.open.find((call) => call.id === pair.call?.id);
  const go = (): void => {
    if (open !== undefined) select({ kind: 'call', call: open.id });
    else if (pair.use?.node != null) select({ kind: 'node', node: pair.use.node, block: pair.use.block });
  };
  const state =
    pair.answer !== null ? (
      <span className="mono text-path text-ink-2">content.{pair.answer.block}</span>
    ) : open === undefined ? (
      <span className="font-semibold text-error">{t('missing')}</span>
    ) : (
      <span className="mono text-path text-ink-2">{open.state}</span>
    );
  return (
    <button
      type="button"
      aria-current={current || undefined}
      onClick={go}
      className={`ring-inside flex w-full items-center gap-3 px-1 py-1 text-left hover:bg-sunk ${current ? 'bg-sunk' : ''}`}
    >
      <PairTag id={pair.toolUseId} label={labelOf(view, pair)} lit={current} />
      <span className="mono shrink-0 text-code">{pair.name}</span>
      <span className="mono min-w-0 flex-1 truncate text-code text-ink-2">{shortInput(pair.input)}</span>
      {state}
    </button>
  );
}

/** The one value that tells calls of the same tool apart is usually the first text of the input. */
function shortInput(input: unknown): string {
  if (input !== null && typeof input === 'object') {
    const text = Object.values(input).find((value) => typeof value === 'string');
    if (text !== undefined) return oneLine(text, 60);
  }
  return oneLine(JSON.stringify(input) ?? '', 60);
}
