import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { cutText } from '../../../shared/view/inspect-text.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from './lazy-part.tsx';
import { useHiddenHit } from './use-hidden-hit.ts';

const SHORT_LINES = 16;
const SHORT_UNITS = 1000;

const LongText = lazyPart(async () => (await import('./LongText.tsx')).LongText);

/** Preformatted text of any size: short text as it is, long text cut with a way to see all of it. */
export function TextView(props: { text: string; label: string; tone?: string }) {
  const t = useTranslations('inspector');
  const [chosen, setAll] = useState<boolean | null>(null);
  const short = useMemo(() => shorten(props.text), [props.text]);
  const hit = useHiddenHit(props.text, short.text.length);
  const all = chosen ?? (short.cut && hit !== null);
  if (props.text === '') return <p className="text-ink-2">{t('emptyText')}</p>;
  return (
    <div>
      {all ? (
        <LongText text={props.text} label={props.label} at={hit} />
      ) : (
        <pre
          className={`border-l-2 py-0.5 pl-3 whitespace-pre-wrap [overflow-wrap:anywhere] ${props.tone ?? 'border-strong'}`}
        >
          {short.text}
          {short.cut && '…'}
        </pre>
      )}
      {short.cut && (
        <Button small look="quiet" className="mt-1 -ml-2" onClick={() => setAll(!all)}>
          {all ? t('showLess') : t('showAll', { count: short.lines })}
        </Button>
      )}
    </div>
  );
}

function shorten(text: string): { text: string; cut: boolean; lines: number } {
  const lines = countLines(text);
  let end = -1;
  for (let line = 0; line < SHORT_LINES && lines > SHORT_LINES; line++) end = text.indexOf('\n', end + 1);
  const head = cutText(end < 0 ? text : text.slice(0, end), SHORT_UNITS);
  return { text: head.text, cut: end >= 0 || head.rest > 0, lines };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
