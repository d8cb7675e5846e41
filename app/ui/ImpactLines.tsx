import { ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { ImpactReport } from '../../shared/view/impact-report.ts';
import { rich } from '../i18n/rich.tsx';
import { SeverityGlyph } from './glyphs/SeverityGlyph.tsx';
import { useCost } from './use-cost.ts';

const WARNING = <SeverityGlyph severity="warning" size={12} />;

/** One consequence, behind its sign. */
export function ImpactLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <span className="mt-0.5 flex w-3.5 shrink-0 justify-center">{icon}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </li>
  );
}

/** What a request loses, weighs and is answered with, as items of a list: thinking, prompt cache, tokens and price, the API. */
export function ImpactLines({ report }: { report: ImpactReport }) {
  const t = useTranslations('inspector.change');
  const { thinking, model, cacheLostFrom, cacheLostTokens, refusal } = report;
  return (
    <>
      {thinking.length > 0 && (
        <ImpactLine icon={WARNING}>
          {t.rich('thinking', { ...rich, count: thinking.length, model, paths: shortList(thinking) })}
        </ImpactLine>
      )}
      {cacheLostFrom !== null && (
        <ImpactLine icon={WARNING}>
          {t.rich('cache', { ...rich, path: cacheLostFrom, tokens: cacheLostTokens })}
        </ImpactLine>
      )}
      <WeightLine report={report} />
      {refusal && (
        <ImpactLine icon={<SeverityGlyph severity="error" size={12} />}>
          {t.rich('refused', { ...rich, status: String(refusal.status), type: refusal.type, message: refusal.message })}
        </ImpactLine>
      )}
      {refusal === null && thinking.length === 0 && (
        <ImpactLine icon={<Check size={13} strokeWidth={2.25} aria-hidden />}>{t('accepted')}</ImpactLine>
      )}
      {refusal === undefined && (
        <ImpactLine icon={<ArrowRight size={13} strokeWidth={2.25} aria-hidden />}>{t('unknownYet')}</ImpactLine>
      )}
    </>
  );
}

function WeightLine({ report }: { report: ImpactReport }) {
  const t = useTranslations('inspector.change');
  const price = useCost()({ input_tokens: report.inputTokens }, report.model);
  const tokens = report.inputTokens;
  return (
    <ImpactLine icon={<ArrowRight size={13} strokeWidth={2.25} aria-hidden />}>
      {price === null ? t('weight', { tokens }) : t('weightCost', { tokens, price })}
    </ImpactLine>
  );
}

const SHOWN = 3;

function shortList(paths: readonly string[]): string {
  return paths.length > SHOWN ? `${paths.slice(0, SHOWN).join(', ')} …` : paths.join(', ');
}
