import type { ReactNode } from 'react';

/** One part of the inspector: a heading, something at its right end, and what it says. */
export function Section(props: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t border-hairline px-4 pt-3.5 pb-4 first:border-t-0">
      <h3 className="mb-2 flex min-h-6 items-center gap-2 text-body font-semibold">
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-1.5">{props.title}</span>
        {props.aside && <span className="shrink-0 font-normal">{props.aside}</span>}
      </h3>
      {props.children}
    </section>
  );
}

/** Label and value on a ruled line. `mono` labels are the API's own names. */
export function Row(props: { label: ReactNode; mono?: boolean; children: ReactNode }) {
  return (
    <div className={`flex items-baseline gap-3 border-t border-hairline py-[3px] first:border-t-0`}>
      <dt className={`shrink-0 truncate text-ink-2 ${props.mono ? 'mono w-[128px] text-code' : 'w-[92px] text-body'}`}>
        {props.label}
      </dt>
      <dd className="min-w-0 flex-1">{props.children}</dd>
    </div>
  );
}

/** A value in the mono face, at most on one line with an ellipsis unless it may wrap. */
export function Mono(props: { children: ReactNode; strong?: boolean; wrap?: boolean; quiet?: boolean }) {
  const weight = props.strong ? 'font-semibold' : '';
  const tone = props.quiet ? 'ml-1.5 text-ink-2 first:ml-0' : '';
  const flow = props.wrap ? '[overflow-wrap:anywhere]' : 'truncate';
  return <span className={`mono text-code ${weight} ${tone} ${flow}`}>{props.children}</span>;
}
