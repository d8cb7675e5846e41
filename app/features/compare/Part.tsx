import type { ReactNode } from 'react';

/** A part of the summary with its title. */
export function Part(props: { title: string; note?: string; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="min-w-0 px-4 py-2.5">
      <p className="flex items-baseline gap-2">
        <b className="font-semibold">{props.title}</b>
        {props.note && <span className="text-label text-ink-2">{props.note}</span>}
      </p>
      {props.children}
    </section>
  );
}
