import type { ReactNode } from 'react';

/** One part of a rail panel: a heading, a sentence about it, and its fields. */
export function PanelSection(props: { title: string; note?: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5 border-b border-hairline px-4 py-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{props.title}</h3>
        {props.aside}
      </div>
      {props.note && <p className="-mt-1.5 text-label leading-[1.4] text-ink-2">{props.note}</p>}
      {props.children}
    </section>
  );
}

/** A visible label over its field. The field carries the accessible name itself. */
export function Labelled(props: { label: ReactNode; mono?: boolean; aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className={props.mono ? 'mono text-path text-ink-2' : 'text-ink-2'}>
          {props.label}
        </span>
        {props.aside}
      </div>
      {props.children}
    </div>
  );
}
